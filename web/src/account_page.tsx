/* account_page.tsx -- /account: keep the chips, sign in or out, and settings. */
import './players.ts';
import { useEffect, useState } from 'preact/hooks';
import { post } from './api.ts';
import type { Person } from './frames.ts';
import { consoles_of, is_staff } from './console_roles.ts';
import { open_link, renew_link, send } from './link.ts';
import { money } from './money.ts';
import { go } from './router.ts';
import { Settings } from './settings.tsx';
import { Banner, Head } from './shell.tsx';
import { Security } from './account_security.tsx';
import { be_somebody, find_me, me, must, play_money, tell, type Must } from './state.ts';
import { texts } from './texts.en.ts';

/* Name and password, and a code where the account has a second factor; what is wrong is said under the fields. */
export function Pass(props: { path: string; fresh: boolean; label: string; before?: () => Promise<boolean>; done: (you: Person, first: Must) => void }) {
    const [wrong, set_wrong] = useState('');
    const [needs_code, set_needs_code] = useState(false);
    const [busy, set_busy] = useState(false);
    const submit = async (event: Event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        set_busy(true);
        if (props.before && !(await props.before())) return set_busy(false);
        const code = String(form.get('code') ?? '').replaceAll(' ', '');
        const body = { name: form.get('name'), password: form.get('password'), ...(code ? { code } : {}) };
        const result = await post<{ you: Person; must?: Must }>(props.path, body);
        set_busy(false);
        if (result.ok) return props.done(result.value.you, result.value.must ?? null);
        const { reason, text, retry_after } = result.failure;
        if (reason === 'code_needed') {
            set_needs_code(true);
            return set_wrong('');
        }
        set_wrong(texts.refused(text) + (retry_after ? ` ${texts.account.retry(retry_after)}` : ''));
    };
    const id = props.fresh ? 'join' : 'sign';
    return (
        <form onSubmit={(event) => void submit(event)}>
            <label>{texts.account.name}<input name="name" required maxLength={32} autocomplete="username" /></label>
            <label>{props.fresh ? texts.account.new_password : texts.account.password}
                <input name="password" type="password" required autocomplete={props.fresh ? 'new-password' : 'current-password'}
                    minLength={props.fresh ? 8 : undefined} maxLength={256} aria-describedby={wrong ? `${id}-wrong` : props.fresh ? `${id}-rule` : undefined} />
                {props.fresh && <small id={`${id}-rule`}>{texts.account.password_rule}</small>}
            </label>
            {needs_code && (
                <label>{texts.account.code}
                    <input name="code" required maxLength={20} autocomplete="one-time-code" aria-describedby={`${id}-code-rule`}
                        ref={(input) => { if (input && !input.value && document.activeElement?.getAttribute('name') !== 'code') input.focus(); }} />
                    <small id={`${id}-code-rule`}>{texts.account.code_rule}</small>
                </label>
            )}
            {wrong && <p class="wrong" id={`${id}-wrong`} role="alert">{wrong}</p>}
            <button type="submit" class="press gold" disabled={busy}>{props.label}</button>
        </form>
    );
}

/* The current password, and a new one; whoever is in elsewhere is out then. */
function ChangePassword(props: { first: boolean }) {
    const [wrong, set_wrong] = useState('');
    const [busy, set_busy] = useState(false);
    const submit = async (event: Event) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        const typed = new FormData(form);
        set_busy(true);
        const result = await post('/api/password', { current: typed.get('current'), password: typed.get('password') });
        set_busy(false);
        if (result.ok) {
            form.reset();
            set_wrong('');
            tell(texts.account.changed);
            await find_me();
            return;
        }
        const { text, retry_after } = result.failure;
        set_wrong(texts.refused(text) + (retry_after ? ` ${texts.account.retry(retry_after)}` : ''));
    };
    return (
        <form onSubmit={(event) => void submit(event)}>
            <label>{props.first ? texts.account.first_current : texts.account.current}<input name="current" type="password" required maxLength={256} autocomplete="current-password" /></label>
            <label>{texts.account.next}<input name="password" type="password" required minLength={8} maxLength={256} autocomplete="new-password" aria-describedby="change-rule" />
                <small id="change-rule">{texts.account.password_rule}</small></label>
            {wrong && <p class="wrong" role="alert">{wrong}</p>}
            <button type="submit" class="press" disabled={busy}>{texts.account.change_do}</button>
        </form>
    );
}

