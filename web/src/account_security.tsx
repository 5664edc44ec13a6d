/* account_security.tsx -- the second factor and the sessions of an account. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { encode } from 'uqr';
import { get, post, type Failure } from './api.ts';
import { is_staff } from './console_roles.ts';
import { find_me, me, must, tell } from './state.ts';
import { texts } from './texts.en.ts';

interface Session { from: string; began: number; used: number; here: boolean }
interface Account { second_factor: boolean; policy: 'staff' | 'optional' | 'off'; sessions: Session[] }
interface Offer { secret: string; uri: string; offer: string }

const words_of = (failure: Failure) =>
    texts.refused(failure.text) + (failure.retry_after ? ` ${texts.account.retry(failure.retry_after)}` : '');

/* A form of a few fields: what is wrong is said under them, and read out. */
function Form(props: { fields: ComponentChildren; label: string; id: string; gold?: boolean; send: (typed: FormData) => Promise<Failure | null> }) {
    const [wrong, set_wrong] = useState('');
    const [busy, set_busy] = useState(false);
    const submit = async (event: Event) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        set_busy(true);
        const failure = await props.send(new FormData(form));
        set_busy(false);
        set_wrong(failure ? words_of(failure) : '');
        if (!failure) form.reset();
    };
    return (
        <form id={props.id} onSubmit={(event) => void submit(event)}>
            {props.fields}
            {wrong && <p class="wrong" role="alert">{wrong}</p>}
            <button type="submit" class={props.gold ? 'press gold' : 'press'} disabled={busy}>{props.label}</button>
        </form>
    );
}

function CurrentPassword() {
    return <label>{texts.account.current}<input name="current" type="password" required maxLength={256} autocomplete="current-password" /></label>;
}

/* Dark squares on white, whatever the theme: that is what cameras expect. */
function QrCode(props: { text: string }) {
    const { data, size } = encode(props.text, { ecc: 'M', border: 4 });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
    return (
        <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.factor.picture} shape-rendering="crispEdges">
            <rect width={size} height={size} fill="#fff" />
            <path d={squares} fill="#000" />
        </svg>
    );
}

