/* desk_report.tsx -- an irregularity as a short guided form: what happened, the facts that its case
 * asks for, what it comes to in money; and only then it is reported.
 *
 * Which facts matter depends on the answers before. The form asks the house after each answer and
 * shows the question that comes back, so no question is asked in vain. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Members, named_members, nothing_named, type Named } from './console_members.tsx';
import { capital, Refused, use_acting, words } from './console_parts.tsx';
import { use_try } from './console_try.ts';
import { WouldView } from './console_would.tsx';
import type { DeskForms, Kind, StaffView } from './console_frames.ts';
import type { Message, Refusal, Rules } from './frames.ts';
import { can_do } from './play.ts';
import { Sheet } from './shell.tsx';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

interface FormProps {
    name: string;
    view: StaffView;
    at: number;
    rules: Rules | null;
    forms: DeskForms;
    close: () => void;
}

function KindList(props: FormProps & { choose: (kind: string) => void }) {
    const [find, set_find] = useState('');
    const possible = can_do(props.view, 'report')?.kinds ?? [];
    const asked = find.trim().toLowerCase();
    const found = props.forms.kinds.filter((one) => `${words(one.kind)} ${one.happened}`.toLowerCase().includes(asked));
    const now_first = [...found].sort((a, b) => Number(possible.includes(b.kind)) - Number(possible.includes(a.kind)));
    const field = useRef<HTMLInputElement>(null);
    useEffect(() => field.current?.focus(), []); /* also when somebody comes back to the list */
    const choose_first = () => {
        const first = now_first[0];
        if (asked !== '' && first && possible.includes(first.kind)) props.choose(first.kind);
    };
    return (
        <div class="kinds">
            <label class="find"><span class="spoken">{staff.report.find}</span>
                <input ref={field} value={find} placeholder={staff.report.find} autocomplete="off" autofocus onInput={(event) => set_find(event.currentTarget.value)}
                    onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); choose_first(); } }} />
            </label>
            <ul>
                {now_first.map((one) => (
                    <li key={one.kind}>
                        <button type="button" class="kind" data-kind={one.kind} disabled={!possible.includes(one.kind)} onClick={() => props.choose(one.kind)}>
                            <b>{capital(words(one.kind))}</b><small>{one.happened}{!possible.includes(one.kind) && ` (${staff.report.not_now})`}</small>
                        </button>
                    </li>
                ))}
            </ul>
        </div>
    );
}

function Question(props: { fact: Kind['facts'][number]; answer: string | undefined; set: (answer: string) => void }) {
    const { fact, answer, set } = props;
    return (
        <fieldset class="pick question" data-fact={fact.fact}>
            <legend>{capital(fact.question)}</legend>
            <div class="pick-row">
                {fact.answers.map((one) => (
                    <label key={one} class={answer === one ? 'on' : ''}>
                        <input type="radio" name={fact.fact} value={one} checked={answer === one} onChange={() => set(one)} />{staff.form.answers[one] ?? words(one)}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

/* Questions appear as they are asked, and stay so that an answer can be changed. */
function use_asked(kind: Kind, asks: { fact?: string; member?: string } | undefined) {
    const [facts, set_facts] = useState<string[]>([]);
    const [members, set_members] = useState<string[]>(kind.members);
    useEffect(() => {
        if (asks?.fact && !facts.includes(asks.fact)) set_facts([...facts, asks.fact]);
        if (asks?.member && !members.includes(asks.member)) set_members([...members, asks.member]);
    }, [asks?.fact, asks?.member]);
    return { facts: facts.map((name) => kind.facts.find((one) => one.fact === name) ?? { fact: name, question: words(name), answers: [] }), members };
}

/* The question that is still open, as a question. */
function asks_text(refused: Refusal | null, kind: Kind): string {
    const question = kind.facts.find((one) => one.fact === refused?.asks?.fact)?.question;
    if (question) return staff.form.one_more(question);
    return texts.refused(staff.form.missing[refused?.asks?.member ?? ''] ?? refused?.text ?? '');
}

const still_asking = new Set(['missing_fact', 'no_seat_named', 'no_such_player']);

function KindForm(props: FormProps & { kind: Kind; back: () => void }) {
    const { name, view, at, rules, forms, kind, close } = props;
    const [facts, set_facts] = useState<Record<string, string>>({});
    const [named, set_named] = useState<Named>(nothing_named);
    const acting = use_acting();
    const message: Message = {
        do: 'report', table: name, kind: kind.kind, ...(Object.keys(facts).length > 0 ? { facts } : {}), ...named_members(named, false),
    };
    const tried = use_try(message, at);
    const asked = use_asked(kind, tried.refused?.asks);
    const waits = tried.refused !== null && (tried.refused.asks !== undefined || still_asking.has(tried.refused.reason));
    const report = async () => { if ((await acting.act(message)).ok) close(); };
    const form = useRef<HTMLFormElement>(null);
    useEffect(() => (form.current?.querySelector<HTMLElement>('input, select') ?? form.current)?.focus(), []);
    return (
        <form class="guided" ref={form} tabIndex={-1} onSubmit={(event) => { event.preventDefault(); void report(); }}>
            <p><b>{capital(words(kind.kind))}</b> <span class="quiet">{kind.happened}</span></p>
            <Members members={asked.members} named={named} set={set_named} view={view} rules={rules} modes={forms.modes} />
            {asked.facts.map((fact) => (
                <Question key={fact.fact} fact={fact} answer={facts[fact.fact]} set={(answer) => set_facts({ ...facts, [fact.fact]: answer })} />
            ))}
            {tried.would && <WouldView would={tried.would} rules={rules} people={view.people} />}
            {waits && <p class="asks" role="status">{asks_text(tried.refused, kind)}</p>}
            {!waits && <Refused refused={acting.refused ?? tried.refused} rules={rules} />}
            <p class="row">
                <button type="submit" class="press gold" disabled={!tried.would || acting.busy}>{staff.report.report}</button>
                <button type="button" class="press" onClick={props.back}>{staff.report.another}</button>
            </p>
            {tried.would && <p class="quiet">{staff.report.then}</p>}
        </form>
    );
}

export function ReportSheet(props: FormProps) {
    const [chosen, choose] = useState<string | null>(null);
    const kind = props.forms.kinds.find((one) => one.kind === chosen);
    return (
        <Sheet title={staff.report.title} close={props.close}>
            {kind ? <KindForm key={kind.kind} {...props} kind={kind} back={() => choose(null)} /> : <KindList {...props} choose={choose} />}
        </Sheet>
    );
}
