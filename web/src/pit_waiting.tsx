/* pit_waiting.tsx -- what waits for a person: rulings, hits, alerts; the longest first. */
import { Panel, Refused, Since, capital, role_name, use_acting, words } from './console_parts.tsx';
import type { Hit, Pit, PitTable } from './console_frames.ts';
import { HitActions } from './pit_hits.tsx';
import { staff } from './texts_staff.en.ts';

export interface WaitingOne {
    key: string;
    since: number;
    kind: 'gate' | 'hit' | 'alert';
    title: string;
    text: string;
    table?: PitTable;
    hit?: { jackpot: string; hit: Hit; first: boolean };
}

function gates_of(table: PitTable): WaitingOne[] {
    const waiting = table.waiting;
    if (!waiting) return [];
    const text = [waiting.report ? words(waiting.report) : null, waiting.decides ? staff.would.decides(role_name(waiting.decides)) : null,
        waiting.paragraphs.length > 0 ? `[${waiting.paragraphs.join(', ')}]` : null].filter(Boolean).join(' · ');
    return [{ key: `gate ${table.table}`, since: waiting.since, kind: 'gate', table, title: staff.pit.waits_for[waiting.for] ?? words(waiting.for), text }];
}

/* The alert of a hit says no more than the hit itself. */
function alerts_of(table: PitTable): WaitingOne[] {
    return table.alerts.filter((one) => one.alert !== 'hit_waits').map((one) => ({
        key: `${one.alert} ${table.table}`, since: one.since, kind: 'alert' as const, table, title: capital(staff.alerts[one.alert] ?? words(one.alert)), text: one.text,
    }));
}

/* Hits keep the order in which they are paid, whatever the times at which they were dealt. */
function waits_since(hits: readonly Hit[], place: number): number {
    return [...hits].map((hit) => hit.dealt).sort((a, b) => a - b)[place] ?? 0;
}

export function waiting_of(pit: Pit): WaitingOne[] {
    const hits = pit.jackpots.flatMap((jackpot) => jackpot.waiting.map((hit, i) => ({
        key: `hit ${jackpot.name} ${hit.number}`, since: waits_since(jackpot.waiting, i), kind: 'hit' as const, title: staff.pit.hit(jackpot.name),
        text: staff.pit.hit_of(hit.name, hit.table, hit.seat), hit: { jackpot: jackpot.name, hit, first: i === 0 },
    })));
    return [...pit.tables.flatMap(gates_of), ...hits, ...pit.tables.flatMap(alerts_of)].sort((a, b) => a.since - b.since);
}

function One(props: { one: WaitingOne; rule: (table: string) => void; show: (table: string) => void }) {
    const { one, rule, show } = props;
    const acting = use_acting();
    const gate = one.table?.waiting?.for;
    const table = one.table?.table ?? '';
    return (
        <li class={`waits waits-${one.kind}`} data-waiting={one.key}>
            <div class="waiting-head"><b>{one.title}</b>{one.table && <span class="quiet">{one.table.title}</span>}<Since time={one.since} /></div>
            {one.text && <p>{one.text}</p>}
            {one.kind === 'gate' && (
                <p class="row">
                    {gate === 'report' && ['confirm', 'drop'].map((what) => (
                        <button key={what} type="button" class="press" disabled={acting.busy} onClick={() => void acting.act({ do: what, table })}>{staff.calls[what]}</button>
                    ))}
                    <button type="button" class="press gold" onClick={() => rule(table)}>{gate === 'ruling' ? staff.ruling.rule : staff.pit.show}</button>
                </p>
            )}
            {one.kind === 'alert' && <p class="row"><button type="button" class="press" onClick={() => show(table)}>{staff.pit.show}</button></p>}
            {one.hit && <HitActions jackpot={one.hit.jackpot} hit={one.hit.hit} first={one.hit.first} />}
            <Refused refused={acting.refused} />
        </li>
    );
}

export function Waiting(props: { waiting: WaitingOne[]; pit: Pit; rule: (table: string) => void; show: (table: string) => void }) {
    return (
        <Panel title={staff.pit.waiting} class="waiting-panel">
            <ul class="waiting-list" aria-live="polite">
                {props.waiting.map((one) => <One key={one.key} one={one} rule={props.rule} show={props.show} />)}
            </ul>
            {props.waiting.length === 0 && <p class="quiet">{staff.pit.nothing_waits}</p>}
        </Panel>
    );
}

export function chime(): void {
    try {
        const audio = new AudioContext();
        const tone = audio.createOscillator();
        const level = audio.createGain();
        level.gain.setValueAtTime(0.08, audio.currentTime);
        level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
        tone.frequency.value = 660;
        tone.connect(level).connect(audio.destination);
        tone.start();
        tone.stop(audio.currentTime + 0.5);
        tone.onended = () => void audio.close();
    } catch { /* a browser without sound */ }
}

