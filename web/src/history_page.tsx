/* history_page.tsx -- /table/NAME/history: one's rounds, each to be stepped through again on
 * the same felt, with the check of its cards. */
import { useEffect, useState } from 'preact/hooks';
import { get, table_path } from './api.ts';
import { FairRound } from './fair_panel.tsx';
import { missing_rounds, took_part } from './fairness.ts';
import { Felt } from './felt.tsx';
import type { Round, RoundSummary, Rules } from './frames.ts';
import { money, net_money } from './money.ts';
import { noted_rounds, notes_of } from './notes.ts';
import { BankLines, fee_of, headline, Lines } from './result.tsx';
import { Banner, Head } from './shell.tsx';
import { SignedPanel } from './signed_panel.tsx';
import { be_somebody, me, rules_of } from './state.ts';
import { texts } from './texts.en.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/* `mine` is whose boxes are marked as his own. */
export function Replay(props: { round: Round; rules: Rules | null; mine: number | null }) {
    const { round, rules, mine } = props;
    const last = round.steps.length - 1;
    const [at, set_at] = useState(last);
    const [running, set_running] = useState(false);
    useEffect(() => {
        if (!running) return;
        if (at >= last) return set_running(false);
        const timer = setTimeout(() => set_at(at + 1), 900);
        return () => clearTimeout(timer);
    }, [running, at]);
    const step = round.steps[at];
    if (!step) return null;
    const to = (place: number) => { set_running(false); set_at(Math.max(0, Math.min(last, place))); };
    return (
        <section class="replay panel" aria-label={texts.history.replay}>
            <Felt view={step.view} rules={rules} rulebook={round.rulebook} mine={mine} still={!running} />
            <div class="replay-bar">
                <button type="button" class="icon" aria-label={texts.history.first} onClick={() => to(0)}>«</button>
                <button type="button" class="icon" aria-label={texts.history.previous} onClick={() => to(at - 1)}>‹</button>
                <button type="button" class="press" onClick={() => { if (at >= last) set_at(0); set_running(!running); }}>{running ? texts.history.stop : texts.history.run}</button>
                <button type="button" class="icon" aria-label={texts.history.next} onClick={() => to(at + 1)}>›</button>
                <button type="button" class="icon" aria-label={texts.history.last} onClick={() => to(last)}>»</button>
                <input type="range" min="0" max={last} value={at} aria-label={texts.history.step(at + 1, last + 1)}
                    onInput={(event) => to(Number(event.currentTarget.value))} />
                <span class="quiet">{texts.history.step(at + 1, last + 1)}</span>
            </div>
        </section>
    );
}

function RoundView(props: { name: string; round: number; rules: Rules | null }) {
    const { name, round, rules } = props;
    const [one, set_one] = useState<Round | null | undefined>(undefined);
    useEffect(() => {
        set_one(undefined);
        void get<Round>(`${table_path(name)}/rounds/${round}`).then((result) => set_one(result.ok ? result.value : null));
    }, [name, round]);
    if (one === undefined) return <p role="status">{texts.loading}</p>;
    if (one === null) return <p role="status">{texts.history.missing}</p>;
    const mine = me.value?.id ?? null;
    const last = one.steps[one.steps.length - 1]?.view;
    const own = one.settlement?.lines.filter((line) => line.player === mine) ?? [];
    return (
        <div class="round">
            <Replay key={one.round} round={one} rules={rules} mine={mine} />
            {one.settlement && (
                <section class="panel">
                    <h2>{headline(one.settlement, mine).text}</h2>
                    <Lines lines={own} rules={rules} boxes={new Set(own.map((line) => line.seat)).size > 1} fee={fee_of(one.settlement, mine)} />
                    {last?.bank && last.bank.player === mine && <BankLines view={last} settlement={one.settlement} />}
                </section>
            )}
            {one.fair
                ? <FairRound name={name} fair={one.fair} views={one.steps.map((step) => step.view)} />
                : <section class="panel"><h2>{texts.fair.title}</h2><p>{texts.fair.by_hand}</p></section>}
        </div>
    );
}

export function RoundList(props: { rounds: RoundSummary[]; open: number | null; choose: (round: number) => void }) {
    return (
        <ol class="round-list">
            {props.rounds.map((one) => (
                <li key={one.round}>
                    <button type="button" aria-current={props.open === one.round} onClick={() => props.choose(one.round)}>
                        <span>{texts.lobby.round(one.round)}</span>
                        <small>{when.format(one.time)}</small>
                        <small>{texts.history.staked} {money(one.staked)}</small>
                        <b class={one.void ? 'even' : one.net > 0 ? 'won' : one.net < 0 ? 'lost' : 'even'}>{one.void ? texts.history.void : net_money(one.net)}</b>
                    </button>
                </li>
            ))}
        </ol>
    );
}

export function HistoryPage(props: { name: string }) {
    const { name } = props;
    const [rounds, set_rounds] = useState<RoundSummary[] | null>(null);
    const [more, set_more] = useState(false);
    const [failed, set_failed] = useState(false);
    const [open, set_open] = useState<number | null>(null);
    const rules = rules_of(name).value;
    const fetch_more = async (before?: number) => {
        await be_somebody();
        const query = before === undefined ? '' : `?before=${before}`;
        const result = await get<{ rounds: RoundSummary[]; more: boolean }>(`${table_path(name)}/rounds${query}`);
        if (!result.ok) return set_failed(true);
        set_rounds((old) => (before === undefined ? result.value.rounds : [...(old ?? []), ...result.value.rounds]));
        set_more(result.value.more);
        if (before === undefined) set_open(result.value.rounds[0]?.round ?? null);
    };
    useEffect(() => void fetch_more(), [name]);
    const mine = noted_rounds(name).filter((round) => {
        const notes = notes_of(name, round);
        return notes !== null && notes.own?.player === me.value?.id && took_part(notes);
    });
    const gone = rounds ? missing_rounds(rounds.map((one) => one.round), more, mine) : [];
    return (
        <div class="page wide">
            <Head><a class="head-link" href={`/table/${name}`}>{texts.back}</a></Head>
            <Banner />
            <main id="content" class="history">
                <h1>{texts.history.title}<small>{rules?.title}</small></h1>
                {failed && <p role="alert">{texts.history.failed}</p>}
                {rounds === null && !failed && <p role="status">{texts.loading}</p>}
                {gone.length > 0 && <p role="alert" class="said bad" data-gone>{texts.fair.missing_rounds(gone.join(', '))}</p>}
                {rounds?.length === 0 && <p>{texts.history.none}</p>}
                <div class="history-columns">
                    {rounds && rounds.length > 0 && (
                        <div class="history-list">
                            <RoundList rounds={rounds} open={open} choose={set_open} />
                            {more && <button type="button" class="press" onClick={() => void fetch_more(rounds[rounds.length - 1]?.round)}>{texts.history.more}</button>}
                        </div>
                    )}
                    {open !== null && <RoundView name={name} round={open} rules={rules} />}
                </div>
                <SignedPanel />
            </main>
        </div>
    );
}
