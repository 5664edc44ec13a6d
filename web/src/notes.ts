/* notes.ts -- what this browser saw of its rounds, kept in this browser.
 *
 * A house can change what it says of a round afterwards; it cannot change these. The last rounds of each
 * table are kept. What a signed checkpoint said would belong here too. */
import type { Notes } from './fairness.ts';
import { keep, kept, forget } from './prefs.ts';

export const rounds_kept = 60;

/* Storage may be forbidden, and two windows may draw a share each: what this one knows lasts as long as it. */
const memory = new Map<string, Notes>();
const shares = new Map<string, string>();

const key = (table: string, round: number) => `round.${table}.${round}`;

export function noted_rounds(table: string): number[] {
    return kept<number[]>(`rounds.${table}`) ?? [];
}

export function notes_of(table: string, round: number): Notes | null {
    return kept<Notes>(key(table, round)) ?? memory.get(key(table, round)) ?? null;
}

export function remember_share(table: string, round: number, share: string): void {
    shares.set(key(table, round), share);
}

/* The share that this window drew, and the one that is kept. */
export function shares_of(table: string, round: number): string[] {
    return [shares.get(key(table, round)), notes_of(table, round)?.own?.share].filter((share): share is string => share !== undefined);
}

export function save_notes(notes: Notes): void {
    const rounds = noted_rounds(notes.table);
    if (!rounds.includes(notes.round)) {
        const all = [...rounds, notes.round].sort((a, b) => a - b);
        while (all.length > rounds_kept) forget(key(notes.table, all.shift() as number));
        keep(`rounds.${notes.table}`, all);
    }
    memory.clear(); /* of rounds before it nothing is needed any more */
    memory.set(key(notes.table, notes.round), notes);
    keep(key(notes.table, notes.round), notes);
}
