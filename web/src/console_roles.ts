/* console_roles.ts -- who works at which console. This only decides which links are shown and where
 * somebody lands after signing in; what he may do there is decided by the house. */
import type { Person } from './frames.ts';
import { texts } from './texts.en.ts';

type Name = keyof typeof texts.consoles;

/* The first is where the role lands. */
const fitting: Record<string, Name[]> = {
    dealer: ['desk', 'pit'],
    pit_supervisor: ['pit', 'desk'],
    pit_manager: ['pit', 'desk'],
    shift_manager: ['pit', 'desk', 'cage', 'office'],
    cashier: ['cage'],
    auditor: ['office', 'pit', 'cage'],
};

export function is_staff(person: Person): boolean {
    return person.role !== 'player';
}

export function is_console(first: string | undefined): boolean {
    return first !== undefined && Object.hasOwn(texts.consoles, first);
}

export function consoles_of(person: Person | null): { path: string; title: string }[] {
    return (person ? fitting[person.role] ?? [] : []).map((name) => ({ path: `/${name}`, title: texts.consoles[name] }));
}
