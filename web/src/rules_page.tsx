/* rules_page.tsx -- /table/NAME/rules: what is played at this very table, and what it is worth.
 *
 * Everything comes from the server; the page only lays it out. */
import { useEffect, useState } from 'preact/hooks';
import { get, table_path } from './api.ts';
import type { Cents, Rules } from './frames.ts';
import { settings_of, to_hash } from './lab_settings.ts';
import { money, pay_worth } from './money.ts';
import { Banner, Head } from './shell.tsx';
import { lobby, rules_of, table } from './state.ts';
import { texts } from './texts.en.ts';

interface Odds {
    wagers: Record<string, { house_edge: number; hit: number; sd: number; stake: number }>;
    strategy: { rule: string; alternatives: { name: string; house_edge: number; costs_cents: number }[] };
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const words = (key: string) => key.replace(/_/g, ' ');

const same_words = (one: string, other = '') => one.toLowerCase() === other.toLowerCase();

function PayTables(props: { rules: Rules }) {
    return (
        <div class="pay-tables">
            {props.rules.pays.map((one) => (
                <table key={one.wager} class="pay-table">
                    <caption>{texts.wagers[one.wager] ?? words(one.wager)}{same_words(one.text, texts.wagers[one.wager]) ? null : <small>{one.text}</small>}</caption>
                    <thead class="spoken"><tr><th scope="col">{texts.rules.hand}</th><th scope="col">{texts.rules.rate}</th></tr></thead>
                    <tbody>
                        {[...one.rows].sort((a, b) => pay_worth(b.pays) - pay_worth(a.pays)).map((row) => (
                            <tr key={row.key}><th scope="row">{texts.rules.pay_hands[row.hand] ?? words(row.hand)}</th><td>{row.pays.replace(':', ' to ')}</td></tr>
                        ))}
                    </tbody>
                </table>
            ))}
        </div>
    );
}

/* The odds for stakes of one's own choice; asked for when the choice rests. */
function OddsView(props: { name: string; rules: Rules }) {
    const { name, rules } = props;
    const least = (wager: string) => rules.limits[wager]?.[0] ?? 0;
    const [stakes, set_stakes] = useState<Record<string, Cents>>({
        ...Object.fromEntries(Object.keys(rules.limits).map((wager) => [wager, least(wager)])), progressive: rules.jackpot?.bet ?? 0,
    });
    const [odds, set_odds] = useState<Odds | null>(null);
    const [failed, set_failed] = useState(false);
    useEffect(() => {
        const asked = new URLSearchParams(Object.entries(stakes).filter(([, c]) => c > 0).map(([k, c]) => [k, String(c)]));
        const timer = setTimeout(() => void get<Odds>(`${table_path(name)}/odds?${asked.toString()}`).then((result) => {
            set_failed(!result.ok);
            if (result.ok) set_odds(result.value);
        }), 200);
        return () => clearTimeout(timer);
    }, [name, stakes]);
    const choice = Object.keys(rules.limits);
    return (
        <>
            <p class="quiet">{texts.rules.odds_lead}</p>
            <div class="stakes">
                {choice.map((wager) => (
                    <label key={wager}>{texts.wagers[wager] ?? words(wager)}
                        <span class="money-input">$<input type="number" inputMode="decimal" min="0" step="any" value={(stakes[wager] ?? 0) / 100}
                            onInput={(event) => set_stakes({ ...stakes, [wager]: Math.max(0, Math.round(100 * Number(event.currentTarget.value))) })} /></span>
                    </label>
                ))}
            </div>
            {failed && <p class="wrong" role="alert">{texts.rules.no_odds}</p>}
            {odds && (
                <>
                    <table class="odds">
                        <thead><tr><th scope="col">{texts.rules.wager}</th><th scope="col">{texts.rules.edge}</th><th scope="col">{texts.rules.hit}</th></tr></thead>
                        <tbody>
                            {Object.entries(odds.wagers).map(([wager, one]) => (
                                <tr key={wager}>
                                    <th scope="row">{texts.wagers[wager] ?? words(wager)}</th>
                                    <td><span class="bar" style={{ '--part': String(Math.min(1, Math.max(0, one.house_edge))) }} aria-hidden="true" />{percent.format(one.house_edge)}</td>
                                    <td>{percent.format(one.hit)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                    <p class="quiet">{texts.rules.edge_note}</p>
                    <p><b>{texts.rules.strategy}:</b> {odds.strategy.rule}</p>
                </>
            )}
        </>
    );
}

/* A heading rules nothing. The books list it because every paragraph of the original has a line. */
function is_heading(one: Rules['paragraphs'][number]): boolean {
    return one.met === 'outside' && one.says.startsWith('Heading of ');
}

function ParagraphList(props: { rules: Rules }) {
    const [find, set_find] = useState('');
    const wanted = find.trim().toLowerCase();
    const found = props.rules.paragraphs.filter((one) => !is_heading(one)).filter((one) =>
        wanted === '' || `${one.id} ${one.says} ${one.does ?? ''}`.toLowerCase().includes(wanted));
    return (
        <>
            <label class="find"><span class="spoken">{texts.rules.find}</span>
                <input type="search" placeholder={texts.rules.find} value={find} onInput={(event) => set_find(event.currentTarget.value)} />
            </label>
            <p class="quiet" role="status">{texts.rules.found(found.length)}</p>
            <dl class="paragraph-list">
                {found.map((one) => (
                    <div key={one.id}><dt>{one.id}</dt><dd>{one.says}{one.does && <small><b>{texts.rules.does}:</b> {one.does}</small>}</dd></div>
                ))}
            </dl>
        </>
    );
}

/* What the jackpot of a table shows, where we know it. */
function meter_at(name: string): Cents | null {
    return table(name).value.view?.meter ?? lobby.value?.tables.find((one) => one.table === name)?.meter ?? null;
}

/* What the clock does at this table, above all to somebody whose connection is lost. */
function ClockRules(props: { rules: Rules }) {
    const { times } = props.rules;
    const t = texts.rules;
    if (!times) return <p>{t.clock_person}</p>;
    return (
        <ul class="clock-rules">
            {times.bets > 0 && <li>{t.clock_bets(times.bets / 1000)}</li>}
            {times.decide > 0 && <li>{t.clock_decide(times.decide / 1000)} {times.lost_link === 'book' ? t.clock_book : t.clock_fold}</li>}
            {times.decide > 0 && times.alone > times.decide && <li>{t.clock_alone(Math.round(times.alone / 60_000))}</li>}
        </ul>
    );
}

/* `level` is that of its headings: under a page's title, or under a sheet's. */
export function RulesView(props: { name: string; level: 'h2' | 'h3' }) {
    const Title = props.level;
    const rules = rules_of(props.name).value;
    if (!rules) return <p role="status">{texts.loading}</p>;
    return (
        <div class="rules">
            <p class="rules-head"><b>{rules.title}</b><small>{texts.rules.version(rules.version, rules.in_force)}</small></p>
            <section>
                <Title>{texts.rules.start}</Title>
                <ol class="steps">{texts.rules.steps.map((step, i) => <li key={i}>{step}</li>)}</ol>
                <p>{texts.rules.qualifies} <b>{words(rules.qualifies)}</b>.</p>
            </section>
            <section>
                <Title>{texts.rules.limits}</Title>
                <dl class="limits">
                    {Object.entries(rules.limits).map(([wager, [least, most]]) => (
                        <div key={wager}><dt>{texts.wagers[wager] ?? words(wager)}</dt><dd>{texts.rules.limit(money(least), money(most))}</dd></div>
                    ))}
                    {rules.jackpot && <div><dt>{texts.wagers.progressive}</dt><dd>{texts.rules.jackpot(rules.jackpot.name, money(rules.jackpot.bet))}</dd></div>}
                </dl>
            </section>
            <section><Title>{texts.rules.clock}</Title><ClockRules rules={rules} /></section>
            <section><Title>{texts.rules.pays}</Title><PayTables rules={rules} /></section>
            <section>
                <Title>{texts.rules.odds}</Title>
                <OddsView name={props.name} rules={rules} />
                <p><a href={`/lab${to_hash([settings_of(rules, meter_at(props.name))])}`}>{texts.rules.lab}</a></p>
            </section>
            <section>
                <Title>{texts.rules.readings}</Title>
                <p class="quiet">{texts.rules.readings_lead}</p>
                <dl class="readings">
                    {rules.readings.map((one) => <div key={one.id}><dt>{one.question} <small>{one.id}={one.letter}</small></dt><dd>{one.says}</dd></div>)}
                </dl>
            </section>
            <section><Title>{texts.rules.paragraphs}</Title><ParagraphList rules={rules} /></section>
        </div>
    );
}

export function RulesPage(props: { name: string }) {
    return (
        <div class="page">
            <Head><a class="head-link" href={`/table/${props.name}`}>{texts.back}</a></Head>
            <Banner />
            <main id="content" class="reading">
                <h1>{texts.rules.title}</h1>
                <RulesView name={props.name} level="h2" />
            </main>
        </div>
    );
}
