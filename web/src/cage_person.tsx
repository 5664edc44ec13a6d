/* cage_person.tsx -- one person at the window: found by name or number, then bought in, cashed out,
 * or transferred from. What is refused stays with its reason, and nothing has moved. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { MoneyField, Panel, Refused, Sum, cents_text, role_name, typed_cents, use_acting } from './console_parts.tsx';
import type { Found, StaffAnswer } from './console_frames.ts';
import type { Refusal } from './frames.ts';
import { send } from './link.ts';
import { staff } from './texts_staff.en.ts';

const pause_ms = 250;

/* Everybody whose name begins so; asked again while somebody types. */
function use_people(find: string, turn: number): { people: Found[]; refused: Refusal | null } {
    const [people, set_people] = useState<Found[]>([]);
    const [refused, set_refused] = useState<Refusal | null>(null);
    useEffect(() => {
        if (find.trim() === '') return set_people([]);
        let late = false;
        const timer = setTimeout(() => {
            void send({ do: 'people', find: find.trim() }).then((answer) => {
                if (late) return;
                set_people((answer as StaffAnswer).people ?? []);
                set_refused(answer.refused ?? null);
            });
        }, pause_ms);
        return () => { late = true; clearTimeout(timer); };
    }, [find, turn]);
    return { people, refused };
}

function Finder(props: { label: string; choose: (one: Found) => void; turn?: number }) {
    const [find, set_find] = useState('');
    const { people, refused } = use_people(find, props.turn ?? 0);
    return (
        <div class="finder">
            <label class="field">{props.label}
                <input value={find} autocomplete="off" autofocus placeholder={staff.cage.find_hint} onInput={(event) => set_find(event.currentTarget.value)}
                    onKeyDown={(event) => {
                        const [only] = people;
                        if (event.key !== 'Enter' || people.length !== 1 || !only) return;
                        event.preventDefault();
                        props.choose(only);
                        set_find('');
                    }} />
            </label>
            <Refused refused={refused} />
            {people.length > 0 && (
                <ul class="found">
                    {people.map((one) => (
                        <li key={one.id}>
                            <button type="button" class="found-one" data-person={one.id} onClick={() => { props.choose(one); set_find(''); }}>
                                <b>{one.name}</b><small class="quiet">{staff.cage.number(one.id)}{one.role !== 'player' && `, ${role_name(one.role)}`}{one.barred && `, ${staff.cage.barred}`}</small>
                                <Sum cents={one.chips} />
                            </button>
                        </li>
                    ))}
                </ul>
            )}
            {find.trim() !== '' && people.length === 0 && !refused && <p class="quiet">{staff.cage.nobody}</p>}
        </div>
    );
}

type Business = 'buy_in' | 'cash_out' | 'transfer';
const businesses: Business[] = ['buy_in', 'cash_out', 'transfer'];

/* What the day's cash comes to with this amount, where that asks for an ID; else 0. */
function day_with(person: Found, business: Business, cents: number, from: number): number {
    const before = business === 'buy_in' ? person.day_in : business === 'cash_out' ? person.day_out : undefined;
    const sum = (before ?? 0) + cents;
    return before !== undefined && from > 0 && cents > 0 && sum >= from ? sum : 0;
}

function BusinessForm(props: { person: Found; identify_from: number; chips: (chips: number) => void }) {
    const { person } = props;
    const [identified, set_identified] = useState(false);
    const [business, set_business] = useState<Business>('buy_in');
    const [amount, set_amount] = useState('');
    const [other, set_other] = useState<Found | null>(null);
    const [done, set_done] = useState('');
    const acting = use_acting();
    const form = useRef<HTMLFormElement>(null);
    useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [person.id]);
    const cents = typed_cents(amount);
    const day = day_with(person, business, cents ?? 0, props.identify_from);
    const act = async () => {
        const answer = await acting.act({ do: business, player: person.id, amount: cents ?? 0, ...(day > 0 && identified ? { identified: true } : {}), ...(business === 'transfer' && other ? { other: other.id } : {}) });
        if (answer.waits) set_amount('');
        if (!answer.ok || answer.waits) return set_done('');
        set_done(staff.cage.done(staff.cage.kinds[business] ?? business, cents_text(cents ?? 0)));
        set_amount('');
        if (answer.chips !== undefined) props.chips(answer.chips);
    };
    return (
        <form class="guided" ref={form} onSubmit={(event) => { event.preventDefault(); void act(); }}>
            <fieldset class="pick"><legend>{staff.cage.business}</legend>
                <div class="pick-row">
                    {businesses.map((one) => (
                        <label key={one} class={business === one ? 'on' : ''}>
                            <input type="radio" name="business" checked={business === one} onChange={() => { set_business(one); acting.clear(); set_done(''); }} />{staff.cage.kinds[one]}
                        </label>
                    ))}
                </div>
            </fieldset>
            {business === 'transfer' && (other
                ? <p>{staff.cage.to} <b>{other.name}</b> <small class="quiet">{staff.cage.number(other.id)}</small> <button type="button" class="press small" onClick={() => set_other(null)}>{staff.cage.other_person}</button></p>
                : <Finder label={staff.cage.to_whom} choose={set_other} />)}
            <MoneyField label={staff.cage.amount} text={amount} set={set_amount} required />
            {day > 0 && (
                <div class="id-check">
                    <p role="status">{staff.cage.id_needed(cents_text(day), cents_text(props.identify_from))}</p>
                    <label class="tick"><input type="checkbox" checked={identified} onChange={(event) => set_identified(event.currentTarget.checked)} />{staff.cage.id_checked}</label>
                </div>
            )}
            <Refused refused={acting.refused} />
            {done && <p class="done" role="status">{done}</p>}
            <button type="submit" class="press gold" disabled={acting.busy || cents === null || cents === 0 || (day > 0 && !identified) || (business === 'transfer' && !other)}>{staff.cage.kinds[business]}</button>
        </form>
    );
}

/* He plays while he stands here, and another window may serve him too: whenever chips have moved somewhere, his
 * are asked for again. */
function use_fresh(person: Found | null, moved: string, set: (one: Found) => void): void {
    useEffect(() => {
        if (!person) return;
        let late = false;
        const timer = setTimeout(() => {
            void send({ do: 'people', find: String(person.id) }).then((answer) => {
                const now = (answer as StaffAnswer).people?.find((one) => one.id === person.id);
                if (now && !late) set(now);
            });
        }, pause_ms);
        return () => { late = true; clearTimeout(timer); };
    }, [person?.id, moved]);
}

export function PersonDesk(props: { moved: string; identify_from: number }) {
    const [person, set_person] = useState<Found | null>(null);
    use_fresh(person, props.moved, set_person);
    return (
        <Panel title={staff.cage.window} class="person-desk">
            <Finder label={staff.cage.find} choose={set_person} />
            {person && (
                <div class="person" data-person={person.id}>
                    <p class="person-head"><b>{person.name}</b><small class="quiet">{staff.cage.number(person.id)}, {person.guest ? staff.cage.guest : role_name(person.role)}
                        {person.barred && `, ${staff.cage.barred}`}{person.at.length > 0 && `, ${staff.cage.at(person.at.join(', '))}`}</small>
                        <span class="person-chips"><Sum cents={person.chips} /></span></p>
                    <BusinessForm key={person.id} person={person} identify_from={props.identify_from} chips={(chips) => set_person({ ...person, chips })} />
                </div>
            )}
        </Panel>
    );
}
