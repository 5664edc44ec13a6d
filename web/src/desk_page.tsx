/* desk_page.tsx -- /desk/TABLE: a table run by a person. Left the layout as everybody sees it, with
 * the place that the next card goes to; right the calls, the cards and what waits. */
import { useEffect, useState } from 'preact/hooks';
import { get, table_path } from './api.ts';
import { ClosedDoor, ConsoleFrame, Panel, Refused, role_name, use_acting, words } from './console_parts.tsx';
import { Effects, remedy_words } from './console_would.tsx';
import type { DeskForms, OpenReport, StaffView } from './console_frames.ts';
import { BoxRows } from './desk_boxes.tsx';
import { Calls, use_desk_keys } from './desk_calls.tsx';
import { CardEntry, use_entry } from './desk_entry.tsx';
import { MendSheet } from './desk_mend.tsx';
import { ReportSheet } from './desk_report.tsx';
import { DeskState, use_desk } from './desk_taking.tsx';
import { Felt } from './felt.tsx';
import type { Rules } from './frames.ts';
import { watch } from './link.ts';
import { use_lobby } from './lobby_page.tsx';
import { RulingForm } from './pit_ruling.tsx';
import { can_do } from './play.ts';
import { Paragraphs } from './result.tsx';
import { Sheet } from './shell.tsx';
import { lobby, rules_of, table, unknown_tables } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

/* The forms of this table's book, or why not. */
export function use_forms(name: string): { forms: DeskForms | null; closed: string | null } {
    const [forms, set_forms] = useState<DeskForms | null>(null);
    const [closed, set_closed] = useState<string | null>(null);
    useEffect(() => {
        void get<DeskForms>(`${table_path(name)}/desk`).then((result) => {
            if (result.ok) set_forms(result.value);
            else set_closed(result.failure.text);
        });
    }, [name]);
    return { forms, closed };
}

/* What whoever confirms has to know: the boxes, the answers, and how the game is to go on. */
function facts_of(report: OpenReport): string[] {
    return [
        ...(report.seats.length > 0 ? [report.seats.map((seat) => texts.table.box(seat)).join(', ')] : []),
        ...Object.entries(report.facts).map(([fact, answer]) => `${words(fact)}: ${words(answer)}`),
        ...(report.mode ? [staff.desk.goes_on(words(report.mode))] : []),
        staff.desk.reported_by(role_name(report.by)),
    ];
}

/* What has been reported and waits to be confirmed or dropped. */
export function WaitingReport(props: { report: OpenReport; view: StaffView; rules: Rules | null }) {
    const { report, view, rules } = props;
    return (
        <section class="waiting-report" aria-label={staff.desk.reported}>
            <h3>{staff.desk.reported_as(words(report.report))}</h3>
            <p class="quiet">{facts_of(report).join(' · ')}</p>
            <p><b>{remedy_words(report)}</b> <Paragraphs ids={report.paragraphs} rules={rules} /></p>
            {report.decides && <p class="decides">{staff.would.decides(role_name(report.decides))}</p>}
            {report.two && <p class="decides">{staff.second.report}</p>}
            <Effects effects={report.effects} people={view.people} />
        </section>
    );
}

function Counts(props: { view: StaffView }) {
    const { view } = props;
    const hands = Object.values(view.boxes).filter((box) => box.cards.length > 0);
    const out = hands.reduce((sum, box) => sum + box.cards.length, 0) + view.dealer.cards.length;
    const deciding = Object.values(view.boxes).filter((box) => box.to_act).length;
    return (
        <dl class="counts">
            <div><dt>{staff.desk.hands}</dt><dd>{hands.length}</dd></div>
            <div><dt>{staff.desk.cards_out}</dt><dd>{out}</dd></div>
            <div><dt>{staff.desk.deciding}</dt><dd>{deciding}</dd></div>
            <div><dt>{staff.desk.exposed}</dt><dd>{view.exposed?.length ? view.exposed.join(' ') : '0'}</dd></div>
        </dl>
    );
}

type Form = 'report' | 'rule' | 'mend' | null;

