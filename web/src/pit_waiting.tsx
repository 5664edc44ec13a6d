/* pit_waiting.tsx -- what waits for a person: money that is owed and hits first, then what needs a
 * second person, rulings, and alerts; of each the longest first. One cause is one item. */
import { Panel, Refused, Since, capital, role_name, use_acting, words } from './console_parts.tsx';
import type { Hit, Pit, PitJackpot, PitTable, Proposal, Unpaid } from './console_frames.ts';
import { HitActions } from './pit_hits.tsx';
import { Owed } from './pit_unpaid.tsx';
import { proposal_title, ProposalActions } from './proposals.tsx';
import { staff } from './texts_staff.en.ts';

export interface WaitingOne {
    key: string;
    since: number;
    kind: 'owed' | 'hit' | 'second' | 'gate' | 'alert';
    title: string;
    text: string;
    table?: PitTable;
    tables?: PitTable[]; /* that hang on it */
    hit?: { jackpot: string; hit: Hit; first: boolean };
    owed?: { jackpot: string; award: Unpaid };
    proposal?: Proposal;
}

function gates_of(table: PitTable): WaitingOne[] {
    const waiting = table.waiting;
    if (!waiting) return [];
    const text = [waiting.report ? words(waiting.report) : null, waiting.decides ? staff.would.decides(role_name(waiting.decides)) : null,
        waiting.paragraphs.length > 0 ? `[${waiting.paragraphs.join(', ')}]` : null].filter(Boolean).join(' · ');
    return [{ key: `gate ${table.table}`, since: waiting.since, kind: 'gate', table, title: staff.pit.waits_for[waiting.for] ?? words(waiting.for), text }];
}

/* The alert of a hit says no more than the hit itself, that something waits long no more than what
 * waits, and a lost link is one thing, however many tables hang on it. */
function alerts_of(table: PitTable): WaitingOne[] {
    const said = (alert: string) => alert === 'hit_waits' || alert === 'link_down' || (alert === 'waits_long' && table.waiting !== null);
    return table.alerts.filter((one) => !said(one.alert)).map((one) => ({
        key: `${one.alert} ${table.table}`, since: one.since, kind: 'alert' as const, table, title: capital(staff.alerts[one.alert] ?? words(one.alert)), text: one.text,
    }));
}

function links_of(pit: Pit): WaitingOne[] {
    return pit.jackpots.filter((one) => one.down).map((one: PitJackpot) => {
        const tables = pit.tables.filter((table) => table.jackpot === one.name);
        const since = tables.flatMap((table) => table.alerts).filter((alert) => alert.alert === 'link_down').map((alert) => alert.since);
        return {
            key: `link ${one.name}`, since: Math.min(...since, pit.time), kind: 'alert' as const, title: capital(staff.alerts['link_down'] ?? ''),
            text: one.name, tables,
        };
    });
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
    const owed = pit.jackpots.flatMap((jackpot) => jackpot.unpaid.map((award) => ({
        key: `owed ${jackpot.name} ${award.table} ${award.round} ${award.seat}`, since: award.dealt, kind: 'owed' as const, title: staff.pit.owed(jackpot.name),
        text: '', owed: { jackpot: jackpot.name, award },
    })));
    const proposals = pit.proposals.map((one) => ({
        key: `second ${one.number}`, since: one.since, kind: 'second' as const, title: staff.second.of(proposal_title(one)), text: '', proposal: one,
    }));
    const order = ['owed', 'hit', 'second', 'gate', 'alert'];
    return [...owed, ...hits, ...proposals, ...pit.tables.flatMap(gates_of), ...links_of(pit), ...pit.tables.flatMap(alerts_of)]
        .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.since - b.since);
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
            {one.kind === 'alert' && one.table && <p class="row"><button type="button" class="press" onClick={() => show(table)}>{staff.pit.show}</button></p>}
            {one.tables && <p class="row">{one.tables.map((table) => <button key={table.table} type="button" class="press" data-show={table.table} onClick={() => show(table.table)}>{table.title}</button>)}</p>}
            {one.owed && <ul class="owed"><Owed jackpot={one.owed.jackpot} award={one.owed.award} /></ul>}
            {one.proposal && <ProposalActions one={one.proposal} />}
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

