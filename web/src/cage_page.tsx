/* cage_page.tsx -- /cage: chips against money. The balance stands above everything, and whether it
 * agrees with the ledger; below it one person at a time, the drop boxes, and the last movements. */
import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { ClosedDoor, ConsoleFrame, Panel, Refused, Scroll, Sum, clock_time, use_acting } from './console_parts.tsx';
import { Proposals } from './proposals.tsx';
import { PersonDesk } from './cage_person.tsx';
import { Drawer, Fills, movement_name, movement_whose, Receipt } from './cage_counter.tsx';
import type { Cage } from './console_frames.ts';
import type { Refusal } from './frames.ts';
import { staff_frames, watch_staff } from './link.ts';
import { lobby, look_at_lobby } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

function Balance(props: { cage: Cage }) {
    const { cage } = props;
    return (
        <section class={`balance panel${cage.agrees ? '' : ' broken'}`} aria-label={staff.cage.balance}>
            <p class="balance-sum"><span>{staff.cage.balance}</span><b><Sum cents={cage.balance} /></b></p>
            <dl class="facts">
                {(['chips', 'layout', 'house', 'drop', 'meters'] as const).map((name) => (
                    <div key={name}><dt>{staff.cage.parts[name]}</dt><dd><Sum cents={cage[name]} /></dd></div>
                ))}
            </dl>
            <p class={`agrees ${cage.agrees ? 'won' : 'lost'}`} role="status" data-agrees={String(cage.agrees)}>{cage.agrees ? staff.cage.agrees : staff.cage.differs}</p>
        </section>
    );
}

/* Emptying is asked for twice: the box is opened in front of two people. */
function DropBox(props: { table: string; cents: number }) {
    const { table, cents } = props;
    const [asked, set_asked] = useState(false);
    const acting = use_acting();
    const empty = async () => {
        set_asked(false);
        await acting.act({ do: 'box', table });
    };
    return (
        <li class="drop-box" data-box-of={table}>
            <b>{table}</b><Sum cents={cents} />
            {asked
                ? <span class="row"><button type="button" class="press gold small" onClick={() => void empty()}>{staff.cage.empty_now}</button>
                    <button type="button" class="press small" onClick={() => set_asked(false)}>{staff.cage.not_now}</button></span>
                : <button type="button" class="press small" disabled={acting.busy || cents === 0} onClick={() => set_asked(true)}>{staff.cage.empty}</button>}
            <Refused refused={acting.refused} />
        </li>
    );
}

function Boxes(props: { cage: Cage }) {
    return (
        <Panel title={staff.cage.boxes}>
            <p class="quiet">{staff.cage.boxes_lead}</p>
            <ul class="drop-boxes">{props.cage.boxes.map((one) => <DropBox key={one.table} {...one} />)}</ul>
            {props.cage.boxes.length === 0 && <p class="quiet">{staff.cage.no_boxes}</p>}
        </Panel>
    );
}

function Movements(props: { cage: Cage }) {
    const rows = [...props.cage.movements].sort((a, b) => b.number - a.number);
    const reversed = new Set(rows.map((one) => one.entry));
    const [open, set_open] = useState<number | null>(null);
    const shown = rows.find((one) => one.number === open);
    return (
        <Panel title={staff.cage.movements}>
            <Scroll name={staff.cage.movements} tall>
                <table class="figures movements">
                    <thead><tr><th>{staff.incidents.time}</th><th>{staff.cage.kind}</th><th>{staff.cage.who}</th><th class="num">{staff.cage.amount}</th><th>{staff.cage.by}</th><th>{staff.cage.receipt}</th></tr></thead>
                    <tbody>
                        {rows.map((one) => (
                            <tr key={one.number} data-kind={one.kind} data-entry={one.number} class={reversed.has(one.number) ? 'reversed' : ''}>
                                <td>{clock_time.format(one.time)}</td><td>{movement_name(one)}{reversed.has(one.number) && <small> {staff.cage.reversed}</small>}</td>
                                <td>{movement_whose(one)}{one.identified && <small class="quiet"> {staff.cage.id_seen}</small>}</td>
                                <td class="num"><Sum cents={one.amount} /></td><td>{one.by ?? staff.cage.house}{one.second && <small class="quiet"> {staff.cage.with(one.second)}</small>}</td>
                                <td><button type="button" class="press small" onClick={() => set_open(one.number)} aria-label={`${staff.cage.receipt}, ${staff.cage.entry(one.number)}`}>{one.number}</button></td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Scroll>
            {rows.length === 0 && <p class="quiet">{staff.cage.no_movements}</p>}
            {shown && <Receipt key={shown.number} one={shown} reversed={reversed.has(shown.number)} close={() => set_open(null)} />}
        </Panel>
    );
}

export function CagePage() {
    const [closed, set_closed] = useState<Refusal | null>(null);
    useEffect(() => { if (!lobby.value) void look_at_lobby(); }, []);
    useEffect(() => watch_staff('cage', (answer) => set_closed(answer.refused ?? { reason: 'ended', text: texts.link.ended })), []);
    const cage = (staff_frames.cage as Signal<Cage | null>).value;
    if (closed) return <ClosedDoor title={texts.consoles.cage} text={closed.text} />;
    if (!cage) return <ConsoleFrame title={texts.consoles.cage} class="cage"><p role="status">{texts.loading}</p></ConsoleFrame>;
    return (
        <ConsoleFrame title={texts.consoles.cage} class="cage">
            <Balance cage={cage} />
            <Proposals list={cage.proposals} />
            <div class="cage-columns">
                <div class="cage-left"><PersonDesk moved={`${cage.chips} ${cage.movements[0]?.number}`} identify_from={cage.identify_from} /><Drawer cage={cage} /><Fills /></div>
                <div class="cage-right"><Movements cage={cage} /><Boxes cage={cage} /></div>
            </div>
        </ConsoleFrame>
    );
}