/* A guest's chips are gone with the session, so it is said and asked first. */
function SignOut() {
    const [asked, ask] = useState(false);
    const you = me.value;
    if (!you) return null;
    const risky = you.guest && you.chips > 0;
    if (!asked || !risky) return <button type="button" class="press quiet" onClick={() => { if (risky) ask(true); else void sign_out(); }}>{texts.account.sign_out}</button>;
    return (
        <span class="asks-first" role="alert">
            <span>{texts.account.sign_out_guest(money(you.chips))}</span>
            <button type="button" class="press gold" onClick={() => ask(false)}>{texts.account.stay}</button>
            <button type="button" class="press quiet" onClick={() => void sign_out()}>{texts.account.sign_out_yes(money(you.chips))}</button>
        </span>
    );
}

async function sign_out(): Promise<void> {
    const result = await post('/api/sign-out');
    if (!result.ok) return tell(texts.refused(result.failure.text), 'warning');
    me.value = null;
    must.value = null;
    renew_link();
}

function You() {
    const you = me.value;
    if (!you) return <p>{texts.account.nobody}</p>;
    return (
        <>
            <p>{you.guest ? texts.account.guest(you.name) : texts.account.member(you.name)}</p>
            {!is_staff(you) && <p class="account-chips">{money(you.chips)}</p>}
            <p class="row">
                {play_money.value && !is_staff(you) && <button type="button" class="press" onClick={() => void send({ do: 'top_up' }).then((answer) =>
                    tell(answer.ok ? texts.account.done : texts.refused(answer.refused?.text ?? texts.failed), answer.ok ? 'info' : 'warning'))}>{texts.account.top_up}</button>}
                <SignOut />
            </p>
        </>
    );
}

export function AccountPage() {
    useEffect(() => { void find_me().then((you) => { if (you && !must.value) void open_link(); }); }, [must.value]); /* the house says what is played for */
    const changed = (you: Person, first: Must) => {
        me.value = you;
        must.value = first;
        if (first) return; /* what is to be set up is shown below */
        renew_link();
        tell(texts.account.member(you.name));
        const own = consoles_of(you)[0];
        if (own) go(own.path); /* whoever works here has come to work */
    };
    return (
        <div class="page">
            <Head><a class="head-link" href="/">{texts.nav.lobby}</a></Head>
            <Banner />
            <main id="content" class="account">
                <h1>{texts.account.title}</h1>
                <section class="panel"><You /></section>
                {(!me.value || me.value.guest) && (
                    <section class="panel">
                        <h2>{texts.account.keep}</h2>
                        <p class="quiet">{texts.account.keep_lead}</p>
                        <Pass path="/api/join" fresh label={me.value ? texts.account.join : texts.account.register} before={async () => (await be_somebody()) !== null} done={changed} />
                    </section>
                )}
                {me.value && !me.value.guest && must.value !== 'second_factor' && (
                    <section class="panel">
                        <h2>{must.value === 'password' ? texts.account.first : texts.account.change}</h2>
                        <p class="quiet">{must.value === 'password' ? texts.account.first_lead : texts.account.change_lead}</p>
                        <ChangePassword first={must.value === 'password'} />
                    </section>
                )}
                <Security />
                {(!me.value || me.value.guest) && (
                    <section class="panel">
                        <h2>{texts.account.sign_in}</h2>
                        <p class="quiet">{texts.account.sign_in_lead}</p>
                        <Pass path="/api/sign-in" fresh={false} label={texts.account.sign_in} done={changed} />
                    </section>
                )}
                <section class="panel">
                    <h2>{texts.settings.title}</h2>
                    <Settings />
                </section>
            </main>
        </div>
    );
}