function RecoveryCodes(props: { codes: string[]; done: () => void }) {
    return (
        <div class="recovery" role="status">
            <h3>{texts.factor.codes_title}</h3>
            <p>{texts.factor.codes_lead}</p>
            <ul>{props.codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
            <button type="button" class="press gold" onClick={props.done}>{texts.factor.codes_done}</button>
        </div>
    );
}

function SetUp(props: { done: () => void }) {
    const [offer, set_offer] = useState<Offer | null>(null);
    const [codes, set_codes] = useState<string[] | null>(null);
    const begin = async () => {
        const result = await post<Offer>('/api/second-factor/offer');
        if (result.ok) set_offer(result.value);
        else tell(words_of(result.failure), 'warning');
    };
    const send = async (typed: FormData) => {
        const body = { current: typed.get('current'), offer: offer?.offer, code: String(typed.get('code')).replaceAll(' ', '') };
        const result = await post<{ recovery: string[] }>('/api/second-factor', body);
        if (!result.ok) return result.failure;
        set_codes(result.value.recovery);
        return null;
    };
    if (codes) return <RecoveryCodes codes={codes} done={props.done} />;
    if (!offer) return <button type="button" class="press gold" onClick={() => void begin()}>{texts.factor.begin}</button>;
    return (
        <>
            <p>{texts.factor.scan}</p>
            <QrCode text={offer.uri} />
            <p class="factor-key"><span>{texts.factor.key}</span> <code>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code></p>
            <p class="factor-key"><a href={offer.uri}>{offer.uri}</a></p>
            <Form id="factor-set" gold label={texts.factor.confirm} send={send} fields={<>
                <label>{texts.factor.code}
                    <input name="code" inputMode="numeric" required maxLength={7} autocomplete="one-time-code" aria-describedby="factor-rule" />
                    <small id="factor-rule">{texts.factor.code_rule}</small></label>
                <CurrentPassword />
            </>} />
        </>
    );
}

function TurnOff(props: { done: () => void }) {
    const send = async (typed: FormData) => {
        const result = await post('/api/second-factor/remove', { current: typed.get('current') });
        if (!result.ok) return result.failure;
        tell(texts.factor.removed);
        props.done();
        return null;
    };
    return <Form id="factor-off" label={texts.factor.remove} send={send} fields={<CurrentPassword />} />;
}

function SecondFactor(props: { account: Account; again: () => void }) {
    const you = me.value;
    const { second_factor, policy } = props.account;
    if (!you || (policy === 'off' && !second_factor)) return null;
    const lead = second_factor ? texts.factor.on : must.value === 'second_factor' ? texts.factor.needed : texts.factor.off;
    const done = () => void find_me().then(props.again);
    return (
        <section class="panel" aria-labelledby="factor-title">
            <h2 id="factor-title">{texts.factor.title}</h2>
            <p class="quiet">{lead}</p>
            {!second_factor && <SetUp done={done} />}
            {second_factor && (is_staff(you) ? <p class="quiet">{texts.factor.staff_on}</p> : <TurnOff done={done} />)}
        </section>
    );
}

/* For those who stand above somebody; the server says whether they do. */
function ResetColleague() {
    const send = async (typed: FormData) => {
        const name = String(typed.get('name'));
        const result = await post('/api/second-factor/remove', { current: typed.get('current'), name });
        if (!result.ok) return result.failure;
        tell(texts.factor.reset_done(name));
        return null;
    };
    return (
        <section class="panel" aria-labelledby="reset-title">
            <h2 id="reset-title">{texts.factor.reset_title}</h2>
            <p class="quiet">{texts.factor.reset_lead}</p>
            <Form id="factor-reset" label={texts.factor.reset} send={send} fields={<>
                <label>{texts.factor.reset_name}<input name="name" required maxLength={32} autocomplete="off" /></label>
                <CurrentPassword />
            </>} />
        </section>
    );
}

const moment = (time: number) => new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function Sessions(props: { account: Account; again: () => void }) {
    const { sessions } = props.account;
    const end = async () => {
        const result = await post('/api/sign-out-everywhere');
        tell(result.ok ? texts.sessions.ended : words_of(result.failure), result.ok ? 'info' : 'warning');
        props.again();
    };
    return (
        <section class="panel" aria-labelledby="sessions-title">
            <h2 id="sessions-title">{texts.sessions.title}</h2>
            <ul class="sessions">
                {sessions.map((one) => (
                    <li key={`${one.began}-${one.from}`}>
                        <strong>{one.from}</strong>{one.here && <span class="session-here"> {texts.sessions.here}</span>}
                        <small>{texts.sessions.began} {moment(one.began)} · {texts.sessions.used} {moment(one.used)}</small>
                    </li>
                ))}
            </ul>
            {sessions.length > 1
                ? <button type="button" class="press" onClick={() => void end()}>{texts.sessions.end}</button>
                : <p class="quiet">{texts.sessions.alone}</p>}
        </section>
    );
}

const may_reset = new Set(['pit_supervisor', 'pit_manager', 'shift_manager']);

export function Security() {
    const [account, set_account] = useState<Account | null>(null);
    const ask = () => void get<{ account: Account }>('/api/account').then((result) => { if (result.ok) set_account(result.value.account); });
    const id = me.value?.id, guest = me.value?.guest;
    useEffect(() => { if (id && !guest) ask(); else set_account(null); }, [id, guest, must.value]);
    if (!account || !me.value || me.value.guest || must.value === 'password') return null;
    return (
        <>
            <SecondFactor account={account} again={ask} />
            {must.value === null && <Sessions account={account} again={ask} />}
            {must.value === null && account.policy !== 'off' && may_reset.has(me.value.role) && <ResetColleague />}
        </>
    );
}
