/* office_figures.tsx -- the tables of a report: by table, rulebook, wager, jackpot; the same on screen
 * and on paper. Every figure is the server's; here they are only set under each other. */
import { Fragment } from 'preact';
import { Sum, clock_time, day_time, role_name, words } from './console_parts.tsx';
import type { JackpotFigures, Report, StaffCase, TableFigures } from './console_frames.ts';
import { IncidentRows } from './pit_incidents.tsx';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

export const percent = (part: number | null) => (part === null ? '–' : `${part < 0 ? '\u2212' : ''}${Math.abs(100 * part).toFixed(2)}%`);
export const one_digit = (n: number | null) => (n === null ? '–' : n.toFixed(1));
export const count = (n: number) => n.toLocaleString('en-US');

/* How far from the expectation, in words too: beyond three somebody should look. */
export function Sigmas(props: { sigmas: number | null }) {
    const { sigmas } = props;
    if (sigmas === null) return <span class="sum">–</span>;
    const far = Math.abs(sigmas) >= 3 ? ' far' : Math.abs(sigmas) >= 2 ? ' near' : '';
    return <span class={`sum sigmas${far}`}>{sigmas > 0 ? '+' : sigmas < 0 ? '\u2212' : ''}{Math.abs(sigmas).toFixed(2)} σ</span>;
}

function Row(props: { name: string; one: TableFigures; class?: string }) {
    const { one } = props;
    return (
        <tr class={props.class} data-name={props.name}>
            <th scope="row">{props.name}{one.rulebook && one.table && one.rulebook !== one.table && <small class="quiet"> {one.rulebook}</small>}
                {!one.agrees && <small class="lost"> {staff.office.differs}</small>}{one.unreckoned > 0 && <small class="quiet"> {staff.office.unreckoned(one.unreckoned)}</small>}</th>
            <td class="num">{count(one.rounds)}</td><td class="num">{one_digit(one.rounds_an_hour)}</td>
            <td class="num">{count(one.voids)}{one.void_rate !== null && <small class="quiet"> {percent(one.void_rate)}</small>}
                {one.withheld + one.cut_off > 0 && <small class="quiet"> {staff.office.called_off(one.withheld, one.cut_off)}</small>}</td>
            <td class="num"><Sum cents={one.handle} /></td><td class="num"><Sum cents={one.win} signed /></td>
            <td class="num">{percent(one.hold)}</td>
            <td class="num"><Sum cents={one.expected} /></td><td class="num"><Sum cents={one.sd} /></td>
            <td class="num"><Sigmas sigmas={one.sigmas} /></td><td class="num"><Sum cents={one.drop} /></td>
        </tr>
    );
}

export function TableFiguresView(props: { report: Report; by: 'tables' | 'rulebooks' }) {
    const { report, by } = props;
    const head = staff.office.columns;
    return (
        <table class="figures office-tables">
            <thead><tr><th>{by === 'tables' ? staff.pit.table : staff.new_table.rulebook}</th>
                {(['rounds', 'an_hour', 'voids', 'handle', 'win', 'hold', 'expected', 'sd', 'sigmas', 'drop'] as const).map((name) => <th key={name} class="num">{head[name]}</th>)}</tr></thead>
            <tbody>{report[by].map((one) => <Row key={one.table ?? one.rulebook} name={one.table ?? one.rulebook ?? ''} one={one} />)}</tbody>
            {by === 'tables' && <tfoot><Row name={staff.would.total} one={report.total} /></tfoot>}
        </table>
    );
}

export function WagerFiguresView(props: { report: Report }) {
    const head = staff.office.columns;
    return (
        <table class="figures office-wagers">
            <thead><tr><th>{staff.pit.table}</th><th>{staff.would.wager}</th>
                {(['bets', 'handle', 'win', 'expected', 'sd', 'sigmas'] as const).map((name) => <th key={name} class="num">{head[name]}</th>)}</tr></thead>
            <tbody>
                {props.report.tables.map((table) => (
                    <Fragment key={table.table}>
                        {table.wagers.map((one, i) => (
                            <tr key={one.wager}>
                                <th scope="row">{i === 0 ? table.table : <span class="spoken">{table.table}</span>}</th><td>{texts.wagers[one.wager] ?? words(one.wager)}</td>
                                <td class="num">{count(one.bets)}</td><td class="num"><Sum cents={one.handle} /></td><td class="num"><Sum cents={one.win} signed /></td>
                                <td class="num"><Sum cents={one.expected} /></td><td class="num"><Sum cents={one.sd} /></td><td class="num"><Sigmas sigmas={one.sigmas} /></td>
                            </tr>
                        ))}
                    </Fragment>
                ))}
            </tbody>
        </table>
    );
}

