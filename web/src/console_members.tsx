/* console_members.tsx -- what a report or a ruling names: boxes, a player, a wager, an amount, cards,
 * a mode. Which of them a kind has, the server says. */
import { MoneyField, typed_cents, words } from './console_parts.tsx';
import type { StaffView } from './console_frames.ts';
import { take_cards } from './desk_cards.ts';
import type { Message, Rules } from './frames.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

export interface Named {
    seats: number[];
    player: number | null;
    wager: string;
    amount: string;
    cards: string;
    mode: string;
}

export const nothing_named: Named = { seats: [], player: null, wager: '', amount: '', cards: '', mode: '' };

/* As members of a message; what was not named is left out, what cannot be read is sent as it is. */
export function named_members(named: Named, one_seat: boolean): Partial<Message> {
    const cents = typed_cents(named.amount);
    const { cards, rest } = take_cards(named.cards);
    const all = rest === '' ? cards : [...cards, rest];
    return {
        ...(named.seats.length > 0 ? (one_seat ? { seat: named.seats[0] } : { seats: named.seats }) : {}),
        ...(named.player !== null ? { player: named.player } : {}),
        ...(named.wager ? { wager: named.wager } : {}),
        ...(cents !== null ? { amount: cents } : {}),
        ...(all.length > 0 ? { cards: all } : {}),
        ...(named.mode ? { mode: named.mode } : {}),
    };
}

interface MemberProps {
    members: readonly string[];
    named: Named;
    set: (named: Named) => void;
    view: StaffView;
    rules: Rules | null;
    modes: readonly string[];
}

function Seats(props: MemberProps & { many: boolean }) {
    const { named, set, view, many } = props;
    const choose = (seat: number) => {
        const with_it = named.seats.includes(seat) ? named.seats.filter((one) => one !== seat) : many ? [...named.seats, seat] : [seat];
        set({ ...named, seats: with_it.sort((a, b) => a - b) });
    };
    return (
        <fieldset class="member">
            <legend>{many ? staff.form.seats : staff.form.seat}</legend>
            <div class="pick-row">
                {Object.keys(view.boxes).map(Number).map((seat) => (
                    <label key={seat} class={`tick${named.seats.includes(seat) ? ' on' : ''}`}>
                        <input type="checkbox" checked={named.seats.includes(seat)} onChange={() => choose(seat)} />
                        {texts.table.box(seat)}
                        {view.boxes[seat]?.seated != null && <small>{view.people[view.boxes[seat]?.seated as number]}</small>}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

function Choice(props: { label: string; value: string; options: [string, string][]; set: (value: string) => void }) {
    return (
        <label class="field">{props.label}
            <select value={props.value} onChange={(event) => props.set(event.currentTarget.value)}>
                <option value="">{staff.form.choose}</option>
                {props.options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
            </select>
        </label>
    );
}

export function Members(props: MemberProps) {
    const { members, named, set, view, rules, modes } = props;
    const has = (member: string) => members.includes(member);
    const people = Object.entries(view.people);
    const wagers = rules?.wagers ?? ['ante', 'play', 'pair_plus'];
    return (
        <>
            {(has('seats') || has('seat')) && <Seats {...props} many={has('seats')} />}
            {has('player') && (
                <Choice label={staff.form.player} value={named.player === null ? '' : String(named.player)}
                    options={people.map(([id, name]) => [id, name])}
                    set={(value) => set({ ...named, player: value === '' ? null : Number(value) })} />
            )}
            {has('wager') && (
                <Choice label={staff.form.wager} value={named.wager} options={wagers.map((one) => [one, texts.wagers[one] ?? one])}
                    set={(wager) => set({ ...named, wager })} />
            )}
            {has('amount') && <MoneyField label={staff.form.amount} text={named.amount} set={(amount) => set({ ...named, amount })} />}
            {has('cards') && (
                <label class="field">{staff.form.cards}
                    <input value={named.cards} autocomplete="off" placeholder="Qs 10h" onInput={(event) => set({ ...named, cards: event.currentTarget.value })} />
                </label>
            )}
            {has('mode') && modes.length > 0 && (
                <Choice label={staff.form.mode} value={named.mode} options={modes.map((one) => [one, words(one)])} set={(mode) => set({ ...named, mode })} />
            )}
        </>
    );
}
