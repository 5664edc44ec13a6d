/* office_page.tsx -- /office: the figures of the shift that runs, of one that was closed, or of any
 * time between two moments; each table as CSV too. Here the shift is closed. */
import { useEffect, useState } from 'preact/hooks';
import { get } from './api.ts';
import { ClosedDoor, ConsoleFrame, Panel, Refused, Scroll, Sum, cents_text, day_time, use_acting } from './console_parts.tsx';
import type { Report, Shifts } from './console_frames.ts';
import { CageView, IncidentsView, JackpotsView, SignInsView, Sigmas, StaffView, TableFiguresView, WagerFiguresView, count, percent } from './office_figures.tsx';
import { HoldPlot, WinPlot } from './office_plots.tsx';
import { awards_of, base_of } from './office_sums.ts';
import { go } from './router.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

interface Period {
    from: number | null;
    to: number | null;
}

const query = (period: Period) => {
    const parts = [period.from === null ? '' : `from=${period.from}`, period.to === null ? '' : `to=${period.to}`].filter(Boolean);
    return parts.length > 0 ? `?${parts.join('&')}` : '';
};

/* The figures of what runs are asked for again every ten seconds. */
function use_report(period: Period): { report: Report | null; failed: string | null; closed: string | null } {
    const [report, set_report] = useState<Report | null>(null);
    const [failed, set_failed] = useState<string | null>(null);
    const [closed, set_closed] = useState<string | null>(null);
    useEffect(() => {
        let late = false;
        const ask = () => void get<Report>(`/api/report${query(period)}`).then((result) => {
            if (late) return;
            if (result.ok) set_report(result.value);
            else if (result.failure.status === 403 || result.failure.status === 401) set_closed(result.failure.text);
            set_failed(result.ok ? null : result.failure.text);
        });
        ask();
        const timer = period.to === null ? setInterval(ask, 10_000) : 0;
        return () => { late = true; clearInterval(timer); };
    }, [period.from, period.to]);
    return { report, failed, closed };
}

function Csv(props: { what: string; period: Period }) {
    return <a class="csv" href={`/api/report/${props.what}.csv${query(props.period)}`} download={`${props.what}.csv`}>CSV<span class="spoken">: {props.what}</span></a>;
}

/* What a browser's own field for a moment gives, as milliseconds. */
function moment(text: string): number | null {
    const time = text === '' ? NaN : new Date(text).getTime();
    return Number.isNaN(time) ? null : time;
}

function Periods(props: { shifts: Shifts | null; choose: (period: Period) => void }) {
    const [from, set_from] = useState('');
    const [to, set_to] = useState('');
    return (
        <form class="periods" onSubmit={(event) => { event.preventDefault(); props.choose({ from: moment(from), to: moment(to) }); }}>
            <label class="field">{staff.office.period_from}<input type="datetime-local" value={from} onInput={(event) => set_from(event.currentTarget.value)} /></label>
            <label class="field">{staff.office.period_to}<input type="datetime-local" value={to} onInput={(event) => set_to(event.currentTarget.value)} /></label>
            <button type="submit" class="press">{staff.office.show}</button>
            <button type="button" class="press" onClick={() => { set_from(''); set_to(''); props.choose({ from: null, to: null }); }}>{staff.office.running}</button>
        </form>
    );
}

function CloseShift(props: { closed: () => void }) {
    const [asked, set_asked] = useState(false);
    const [note, set_note] = useState('');
    const acting = use_acting();
    const close = async () => {
        const answer = await acting.act({ do: 'shift', ...(note.trim() ? { note: note.trim() } : {}) });
        if (!answer.ok) return;
        props.closed();
        if (answer.shift !== undefined) go(`/office/shift/${answer.shift}`);
    };
    if (!asked) return <button type="button" class="press gold" onClick={() => set_asked(true)}>{staff.office.close_shift}</button>;
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void close(); }}>
            <p>{staff.office.close_lead}</p>
            <label class="field">{staff.office.note}<input value={note} maxLength={150} autocomplete="off" onInput={(event) => set_note(event.currentTarget.value)} /></label>
            <Refused refused={acting.refused} />
            <p class="row"><button type="submit" class="press gold" disabled={acting.busy}>{staff.office.close_now}</button>
                <button type="button" class="press" onClick={() => set_asked(false)}>{staff.cage.not_now}</button></p>
        </form>
    );
}

function ShiftList(props: { shifts: Shifts | null }) {
    const all = [...(props.shifts?.shifts ?? [])].reverse();
    if (all.length === 0) return <p class="quiet">{staff.office.no_shifts}</p>;
    return (
        <ul class="shift-list">
            {all.map((one) => (
                <li key={one.number}><a href={`/office/shift/${one.number}`}><b>{staff.office.shift(one.number)}</b> <span>{day_time.format(one.from)} – {day_time.format(one.to)}</span> <small class="quiet">{one.name}{one.note && `: ${one.note}`}</small></a></li>
            ))}
        </ul>
    );
}

