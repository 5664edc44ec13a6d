/* pit_replay.tsx -- /pit/TABLE: any round of a table again, as the house or as one of its players saw
 * it: the same felt, step by step, with all lines of its settlement. */
import { useEffect, useState } from 'preact/hooks';
import { get, table_path } from './api.ts';
import { ClosedDoor, ConsoleFrame } from './console_parts.tsx';
import type { Round, RoundSummary, Rules } from './frames.ts';
import { Replay, RoundList } from './history_page.tsx';
import { headline, Lines } from './result.tsx';
import { go } from './router.ts';
import { rules_of } from './state.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

function players_of(round: Round): [number, string][] {
    const people = round.steps[round.steps.length - 1]?.view.people ?? {};
    const ids = new Set(round.settlement?.players.map((one) => one.player) ?? []);
    return [...ids].map((id) => [id, people[id] ?? String(id)]);
}

function OneRound(props: { name: string; number: number; rules: Rules | null }) {
    const { name, number, rules } = props;
    const [as, set_as] = useState<number | null>(null);
    const [round, set_round] = useState<Round | null | undefined>(undefined);
    const [players, set_players] = useState<[number, string][]>([]);
    useEffect(() => {
        void get<Round>(`${table_path(name)}/rounds/${number}${as === null ? '' : `?as=${as}`}`).then((result) => {
            set_round(result.ok ? result.value : null);
            if (result.ok && as === null) set_players(players_of(result.value));
        });
    }, [name, number, as]);
    if (round === undefined) return <p role="status">{texts.loading}</p>;
    if (round === null) return <p role="status">{texts.history.missing}</p>;
    const lines = (round.settlement?.lines ?? []).filter((line) => as === null || line.player === as);
    return (
        <div class="round">
            <label class="field as">{staff.replay.as}
                <select value={as === null ? '' : String(as)} onChange={(event) => set_as(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}>
                    <option value="">{staff.replay.house}</option>
                    {players.map(([id, who]) => <option key={id} value={id}>{who}</option>)}
                </select>
            </label>
            <Replay key={`${round.round} ${as}`} round={round} rules={rules} mine={as} />
            {round.settlement && (
                <section class="panel"><h2>{round.settlement.void ? texts.result.void : as === null ? staff.replay.lines : headline(round.settlement, as).text}</h2>
                    <Lines lines={lines} rules={rules} boxes /></section>
            )}
        </div>
    );
}

export function ReplayPage(props: { name: string; round: number | null }) {
    const { name, round } = props;
    const [rounds, set_rounds] = useState<RoundSummary[] | null>(null);
    const [more, set_more] = useState(false);
    const [closed, set_closed] = useState<string | null>(null);
    const rules = rules_of(name).value;
    const fetch_more = async (before?: number) => {
        const result = await get<{ rounds: RoundSummary[]; more: boolean }>(`${table_path(name)}/rounds${before === undefined ? '' : `?before=${before}`}`);
        if (!result.ok) return set_closed(result.failure.text);
        set_rounds((old) => (before === undefined ? result.value.rounds : [...(old ?? []), ...result.value.rounds]));
        set_more(result.value.more);
    };
    useEffect(() => void fetch_more(), [name]);
    const open = round ?? rounds?.[0]?.round ?? null;
    if (closed !== null) return <ClosedDoor title={staff.replay.title(name)} text={closed} />;
    return (
        <ConsoleFrame title={staff.replay.title(rules?.title ?? name)} class="history replay-page" tools={<a class="head-link" href="/pit">{texts.back}</a>}>
            {rounds === null && <p role="status">{texts.loading}</p>}
            {rounds?.length === 0 && <p>{staff.replay.none}</p>}
            <div class="history-columns">
                {rounds && rounds.length > 0 && (
                    <div class="history-list">
                        <RoundList rounds={rounds} open={open} choose={(one) => go(`/pit/${encodeURIComponent(name)}/${one}`, true)} />
                        {more && <button type="button" class="press" onClick={() => void fetch_more(rounds[rounds.length - 1]?.round)}>{texts.history.more}</button>}
                    </div>
                )}
                {open !== null && <OneRound key={open} name={name} number={open} rules={rules} />}
            </div>
        </ConsoleFrame>
    );
}
