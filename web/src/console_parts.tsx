/* console_parts.tsx -- what all consoles are made of: the frame around them, refusals, amounts of
 * money that are typed, and times that go on. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Pass } from './account_page.tsx';
import type { StaffAnswer } from './console_frames.ts';
import type { Cents, Message, Person, Refusal, Rules } from './frames.ts';
import { renew_link, send } from './link.ts';
import { cents_text, lasting, typed_cents, words } from './console_words.ts';
import { Paragraphs } from './result.tsx';
import { Banner, Head } from './shell.tsx';
import { clock_offset, me } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

export * from './console_words.ts';

/* ---- Time ---------------------------------------------------------------------------------- */
export const now = signal(Date.now()); /* by the server's clock, each second */
setInterval(() => { now.value = Date.now() + clock_offset.value; }, 1000);

export const clock_time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
export const day_time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function Since(props: { time: number }) {
    return <span class="since">{lasting(props.time, now.value)}</span>;
}

/* ---- Words ---------------------------------------------------------------------------------- */
export const role_name = (role: string) => texts.roles[role] ?? words(role);

export function Sum(props: { cents: Cents | null; signed?: boolean }) {
    const { cents, signed } = props;
    if (cents === null) return <span class="sum none">–</span>;
    const tone = signed ? (cents > 0 ? ' won' : cents < 0 ? ' lost' : '') : '';
    return <span class={`sum${tone}`}>{signed && cents > 0 ? '+' : ''}{cents_text(cents)}</span>;
}

export function MoneyField(props: { label: string; text: string; set: (text: string) => void; hint?: string; placeholder?: string; required?: boolean }) {
    const wrong = props.text.trim() !== '' && typed_cents(props.text) === null;
    return (
        <label class="field">{props.label}
            <span class="money-input"><span aria-hidden="true">$</span>
                <input inputMode="decimal" autocomplete="off" value={props.text} placeholder={props.placeholder} required={props.required} aria-invalid={wrong}
                    onInput={(event) => props.set(event.currentTarget.value)} />
            </span>
            {wrong ? <small class="wrong">{staff.not_money}</small> : props.hint && <small>{props.hint}</small>}
        </label>
    );
}

/* ---- Asking the house ------------------------------------------------------------------------- */
export interface Acting {
    busy: boolean;
    refused: Refusal | null;
    act(message: Message): Promise<StaffAnswer>;
    clear(): void;
}

/* What was asked for last waits for somebody else; it stands below the head until the next thing is done. */
const waits = signal(false);

/* One thing at a time; what was refused stays to be read until the next attempt. */
export function use_acting(): Acting {
    const [busy, set_busy] = useState(0);
    const [refused, set_refused] = useState<Refusal | null>(null);
    const last = useRef(0);
    return {
        busy: busy > 0, refused, clear: () => set_refused(null),
        async act(message) {
            const turn = ++last.current;
            set_busy((n) => n + 1);
            const answer = (await send(message)) as StaffAnswer;
            set_busy((n) => n - 1);
            if (turn === last.current) set_refused(answer.ok ? null : answer.refused ?? null);
            waits.value = answer.waits !== undefined;
            return answer;
        },
    };
}

export function Refused(props: { refused: Refusal | null; rules?: Rules | null }) {
    const { refused, rules = null } = props;
    if (!refused) return null;
    return (
        <p class="refused" role="alert" data-reason={refused.reason}>
            <b>{staff.refused}</b> {texts.refused(refused.text)}{' '}
            {refused.paragraphs && refused.paragraphs.length > 0 && (rules
                ? <Paragraphs ids={refused.paragraphs} rules={rules} />
                : <small>[{refused.paragraphs.join(', ')}]</small>)}
        </p>
    );
}

/* ---- The frame ---------------------------------------------------------------------------------- */
export function ConsoleFrame(props: { title: string; class: string; children: ComponentChildren; tools?: ComponentChildren }) {
    return (
        <div class={`page console ${props.class}`}>
            <Head title={props.title}>{props.tools}</Head>
            <Banner />
            {waits.value && <p class="waits-note" role="status">{staff.second.waits}</p>}
            <main id="content">{props.children}</main>
        </div>
    );
}

/* For somebody who has not said who he is. */
export function SignInFirst(props: { title: string }) {
    const done = (you: Person) => {
        me.value = you;
        renew_link();
    };
    return (
        <ConsoleFrame title={props.title} class="closed-door">
            <section class="panel">
                <h2>{staff.sign_in_first}</h2>
                <p class="quiet">{staff.sign_in_lead(props.title)}</p>
                <Pass path="/api/sign-in" fresh={false} label={texts.account.sign_in} done={done} />
            </section>
        </ConsoleFrame>
    );
}

/* For somebody whom the house does not let in: its own words, and who we think he is. */
export function ClosedDoor(props: { title: string; text: string }) {
    const you = me.value;
    return (
        <ConsoleFrame title={props.title} class="closed-door">
            <section class="panel" role="alert">
                <h2>{staff.closed_door(props.title)}</h2>
                <p>{texts.refused(props.text)}</p>
                {you && <p class="quiet">{staff.you_are(you.name, role_name(you.role))}</p>}
                <p class="row"><a class="press" href="/account">{staff.other_account}</a><a class="press" href="/">{texts.to_lobby}</a></p>
            </section>
        </ConsoleFrame>
    );
}

export function Panel(props: { title: string; id?: string; class?: string; tools?: ComponentChildren; children: ComponentChildren }) {
    return (
        <section class={`panel ${props.class ?? ''}`} aria-label={props.title}>
            <header class="panel-head"><h2>{props.title}</h2>{props.tools && <span class="panel-tools">{props.tools}</span>}</header>
            {props.children}
        </section>
    );
}


/* Wide figures scroll by themselves, by keyboard too. */
export function Scroll(props: { name: string; tall?: boolean; children: ComponentChildren }) {
    return <div class={`scroll${props.tall ? ' tall' : ''}`} tabIndex={0} role="region" aria-label={staff.figures_of(props.name)}>{props.children}</div>;
}
