/* pit_table_sheet.tsx -- one table in the pit: its layout as the players see it, what was reported,
 * rulings, limits, restrictions, and the way to its rounds and its desk. */
import { useEffect, useState } from 'preact/hooks';
import { MoneyField, Refused, cents_text, role_name, typed_cents, use_acting, words } from './console_parts.tsx';
import type { PitTable, StaffView } from './console_frames.ts';
import { BoxRows } from './desk_boxes.tsx';
import { use_forms, WaitingReport } from './desk_page.tsx';
import type { Limits, Rules } from './frames.ts';
import { watch } from './link.ts';
import { RulingForm } from './pit_ruling.tsx';
import { Sheet } from './shell.tsx';
import { rules_of, table } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

const plain = (cents: number) => String(cents / 100);

/* Begins anew with each frame that has other limits; that something was done is therefore kept outside. */
function LimitsForm(props: { name: string; limits: Limits; done: boolean; set_done: (done: boolean) => void }) {
    const { name, limits, done, set_done } = props;
    const [typed, set_typed] = useState<Record<string, [string, string]>>(() =>
        Object.fromEntries(Object.entries(limits).map(([wager, [least, most]]) => [wager, [plain(least), plain(most)]])));
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const change = (wager: string, i: 0 | 1, text: string) => {
        const pair: [string, string] = [...(typed[wager] ?? ['', ''])];
        pair[i] = text;
        set_typed({ ...typed, [wager]: pair });
        set_done(false);
    };
    const changed = Object.entries(typed).filter(([wager, [least, most]]) =>
        typed_cents(least) !== limits[wager]?.[0] || typed_cents(most) !== limits[wager]?.[1]);
    const readable = changed.every(([, pair]) => pair.every((text) => typed_cents(text) !== null));
    const send = async () => {
        const message = Object.fromEntries(changed.map(([wager, pair]) => [wager, pair.map((text) => typed_cents(text))]));
        set_done((await acting.act({ do: 'limits', table: name, limits: message, reason: reason.trim() })).ok);
    };
    return (
        <form class="guided limits-form" onSubmit={(event) => { event.preventDefault(); void send(); }}>
            {Object.entries(typed).map(([wager, [least, most]]) => (
                <fieldset key={wager} class="limit-row"><legend>{texts.wagers[wager] ?? wager}</legend>
                    <MoneyField label={staff.limits.least} text={least} set={(text) => change(wager, 0, text)} />
                    <MoneyField label={staff.limits.most} text={most} set={(text) => change(wager, 1, text)} />
                </fieldset>
            ))}
            <label class="field">{staff.ruling.reason}<input value={reason} required maxLength={39} onInput={(event) => set_reason(event.currentTarget.value)} /></label>
            <Refused refused={acting.refused} />
            {done && <p role="status" class="done">{staff.done}</p>}
            <button type="submit" class="press" disabled={acting.busy || changed.length === 0 || !readable}>{staff.limits.change}</button>
        </form>
    );
}

function Restrictions(props: { view: StaffView; choose: (player: number) => void }) {
    const { view } = props;
    const flagged = view.flagged ?? [];
    return (
        <ul class="restrictions">
            {flagged.map((one) => (
                <li key={one.player}><b>{view.people[one.player] ?? one.player}</b> {one.flags.map(words).join(', ')}{' '}
                    <button type="button" class="press small" onClick={() => props.choose(one.player)}>{staff.pit.free}</button></li>
            ))}
            {flagged.length === 0 && <li class="quiet">{staff.pit.no_restrictions}</li>}
        </ul>
    );
}

/* What a ruling is about, once the report is confirmed and only its kind is left. */
function waiting_words(one: PitTable): string[] {
    const { waiting } = one;
    return waiting ? [staff.pit.waits_for[waiting.for] ?? words(waiting.for), ...(waiting.report ? [words(waiting.report)] : []),
        ...(waiting.decides ? [staff.would.decides(role_name(waiting.decides))] : [])] : [];
}

function Inside(props: { table: PitTable; view: StaffView; at: number; rules: Rules | null; rule: boolean; close: () => void }) {
    const { table: one, view, at, rules, close } = props;
    const { forms, closed } = use_forms(one.table);
    const [free, set_free] = useState<number | null>(null);
    const [done, set_done] = useState(false);
    const [changed, set_changed] = useState(false);
    const first = free !== null ? 'free' : undefined;
    return (
        <div class="table-sheet">
            {!view.report && one.waiting && <p class="asks">{waiting_words(one).join(' · ')}</p>}
            {view.report && <WaitingReport report={view.report} view={view} rules={rules} />}
            <section><h3>{staff.ruling.title}</h3>
                {closed && <p class="refused" role="alert">{texts.refused(closed)}</p>}
                {done && <p role="status" class="done">{staff.done}</p>}
                {forms && <RulingForm key={`${free}`} name={one.table} view={view} at={at} rules={rules} forms={forms} first={first} player={free ?? undefined}
                    done={() => { if (props.rule) close(); else set_done(true); }} />}
            </section>
            <section><h3>{staff.desk.boxes}</h3><BoxRows view={view} rules={rules} /></section>
            <section><h3>{staff.pit.restrictions}</h3><Restrictions view={view} choose={set_free} /></section>
            <section><h3>{staff.limits.title}</h3>
                <p class="quiet">{Object.entries(one.limits).map(([wager, [least, most]]) => `${texts.wagers[wager] ?? wager} ${cents_text(least)} – ${cents_text(most)}`).join(' · ')}</p>
                <LimitsForm key={JSON.stringify(one.limits)} name={one.table} limits={one.limits} done={changed} set_done={set_changed} />
            </section>
        </div>
    );
}

export function TableSheet(props: { table: PitTable; rule: boolean; close: () => void }) {
    const { table: one, close } = props;
    useEffect(() => watch(one.table), [one.table]);
    const rules = rules_of(one.table).value;
    const { view, at } = table(one.table).value;
    const path = encodeURIComponent(one.table);
    return (
        <Sheet title={one.title} close={close}>
            <p class="row links">
                <a class="press" href={`/pit/${path}`}>{staff.pit.replay}</a>
                <a class="press" href={`/desk/${path}`}>{texts.consoles.desk}</a>
                <a class="press" href={`/table/${path}`}>{staff.pit.watch}</a>
            </p>
            {view ? <Inside {...props} view={view as StaffView} at={at} rules={rules} /> : <p role="status">{texts.loading}</p>}
        </Sheet>
    );
}