function Meter(props: { one: JackpotFigures }) {
    const { one } = props;
    return (
        <tr>
            <th scope="row">{one.name}</th>
            {(['value', 'reset', 'reserve', 'overflow', 'contributed', 'awarded', 'pending'] as const).map((name) => <td key={name} class="num"><Sum cents={one[name]} /></td>)}
            <td class={one.identity ? 'won' : 'lost'}>{one.identity ? staff.office.adds_up : staff.office.does_not}</td>
        </tr>
    );
}

export function JackpotsView(props: { report: Report }) {
    const { jackpots } = props.report;
    const hits = jackpots.flatMap((one) => one.hits.map((hit) => ({ ...hit, jackpot: one.name }))).sort((a, b) => a.time - b.time);
    if (jackpots.length === 0) return <p class="quiet">{staff.office.no_jackpots}</p>;
    return (
        <>
            <table class="figures">
                <thead><tr><th>{staff.new_table.jackpot}</th>
                    {(['value', 'reset', 'reserve', 'overflow', 'contributed', 'awarded', 'pending'] as const).map((name) => <th key={name} class="num">{staff.meters[name]}</th>)}<th>{staff.office.identity}</th></tr></thead>
                <tbody>{jackpots.map((one) => <Meter key={one.name} one={one} />)}</tbody>
            </table>
            {hits.length > 0 && (
                <table class="figures">
                    <caption>{staff.office.hits}</caption>
                    <thead><tr><th>{staff.incidents.time}</th><th>{staff.new_table.jackpot}</th><th>{staff.pit.table}</th><th>{staff.would.box}</th><th>{staff.would.player}</th><th class="num">{staff.pit.hit_value}</th><th>{staff.office.state}</th></tr></thead>
                    <tbody>{hits.map((hit, i) => (
                        <tr key={i}><td>{day_time.format(hit.time)}</td><td>{hit.jackpot}</td><td>{hit.table}</td><td>{hit.seat}</td><td>{hit.name}</td><td class="num"><Sum cents={hit.value} /></td><td>{words(hit.state)}</td></tr>
                    ))}</tbody>
                </table>
            )}
        </>
    );
}

export function CageView(props: { report: Report }) {
    const { cage } = props.report;
    return (
        <dl class="facts wide">
            {(['opening', 'buy_ins', 'cash_outs', 'transfers', 'boxes', 'fills', 'credits', 'closing'] as const).map((name) => (
                <div key={name}><dt>{staff.office.cage[name]}</dt><dd><Sum cents={cage[name]} /></dd></div>
            ))}
            <div><dt>{staff.office.ledger}</dt><dd class={cage.agrees ? 'won' : 'lost'}>{cage.agrees ? staff.office.agrees : staff.office.differs}</dd></div>
        </dl>
    );
}

export function IncidentsView(props: { report: Report }) {
    if (props.report.incidents.length === 0) return <p class="quiet">{staff.incidents.none}</p>;
    return <IncidentRows incidents={props.report.incidents} time={day_time} />;
}

export function SignInsView(props: { report: Report }) {
    const rows = [...props.report.sign_ins].sort((a, b) => b.time - a.time);
    if (rows.length === 0) return <p class="quiet">{staff.office.no_sign_ins}</p>;
    return (
        <table class="figures">
            <thead><tr><th>{staff.incidents.time}</th><th>{staff.incidents.who}</th><th>{staff.incidents.what}</th><th>{staff.office.from}</th></tr></thead>
            <tbody>{rows.map((one, i) => <tr key={i}><td>{clock_time.format(one.time)}</td><td>{one.name}</td><td>{words(one.what)}</td><td>{one.from}</td></tr>)}</tbody>
        </table>
    );
}

const cases: readonly StaffCase[] = ['reports', 'withdrawn', 'voids', 'corrections', 'awards'];

/* More than three standard deviations above what their share of the work would bring. */
const stands_out = (n: number, expected: number) => n - expected > 3 * Math.sqrt(Math.max(expected, 1));

export function StaffView(props: { report: Report }) {
    const rows = [...props.report.staff].sort((a, b) => b.calls - a.calls);
    if (rows.length === 0) return <p class="quiet">{staff.office.no_staff}</p>;
    return (
        <>
            <p class="quiet">{staff.office.staff_lead}</p>
            <table class="figures">
                <thead><tr><th>{staff.incidents.who}</th><th>{staff.office.role}</th><th class="num">{staff.office.calls}</th>{cases.map((one) => <th key={one} class="num">{staff.office.cases[one]}</th>)}</tr></thead>
                <tbody>
                    {rows.map((one) => (
                        <tr key={one.person}>
                            <td>{one.name || staff.cage.number(one.person)}</td><td>{role_name(one.role)}</td><td class="num">{count(one.calls)}</td>
                            {cases.map((what) => (
                                <td key={what} class={`num${stands_out(one[what], one.expected[what]) ? ' lost' : ''}`}>{one[what]} <small class="quiet">{staff.office.of_expected(one.expected[what])}</small></td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </>
    );
}
