/* pit_page.tsx -- /pit: every table at a glance, and before all what waits for somebody. */
import { signal, type Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ClosedDoor, ConsoleFrame, Panel, now } from './console_parts.tsx';
import type { Pit, PitTable } from './console_frames.ts';
import type { Refusal } from './frames.ts';
import { staff_frames, watch_staff } from './link.ts';
import { Incidents } from './pit_incidents.tsx';
import { Jackpots } from './pit_jackpots.tsx';
import { NewTable } from './pit_new_table.tsx';
import { TableRows } from './pit_tables.tsx';
import { TableSheet } from './pit_table_sheet.tsx';
import { chime, Waiting, waiting_of } from './pit_waiting.tsx';
import { keep, kept } from './prefs.ts';
import { title_note } from './router.ts';
import { me } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

const sound = signal(kept<boolean>('pit.sound') ?? false);

/* A short tone when something more waits than before; off unless it was asked for. */
function use_chime(count: number): void {
    const before = useRef(count);
    useEffect(() => {
        if (count > before.current && sound.value) chime();
        before.current = count;
    }, [count]);
}

function Summary(props: { pit: Pit; waiting: number }) {
    const { pit, waiting } = props;
    const open = pit.tables.filter((one) => !one.closed);
    return (
        <dl class="tiles">
            <div class={waiting > 0 ? 'alert' : ''}><dt>{staff.pit.waiting}</dt><dd>{waiting}</dd></div>
            <div><dt>{staff.pit.tables_open}</dt><dd>{open.length}<small> / {pit.tables.length}</small></dd></div>
            <div><dt>{staff.pit.people}</dt><dd>{pit.people}</dd></div>
            <div><dt>{staff.pit.staked}</dt><dd>{staff.whole_money(pit.tables.reduce((sum, one) => sum + one.staked, 0))}</dd></div>
        </dl>
    );
}

function Sound() {
    return (
        <button type="button" class="head-link" aria-pressed={sound.value}
            onClick={() => { sound.value = !sound.value; keep('pit.sound', sound.value); if (sound.value) chime(); }}>
            {sound.value ? staff.pit.sound_on : staff.pit.sound_off}
        </button>
    );
}

export function PitPage() {
    const [closed, set_closed] = useState<Refusal | null>(null);
    const [open, set_open] = useState<{ table: string; rule: boolean } | null>(null);
    useEffect(() => watch_staff('pit', (answer) => set_closed(answer.refused ?? { reason: 'ended', text: texts.link.ended })), []);
    const pit = (staff_frames.pit as Signal<Pit | null>).value;
    const waiting = pit ? waiting_of(pit) : [];
    use_chime(waiting.length);
    useEffect(() => {
        title_note.value = waiting.length > 0 ? `(${waiting.length}) ` : '';
        return () => { title_note.value = ''; };
    }, [waiting.length]);
    if (closed) return <ClosedDoor title={texts.consoles.pit} text={closed.text} />;
    if (!pit) return <ConsoleFrame title={texts.consoles.pit} class="pit"><p role="status">{texts.loading}</p></ConsoleFrame>;
    const chosen: PitTable | undefined = pit.tables.find((one) => one.table === open?.table);
    return (
        <ConsoleFrame title={texts.consoles.pit} class="pit" tools={<Sound />}>
            <Summary pit={pit} waiting={waiting.length} />
            <div class="pit-columns">
                <div class="pit-left">
                    <Waiting waiting={waiting} pit={pit} rule={(table) => set_open({ table, rule: true })} show={(table) => set_open({ table, rule: false })} />
                    <Jackpots jackpots={pit.jackpots} tables={pit.tables} />
                </div>
                <div class="pit-right">
                    <Panel title={staff.pit.tables} tools={me.value?.role === 'shift_manager' && <NewTable tables={pit.tables} jackpots={pit.jackpots} />}>
                        <TableRows tables={pit.tables} now={now.value} open={(table) => set_open({ table, rule: false })} />
                    </Panel>
                    <Incidents incidents={pit.incidents} />
                </div>
            </div>
            {chosen && <TableSheet key={chosen.table} table={chosen} rule={open?.rule === true} close={() => set_open(null)} />}
        </ConsoleFrame>
    );
}
