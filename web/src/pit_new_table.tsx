/* pit_new_table.tsx -- opens a table while the house is open. Who may is the house's to say.
 *
 * Which wagers have limits, and what they are unless somebody says otherwise, is read off the first table of the
 * chosen rulebook, as the house itself does. */
import { useState } from 'preact/hooks';
import { MoneyField, Refused, typed_cents, use_acting } from './console_parts.tsx';
import type { PitJackpot, PitTable } from './console_frames.ts';
import type { Limits } from './frames.ts';
import { Sheet } from './shell.tsx';
import { rules_of } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

type Typed = Record<string, [string, string]>;

const plain = (cents: number | undefined) => (cents === undefined ? '' : String(cents / 100));
const given = (pair: readonly [string, string]) => pair.filter((text) => text.trim() !== '').length;

/* Both ends of a limit are said, or neither. */
function limits_said(typed: Typed): { limits: Limits; wrong: boolean } {
    const said = Object.entries(typed).filter(([, pair]) => given(pair) > 0);
    const limits = said.map(([wager, pair]) => [wager, pair.map(typed_cents)] as const);
    return { limits: Object.fromEntries(limits) as Limits, wrong: limits.some(([, pair]) => pair.includes(null)) };
}

function LimitFields(props: { presets: Limits; typed: Typed; set: (typed: Typed) => void }) {
    const { typed, set } = props;
    const change = (wager: string, i: 0 | 1, text: string) => {
        const pair: [string, string] = [...(typed[wager] ?? ['', ''])];
        pair[i] = text;
        set({ ...typed, [wager]: pair });
    };
    return (
        <>
            {Object.entries(props.presets).map(([wager, [least, most]]) => {
                const pair = typed[wager] ?? ['', ''];
                return (
                    <fieldset key={wager} class="limit-row" data-limit={wager}><legend>{texts.wagers[wager] ?? wager}</legend>
                        <MoneyField label={staff.limits.least} text={pair[0]} placeholder={plain(least)} set={(text) => change(wager, 0, text)} />
                        <MoneyField label={staff.limits.most} text={pair[1]} placeholder={plain(most)} set={(text) => change(wager, 1, text)} />
                        {given(pair) === 1 && <small class="wrong">{staff.new_table.both_ends}</small>}
                    </fieldset>
                );
            })}
        </>
    );
}

/* Of a book that no table plays only the Ante is known: every game has one. */
function presets_of(first: PitTable | undefined): Limits {
    return first?.limits ?? ({ ante: [undefined, undefined] } as unknown as Limits);
}

function NewTableForm(props: { tables: PitTable[]; jackpots: PitJackpot[]; close: () => void }) {
    const [name, set_name] = useState('');
    const [title, set_title] = useState('');
    const [rulebook, set_rulebook] = useState(props.tables[0]?.rulebook ?? Object.keys(texts.books)[0] ?? '');
    const [typed, set_typed] = useState<Typed>({});
    const [positions, set_positions] = useState('');
    const [jackpot, set_jackpot] = useState('');
    const [by, set_by] = useState('person');
    const acting = use_acting();
    const first = props.tables.find((one) => one.rulebook === rulebook);
    const seats = first ? rules_of(first.table).value?.positions : undefined;
    const { limits, wrong } = limits_said(typed);
    const send = async () => {
        const answer = await acting.act({
            do: 'table', name: name.trim(), rulebook, ...(title.trim() ? { title: title.trim() } : {}),
            ...(Object.keys(limits).length > 0 ? { limits } : {}), ...(positions ? { positions: Number(positions) } : {}),
            ...(jackpot ? { jackpot } : {}), physical: by === 'physical', automatic: by === 'automatic',
        });
        if (answer.ok) props.close();
    };
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <label class="field">{staff.new_table.name}<input value={name} required pattern="[a-z0-9][a-z0-9\-]*" title={staff.new_table.name_note} autocomplete="off" onInput={(event) => set_name(event.currentTarget.value)} /><small>{staff.new_table.name_note}</small></label>
            <label class="field">{staff.new_table.heading}<input value={title} autocomplete="off" onInput={(event) => set_title(event.currentTarget.value)} /></label>
            <label class="field">{staff.new_table.rulebook}
                <select value={rulebook} onChange={(event) => { set_rulebook(event.currentTarget.value); set_typed({}); set_jackpot(''); }}>
                    {Object.entries(texts.books).map(([id, says]) => <option key={id} value={id}>{id}: {says}</option>)}
                </select>
            </label>
            <p class="quiet">{first ? staff.new_table.rest(first.title) : staff.new_table.rest_of_book}</p>
            <LimitFields presets={presets_of(first)} typed={typed} set={set_typed} />
            <label class="field">{staff.new_table.positions}
                <input inputMode="numeric" pattern="[1-9][0-9]?" title={staff.new_table.positions_note} value={positions} placeholder={seats === undefined ? '' : String(seats)}
                    autocomplete="off" onInput={(event) => set_positions(event.currentTarget.value.trim())} />
            </label>
            <label class="field">{staff.new_table.jackpot}
                <select value={jackpot} onChange={(event) => set_jackpot(event.currentTarget.value)}>
                    <option value="">{staff.new_table.no_jackpot}</option>
                    {props.jackpots.filter((one) => one.rulebook === rulebook).map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
                </select>
            </label>
            <label class="field">{staff.new_table.dealt}
                <select value={by} onChange={(event) => set_by(event.currentTarget.value)}>
                    {Object.entries(staff.new_table.by).map(([id, says]) => <option key={id} value={id}>{says}</option>)}
                </select>
            </label>
            <Refused refused={acting.refused} />
            <button type="submit" class="press gold" disabled={acting.busy || wrong}>{staff.new_table.open}</button>
        </form>
    );
}

export function NewTable(props: { tables: PitTable[]; jackpots: PitJackpot[] }) {
    const [open, set_open] = useState(false);
    return (
        <>
            <button type="button" class="press small" onClick={() => set_open(true)}>{staff.new_table.title}</button>
            {open && <Sheet title={staff.new_table.title} close={() => set_open(false)}><NewTableForm {...props} close={() => set_open(false)} /></Sheet>}
        </>
    );
}
