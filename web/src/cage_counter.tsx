/* cage_counter.tsx -- what a cashier does besides serving patrons: the drawer and its float, chips to and from
 * tables, a receipt of any entry, and the reversal of one that was a mistake. */
import { useState } from 'preact/hooks';
import { MoneyField, Panel, Refused, Sum, cents_text, typed_cents, use_acting } from './console_parts.tsx';
import type { Cage, Movement } from './console_frames.ts';
import type { Message } from './frames.ts';
import { Sheet } from './shell.tsx';
import { house, lobby } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/* An amount, and two ways that it may go. */
function TwoWays(props: { ways: readonly [string, string]; more?: Partial<Message>; off?: boolean }) {
    const [amount, set_amount] = useState('');
    const [done, set_done] = useState('');
    const acting = use_acting();
    const cents = typed_cents(amount);
    const act = async (what: string) => {
        const answer = await acting.act({ ...props.more, do: what, amount: cents ?? 0 });
        set_done(answer.ok && !answer.waits ? staff.cage.done(staff.cage.kinds[what] ?? what, cents_text(cents ?? 0)) : '');
        if (answer.ok) set_amount('');
    };
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void act(props.ways[0]); }}>
            <MoneyField label={staff.cage.amount} text={amount} set={set_amount} required />
            <Refused refused={acting.refused} />
            {done && <p class="done" role="status">{done}</p>}
            <div class="answers">
                {props.ways.map((way, i) => (
                    <button key={way} type={i === 0 ? 'submit' : 'button'} class={`press${i === 0 ? ' gold' : ''}`} data-way={way}
                        disabled={acting.busy || props.off || cents === null || cents === 0} onClick={i === 0 ? undefined : () => void act(way)}>{staff.cage.kinds[way]}</button>
                ))}
            </div>
        </form>
    );
}

export function Drawer(props: { cage: Cage }) {
    const { cash } = props.cage;
    return (
        <Panel title={staff.cage.drawer} class="drawer">
            <p class="drawer-sum"><span>{staff.cage.cash}</span><b data-cash><Sum cents={cash} /></b></p>
            {cash < 0 && <p class="wrong" role="status">{staff.cage.drawer_short}</p>}
            <p class="quiet">{staff.cage.cash_lead}</p>
            <TwoWays ways={['float', 'vault']} />
        </Panel>
    );
}

export function Fills() {
    const tables = lobby.value?.tables ?? [];
    const [chosen, choose] = useState('');
    const table = chosen || tables[0]?.table || '';
    return (
        <Panel title={staff.cage.fills} class="fills">
            <p class="quiet">{staff.cage.fills_lead}</p>
            <label class="field">{staff.cage.table}
                <select value={table} onChange={(event) => choose(event.currentTarget.value)}>
                    {tables.map((one) => <option key={one.table} value={one.table}>{one.title}</option>)}
                </select>
            </label>
            <TwoWays ways={['fill', 'credit']} more={{ table }} off={table === ''} />
        </Panel>
    );
}

export function movement_name(one: Movement): string {
    const kind = staff.cage.kinds[one.kind] ?? one.kind;
    return one.entry === undefined ? kind : `${kind}: ${staff.cage.reverses(staff.cage.kinds[one.was ?? ''] ?? '', one.entry)}`;
}

export function movement_whose(one: Movement): string {
    return `${one.table ?? one.name ?? ''}${one.other != null ? ` → ${staff.cage.number(one.other)}` : ''}`;
}

const fixed: ReadonlySet<string> = new Set(['box', 'reversal']);

function Reversing(props: { one: Movement; close: () => void }) {
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const reverse = async () => {
        if ((await acting.act({ do: 'reverse', number: props.one.number, reason })).ok) props.close();
    };
    return (
        <form class="guided no-print" onSubmit={(event) => { event.preventDefault(); void reverse(); }}>
            <p class="quiet">{staff.cage.reverse_lead}</p>
            <label class="field">{staff.cage.reverse_reason}
                <input value={reason} required maxLength={39} autocomplete="off" onInput={(event) => set_reason(event.currentTarget.value)} />
            </label>
            <Refused refused={acting.refused} />
            <button type="submit" class="press" disabled={acting.busy || reason.trim() === ''}>{staff.cage.reverse_now}</button>
        </form>
    );
}

/* One entry as it is handed over on paper; and, on the screen, the way to take it back. */
export function Receipt(props: { one: Movement; reversed: boolean; close: () => void }) {
    const { one, reversed, close } = props;
    const [asked, ask] = useState(false);
    return (
        <Sheet title={staff.cage.receipt} close={close}>
            <div class="receipt">
                <p class="receipt-house"><b>{house.value || 'Trey'}</b> <span>{texts.consoles.cage}</span></p>
                <dl class="facts">
                    <div><dt>{staff.cage.entry(one.number)}</dt><dd>{movement_name(one)}{reversed && <b class="lost"> {staff.cage.reversed}</b>}</dd></div>
                    <div><dt>{staff.cage.time}</dt><dd>{moment.format(one.time)}</dd></div>
                    {movement_whose(one) && <div><dt>{one.table ? staff.cage.table : staff.cage.find}</dt><dd>{movement_whose(one)}{one.player != null && ` (${staff.cage.number(one.player)})`}</dd></div>}
                    <div><dt>{staff.cage.amount}</dt><dd class="receipt-sum"><Sum cents={one.amount} /></dd></div>
                    <div><dt>{staff.cage.by}</dt><dd>{one.by ?? staff.cage.house}</dd></div>
                    {one.identified && <div><dt>{staff.cage.id_seen}</dt><dd>✓</dd></div>}
                    {one.reason && <div><dt>{staff.cage.reverse_reason}</dt><dd>{one.reason}</dd></div>}
                </dl>
                <p class="signatures"><span>{staff.cage.cashier_signs}</span><span>{one.table ? staff.cage.table : staff.cage.patron_signs}</span></p>
            </div>
            <div class="answers no-print">
                <button type="button" class="press gold" onClick={() => print()}>{staff.cage.print}</button>
                {!asked && !reversed && !fixed.has(one.kind) && one.by !== null && <button type="button" class="press" onClick={() => ask(true)}>{staff.cage.reverse}</button>}
            </div>
            {asked && <Reversing one={one} close={close} />}
        </Sheet>
    );
}