export function Totals(props: { report: Report }) {
    const { total } = props.report;
    return (
        <dl class="tiles">
            <div><dt>{staff.office.columns.handle}</dt><dd><Sum cents={total.handle} /></dd></div>
            <div><dt>{staff.office.columns.win}</dt><dd><Sum cents={total.win} signed /></dd></div>
            <div><dt>{staff.office.columns.expected}</dt><dd><Sum cents={total.expected} /></dd></div>
            <div><dt>{staff.office.columns.sigmas}</dt><dd><Sigmas sigmas={total.sigmas} /></dd></div>
            <div><dt>{staff.office.columns.hold}</dt><dd>{percent(total.hold)}</dd></div>
            <div><dt>{staff.office.columns.rounds}</dt><dd>{count(total.rounds)}</dd></div>
        </dl>
    );
}

/* One hit outweighs a shift: what it was, and what the rest comes to without it. */
export function JackpotsApart(props: { report: Report }) {
    const awards = awards_of(props.report.jackpots);
    const base = base_of(props.report.tables);
    if (awards.length === 0 || base === null) return null;
    const paid = awards.reduce((sum, one) => sum + one.value, 0);
    return (
        <p class="apart">{staff.office.hits_paid(awards.length, cents_text(paid))}{' '}
            {staff.office.base(cents_text(base.win), cents_text(base.expected), cents_text(base.handle), percent(base.hold))}{' '}
            <span class="quiet">{staff.office.apart_note}</span></p>
    );
}

function Figures(props: { report: Report; period: Period }) {
    const { report, period } = props;
    const scroll = (name: string, children: preact.ComponentChildren) => <Scroll name={name}>{children}</Scroll>;
    const titles = staff.office.sections;
    return (
        <>
            <Totals report={report} />
            <JackpotsApart report={report} />
            <div class="plots">
                <Panel title={titles.win}><WinPlot hours={report.hours} awards={awards_of(report.jackpots)} /></Panel>
                <Panel title={titles.hold}><HoldPlot tables={report.tables} /></Panel>
            </div>
            <Panel title={titles.tables} tools={<Csv what="tables" period={period} />}>{scroll(titles.tables, <TableFiguresView report={report} by="tables" />)}</Panel>
            <Panel title={titles.rulebooks} tools={<Csv what="rulebooks" period={period} />}>{scroll(titles.rulebooks, <TableFiguresView report={report} by="rulebooks" />)}</Panel>
            <Panel title={titles.wagers} tools={<><Csv what="wagers" period={period} /><Csv what="hours" period={period} /></>}>{scroll(titles.wagers, <WagerFiguresView report={report} />)}</Panel>
            <Panel title={titles.jackpots} tools={<><Csv what="jackpots" period={period} /><Csv what="hits" period={period} /></>}>{scroll(titles.jackpots, <JackpotsView report={report} />)}</Panel>
            <Panel title={titles.cage}><CageView report={report} /></Panel>
            <Panel title={titles.incidents} tools={<Csv what="incidents" period={period} />}>{scroll(titles.incidents, <IncidentsView report={report} />)}</Panel>
            <Panel title={titles.staff} tools={<Csv what="staff" period={period} />}>{scroll(titles.staff, <StaffView report={report} />)}</Panel>
            <Panel title={titles.sign_ins} tools={<Csv what="sign-ins" period={period} />}>{scroll(titles.sign_ins, <SignInsView report={report} />)}</Panel>
        </>
    );
}

export function OfficePage() {
    const [period, set_period] = useState<Period>({ from: null, to: null });
    const [shifts, set_shifts] = useState<Shifts | null>(null);
    const [turn, set_turn] = useState(0);
    const { report, failed, closed } = use_report(period);
    useEffect(() => void get<Shifts>('/api/shifts').then((result) => { if (result.ok) set_shifts(result.value); }), [turn]);
    if (closed !== null) return <ClosedDoor title={texts.consoles.office} text={closed} />;
    return (
        <ConsoleFrame title={texts.consoles.office} class="office">
            <div class="office-top">
                <Panel title={staff.office.period}>
                    <p class="quiet">{report && `${day_time.format(report.from)} – ${day_time.format(report.to)}`}</p>
                    <Periods shifts={shifts} choose={set_period} />
                    {failed !== null && <p class="refused" role="alert">{texts.refused(failed)}</p>}
                </Panel>
                <Panel title={staff.office.shifts} tools={<CloseShift closed={() => set_turn(turn + 1)} />}><ShiftList shifts={shifts} /></Panel>
            </div>
            {report ? <Figures report={report} period={period} /> : failed === null && <p role="status">{texts.loading}</p>}
        </ConsoleFrame>
    );
}