function Side(props: { name: string; view: StaffView; rules: Rules | null; form: (form: Form) => void; blocked: boolean }) {
    const { name, view, rules, form } = props;
    const entry = use_entry(name, view.round);
    const acting = use_acting();
    const call = (what: string, seat?: number) => {
        const player = can_do(view, what)?.player;
        void acting.act({ do: what, table: name, ...(seat ? { seat } : {}), ...(player ? { player } : {}) });
    };
    const offered = view.bank?.offered ?? null;
    const asked = offered === null ? null : view.boxes[offered]?.seated ?? null;
    use_desk_keys(props.blocked ? null : view, entry, call, (what) => form(what as Form));
    return (
        <div class="desk-side">
            <Panel title={staff.desk.calls}>
                {asked !== null && <p class="quiet" role="status">{staff.desk.offered(view.people[asked] ?? '', offered ?? 0)}</p>}
                <Calls view={view} call={call} form={(what) => form(what as Form)} />
                <Refused refused={acting.refused} rules={rules} />
            </Panel>
            {view.gate !== 'none' && (
                <Panel title={staff.gates[view.gate] ?? view.gate} class="gate-panel">
                    <p>{texts.gates[view.gate] ?? view.gate}</p>
                    {view.report && <WaitingReport report={view.report} view={view} rules={rules} />}
                    {view.gate === 'report' && !can_do(view, 'confirm') && <p class="decides">{staff.desk.confirm_above}</p>}
                </Panel>
            )}
            {view.physical && <Panel title={staff.desk.cards}><CardEntry view={view} entry={entry} rules={rules} /></Panel>}
            <Panel title={staff.desk.counts}><Counts view={view} /></Panel>
        </div>
    );
}

function Forms(props: { name: string; view: StaffView; at: number; rules: Rules | null; forms: DeskForms; form: Form; close: () => void }) {
    const { form, close } = props;
    if (form === 'report') return <ReportSheet {...props} />;
    if (form === 'rule') return <Sheet title={staff.ruling.title} close={close}><RulingForm {...props} done={close} /></Sheet>;
    if (form === 'mend') return <MendSheet {...props} />;
    return null;
}

export function DeskPage(props: { name: string }) {
    const { name } = props;
    useEffect(() => watch(name), [name]);
    const { forms, closed } = use_forms(name);
    const [form, set_form] = useState<Form>(null);
    const rules = rules_of(name).value;
    const { view: plain, at, still } = table(name).value;
    const view = plain as StaffView | null;
    const taking = use_desk(name, view);
    if (unknown_tables.value.has(name)) return <ClosedDoor title={texts.consoles.desk} text={texts.no_table} />;
    if (closed !== null) return <ClosedDoor title={texts.consoles.desk} text={closed} />;
    if (!view) return <ConsoleFrame title={texts.consoles.desk} class="desk"><p role="status">{texts.loading}</p></ConsoleFrame>;
    return (
        <ConsoleFrame title={staff.desk.title(rules?.title ?? name)} class="desk">
            <DeskState view={view} taking={taking} />
            <div class="desk-columns">
                <div class="desk-table">
                    <Felt view={view} rules={rules} rulebook={rules?.rulebook ?? ''} mine={null} still={still} next={view.next?.place ?? null} />
                    <BoxRows view={view} rules={rules} />
                </div>
                <Side name={name} view={view} rules={rules} form={set_form} blocked={form !== null} />
            </div>
            {forms && <Forms name={name} view={view} at={at} rules={rules} forms={forms} form={form} close={() => set_form(null)} />}
        </ConsoleFrame>
    );
}

/* /desk: which table? */
export function DeskList() {
    use_lobby();
    const tables = [...(lobby.value?.tables ?? [])].sort((a, b) => Number(a.automatic) - Number(b.automatic));
    return (
        <ConsoleFrame title={texts.consoles.desk} class="desk-list">
            <Panel title={staff.desk.which}>
                {!lobby.value && <p role="status">{texts.loading}</p>}
                <ul class="desk-tables">
                    {tables.map((one) => (
                        <li key={one.table}>
                            <a class="desk-link" href={`/desk/${encodeURIComponent(one.table)}`}>
                                <b>{one.title}</b><span class="quiet">{one.table}</span>
                                <span>{one.automatic ? staff.desk.automatic : staff.desk.by_hand}</span>
                                <span>{one.closed ? texts.lobby.closed : texts.phases[one.phase] ?? one.phase}</span>
                            </a>
                        </li>
                    ))}
                </ul>
            </Panel>
        </ConsoleFrame>
    );
}
