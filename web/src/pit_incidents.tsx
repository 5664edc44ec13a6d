/* pit_incidents.tsx -- what was refused, reported, ruled and changed; the newest first. */
import { Panel, Scroll, capital, clock_time, role_name, words } from './console_parts.tsx';
import type { Incident } from './console_frames.ts';
import { staff } from './texts_staff.en.ts';

/* "table: role_too_low: only a shift manager can open a table": the codes are for records, people read the rest. */
function incident_text(kind: string, text: string): string {
    const names = kind === 'ruling' ? staff.ruling_names : { ...staff.ruling_names, ...staff.calls };
    const said = text.replace(/^([a-z_]+): ([a-z]+_[a-z_]+): /, (_, what: string) => `${what}: `)
        .replace(/^([a-z_]+): /, (all, what: string) => (names[what] ? `${names[what]}: ` : all));
    return capital(said.replace(/\b[a-z]+(_[a-z]+)+\b/g, words));
}

export function IncidentRows(props: { incidents: readonly Incident[]; time?: Intl.DateTimeFormat }) {
    const time = props.time ?? clock_time;
    const rows = [...props.incidents].sort((a, b) => b.time - a.time || b.number - a.number);
    return (
        <table class="figures incidents">
            <thead><tr><th>{staff.incidents.time}</th><th>{staff.incidents.kind}</th><th>{staff.incidents.who}</th><th>{staff.incidents.table}</th><th>{staff.incidents.what}</th></tr></thead>
            <tbody>
                {rows.map((one) => (
                    <tr key={`${one.kind} ${one.number} ${one.time}`} class={`incident-${one.kind}`}>
                        <td>{time.format(one.time)}</td><td>{capital(staff.incident_kinds[one.kind] ?? words(one.kind))}</td>
                        <td>{one.person ? <>{one.name} <small class="quiet">{role_name(one.role ?? '')}</small></> : staff.incidents.operator}</td><td>{one.table ?? one.jackpot ?? ''}</td>
                        <td>{incident_text(one.kind, one.text)}{one.paragraphs && one.paragraphs.length > 0 && <small class="quiet"> [{one.paragraphs.join(', ')}]</small>}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Incidents(props: { incidents: readonly Incident[] }) {
    return (
        <Panel title={staff.incidents.title} class="incidents-panel">
            {props.incidents.length === 0
                ? <p class="quiet">{staff.incidents.none}</p>
                : <Scroll name={staff.incidents.title} tall><IncidentRows incidents={props.incidents} /></Scroll>}
        </Panel>
    );
}
