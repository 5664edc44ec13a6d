/* account_page.tsx -- /account: keep the chips, sign in or out, and settings. */
import { useEffect, useState } from 'preact/hooks';
import { post } from './api.ts';
import type { Person } from './frames.ts';
import { consoles_of, is_staff } from './console_roles.ts';
import { open_link, renew_link, send } from './link.ts';
import { money } from './money.ts';
import { go } from './router.ts';
import { Settings } from './settings.tsx';
import { Banner, Head } from './shell.tsx';
import { find_me, me, play_money, tell } from './state.ts';
import { texts } from './texts.en.ts';

/* Name and password; what is wrong is said under the fields. */
export function Pass(props: { path: string; fresh: boolean; label: string; done: (you: Person) => void }) {
    const [wrong, set_wrong] = useState('');
    const [busy, set_busy] = useState(false);
    const submit = async (event: Event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        set_busy(true);
        const result = await post<{ you: Person }>(props.path, { name: form.get('name'), password: form.get('password') });
        set_busy(false);
        if (result.ok) return props.done(result.value.you);
        const { text, retry_after } = result.failure;
        set_wrong(texts.refused(text) + (retry_after ? ` ${texts.account.retry(retry_after)}` : ''));
    };
    const id = props.fresh ? 'join' : 'sign';
    return (
        <form onSubmit={(event) => void submit(event)}>
            <label>{texts.account.name}<input name="name" required maxLength={32} autocomplete="username" /></label>
            <label>{props.fresh ? texts.account.new_password : texts.account.password}
                <input name="password" type="password" required autocomplete={props.fresh ? 'new-password' : 'current-password'}
                    aria-describedby={wrong ? `${id}-wrong` : undefined} />
            </label>
            {wrong && <p class="wrong" id={`${id}-wrong`} role="alert">{wrong}</p>}
            <button type="submit" class="press gold" disabled={busy}>{props.label}</button>
        </form>
    );
}

async function sign_out(): Promise<void> {
    const result = await post('/api/sign-out');
    if (!result.ok) return tell(texts.refused(result.failure.text), 'warning');
    me.value = null;
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
                <button type="button" class="press quiet" onClick={() => void sign_out()}>{texts.account.sign_out}</button>
            </p>
        </>
    );
}

export function AccountPage() {
    useEffect(() => { void find_me().then((you) => { if (you) void open_link(); }); }, []); /* the house says what is played for */
    const changed = (you: Person) => {
        me.value = you;
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
                {me.value?.guest && (
                    <section class="panel">
                        <h2>{texts.account.keep}</h2>
                        <p class="quiet">{texts.account.keep_lead}</p>
                        <Pass path="/api/join" fresh label={texts.account.join} done={changed} />
                    </section>
                )}
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
