/* pit_tables.tsx -- all tables as rows: phase and how long, stakes, bank and drop, who deals, alerts. */
import { Scroll, Sum, lasting } from './console_parts.tsx';
import type { PitTable } from './console_frames.ts';
import { narrow } from './prefs.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

function phase_words(one: PitTable): string {
    if (one.gate !== 'none') return staff.gates[one.gate] ?? one.gate;
    return one.closed ? texts.lobby.closed : texts.phases[one.phase] ?? one.phase;
}

function Marks(props: { one: PitTable }) {
    const { one } = props;
    return (
        <span class="marks">
            {one.alerts.map((alert) => <span key={alert.alert} class="mark-alert" title={alert.text}>{staff.alerts[alert.alert] ?? alert.alert}</span>)}
            {one.flagged.length > 0 && <span class="mark-flag">{staff.pit.flagged(one.flagged.length)}</span>}
            {one.jackpot_off && <span class="mark-flag">{staff.pit.jackpot_off}</span>}
            {one.node && <span class="quiet">{one.node}</span>}
        </span>
    );
}

const dealt_by = (one: PitTable) => (one.automatic ? staff.pit.automatic : one.desk ? one.desk.name : staff.pit.nobody);
const tone = (one: PitTable) => (one.gate !== 'none' ? 'gated' : one.alerts.length > 0 ? 'alerted' : one.closed ? 'shut' : '');

/* On a phone each table is a card; the same figures, fewer columns. */
function Cards(props: { tables: PitTable[]; now: number; open: (table: string) => void }) {
    return (
        <ul class="pit-cards">
            {props.tables.map((one) => (
                <li key={one.table}>
                    <button type="button" class={`pit-card ${tone(one)}`} data-table={one.table} onClick={() => props.open(one.table)}>
                        <b>{one.title}</b><span class="num"><Sum cents={one.staked} /></span>
                        <span>{phase_words(one)} <span class="since">{lasting(one.since, props.now)}</span></span>
                        <span class="num quiet">{staff.pit.seated(one.seated)} · {dealt_by(one)}</span>
                        <Marks one={one} />
                    </button>
                </li>
            ))}
        </ul>
    );
}

export function TableRows(props: { tables: PitTable[]; now: number; open: (table: string) => void }) {
    const { tables, now, open } = props;
    if (narrow.value) return <Cards {...props} />;
    return (
        <Scroll name={staff.pit.tables}>
            <table class="figures pit-tables">
                <thead><tr><th>{staff.pit.table}</th><th>{staff.pit.phase}</th><th class="num">{staff.pit.since}</th><th class="num">{staff.pit.round}</th>
                    <th class="num">{staff.pit.seats}</th><th class="num">{staff.pit.staked}</th><th class="num">{staff.pit.bank_drop}</th><th>{staff.pit.dealer}</th><th>{staff.pit.marks}</th></tr></thead>
                <tbody>
                    {tables.map((one) => (
                        <tr key={one.table} class={tone(one)} data-table={one.table}>
                            <th scope="row"><button type="button" class="row-link" onClick={() => open(one.table)}>{one.title} <small class="quiet">{one.title === one.table ? '' : one.table}</small></button></th>
                            <td>{phase_words(one)}</td>
                            <td class="num">{lasting(one.since, now)}</td>
                            <td class="num">{one.round}</td>
                            <td class="num">{one.seated}</td>
                            <td class="num"><Sum cents={one.staked} /></td>
                            <td class="num">{one.bank === null ? '' : <><Sum cents={one.bank} /> / <Sum cents={one.drop} /></>}</td>
                            <td>{dealt_by(one)}</td>
                            <td><Marks one={one} /></td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </Scroll>
    );
}
