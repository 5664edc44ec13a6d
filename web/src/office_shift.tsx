/* office_shift.tsx -- /office/shift/N: a shift that was closed, as a sheet of paper: its figures, its
 * incidents, and the root of the audit tree that `trey verify` must find again. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get } from './api.ts';
import { ClosedDoor, ConsoleFrame, Scroll, day_time } from './console_parts.tsx';
import type { Report, Shift } from './console_frames.ts';
import { CageView, IncidentsView, JackpotsView, TableFiguresView, WagerFiguresView } from './office_figures.tsx';
import { JackpotsApart, Totals } from './office_page.tsx';
import { HoldPlot, WinPlot } from './office_plots.tsx';
import { awards_of } from './office_sums.ts';
import { house } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

function Audit(props: { shift: Shift }) {
    const { shift } = props;
    return (
        <section class="audit" aria-label={staff.office.audit}>
            <h2>{staff.office.audit}</h2>
            <p><code>trey verify</code> {staff.office.audit_lead}</p>
            <dl class="facts">
                <div><dt>{staff.office.seq}</dt><dd data-seq={shift.seq}>{shift.seq}</dd></div>
                <div><dt>{staff.office.root}</dt><dd><code data-root={shift.root}>{shift.root}</code></dd></div>
            </dl>
        </section>
    );
}

/* `whole`: short enough to stand on one sheet. */
function Part(props: { title: string; whole?: boolean; children: ComponentChildren }) {
    return <section class={props.whole ? 'whole' : ''}><h2>{props.title}</h2><Scroll name={props.title}>{props.children}</Scroll></section>;
}

function Paper(props: { shift: Shift; report: Report }) {
    const { shift, report } = props;
    const titles = staff.office.sections;
    return (
        <article class="paper">
            <header>
                <h1>{staff.office.shift(shift.number)}</h1>
                <p>{house.value} · {day_time.format(shift.from)} – {day_time.format(shift.to)} · {staff.office.closed_by(shift.name)}</p>
                {shift.note && <p class="note">{shift.note}</p>}
            </header>
            <Totals report={report} />
            <JackpotsApart report={report} />
            <div class="plots"><section><h2>{titles.win}</h2><WinPlot hours={report.hours} awards={awards_of(report.jackpots)} /></section><section><h2>{titles.hold}</h2><HoldPlot tables={report.tables} /></section></div>
            <Part title={titles.tables}><TableFiguresView report={report} by="tables" /></Part>
            <Part title={titles.rulebooks} whole><TableFiguresView report={report} by="rulebooks" /></Part>
            <Part title={titles.wagers}><WagerFiguresView report={report} /></Part>
            <Part title={titles.jackpots} whole><JackpotsView report={report} /></Part>
            <section><h2>{titles.cage}</h2><CageView report={report} /></section>
            <Part title={titles.incidents}><IncidentsView report={report} /></Part>
            <Audit shift={shift} />
            <footer class="signatures"><span>{staff.office.signed_manager}</span><span>{staff.office.signed_auditor}</span></footer>
        </article>
    );
}

export function ShiftPage(props: { number: number }) {
    const [shown, set_shown] = useState<{ shift: Shift; report: Report } | null>(null);
    const [failed, set_failed] = useState<string | null>(null);
    useEffect(() => {
        void get<{ shift: Shift; report: Report }>(`/api/shifts/${props.number}`).then((result) => {
            if (result.ok) set_shown(result.value);
            else set_failed(result.failure.text);
        });
    }, [props.number]);
    if (failed !== null) return <ClosedDoor title={texts.consoles.office} text={failed} />;
    const tools = (
        <>
            <a class="head-link" href="/office">{texts.back}</a>
            <button type="button" class="head-link" onClick={() => print()}>{staff.office.print}</button>
        </>
    );
    return (
        <ConsoleFrame title={staff.office.shift(props.number)} class="shift" tools={tools}>
            {shown ? <Paper {...shown} /> : <p role="status">{texts.loading}</p>}
        </ConsoleFrame>
    );
}
