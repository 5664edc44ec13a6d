/* fair_panel.tsx -- shows what fairness.ts found, plainly: what was compared, with what, and what was not. */
import { useMemo } from 'preact/hooks';
import { check_live, check_round, story_of, summary, type Finding, type Notes } from './fairness.ts';
import type { Fair, View } from './frames.ts';
import { notes_of } from './notes.ts';
import { me } from './state.ts';
import { texts } from './texts.en.ts';

export function Findings(props: { findings: readonly Finding[] }) {
    const { findings } = props;
    const whole = summary(findings);
    const count = (verdict: string) => findings.filter((one) => one.verdict === verdict).length;
    const said = { bad: texts.fair.bad, good: texts.fair.good, nothing: texts.fair.nothing, partly: texts.fair.partly(count('agrees'), count('unknown')) };
    return (
        <div class="findings">
            <p class={`verdict ${whole}`}>{said[whole]}</p>
            <p class="quiet">{texts.fair.lead}</p>
            <ul>
                {findings.map((one) => (
                    <li key={one.check} data-check={one.check} class={one.verdict}>
                        <span class="mark" aria-hidden="true">{one.verdict === 'agrees' ? '✓' : one.verdict === 'differs' ? '✗' : '–'}</span>
                        <span>
                            {one.verdict === 'unknown' ? texts.fair.unknown[one.check] : texts.fair.checks[one.check]?.(one.count ?? 0)}
                            <small>{texts.fair.verdicts[one.verdict]}</small>
                        </span>
                    </li>
                ))}
            </ul>
        </div>
    );
}

/* Who has a say in this shuffle, and whose share did not come. */
function Shares(props: { fair: Fair; names: Record<string, string> }) {
    const { fair, names } = props;
    const name = (player: number) => names[player] ?? `${player}`;
    const state = (one: Fair['pledges'][number]) =>
        one.share !== null ? texts.fair.opened : fair.missing.includes(one.player) ? texts.fair.withheld : texts.fair.pledged;
    return (
        <>
            {fair.missing.length > 0 && <p class="said bad" data-withheld>{texts.fair.void_by(fair.missing.map(name).join(', '))}</p>}
            {fair.list !== null && fair.pledges.length === 0
                ? <p class="said" data-nobody>{texts.fair.nobody}</p>
                : fair.pledges.length > 0 && (
                    <details class="published" data-shares>
                        <summary>{texts.fair.shares}: {fair.pledges.length}</summary>
                        <ul>{fair.pledges.map((one) => <li key={one.player}>{name(one.player)}: {state(one)}</li>)}</ul>
                    </details>
                )}
        </>
    );
}

function Aborts(props: { fair: Fair }) {
    const { aborts } = props.fair;
    if (!aborts) return null;
    return (
        <details class="published" data-aborts>
            <summary>{texts.fair.aborts}: {aborts.before + aborts.after}</summary>
            <ul>{texts.fair.aborts_list(aborts).map((line) => <li key={line}>{line}</li>)}</ul>
            {aborts.people.length > 0 && <ul>{aborts.people.map((one) => <li key={one.player}>{texts.fair.withholder(one.name, one.times, one.until)}</li>)}</ul>}
        </details>
    );
}

function Story(props: { notes: Notes | null }) {
    const { notes } = props;
    if (!notes?.ended) return null;
    return (
        <details class="published" data-story>
            <summary>{texts.fair.story}</summary>
            <p>{texts.fair.story_lead} <code>{story_of(notes)}</code></p>
        </details>
    );
}

export function Published(props: { fair: Fair }) {
    const { fair } = props;
    const rows: [string, string | null | undefined][] = [
        [texts.fair.commitment, fair.commitment], ...fair.roots.map((root, i): [string, string] => [texts.fair.roots[i] ?? '', root]),
        [texts.fair.list, fair.list], [texts.fair.joint, fair.joint], [texts.fair.spare, fair.spare],
        ...(fair.seed !== undefined ? [[texts.fair.seed, fair.seed] as [string, string | null]] : []),
    ];
    return (
        <details class="published">
            <summary>{texts.fair.values}</summary>
            <dl>{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd><code>{value ?? texts.fair.not_yet}</code></dd></div>)}</dl>
        </details>
    );
}

export function FairSheet(props: { name: string; view: View }) {
    const { name, view } = props;
    if (!view.fair) return <p>{texts.fair.nothing}</p>;
    const notes = notes_of(name, view.fair.round);
    return (
        <div class="fair">
            <Shares fair={view.fair} names={view.people} />
            <Findings findings={check_live(view, notes)} />
            <Aborts fair={view.fair} />
            <Story notes={notes} />
            <Published fair={view.fair} />
            <p class="quiet">{texts.fair.proves}</p>
        </div>
    );
}

/* A round that is over: as the house tells it now, against what this browser kept of it. */
export function FairRound(props: { name: string; fair: Fair; views: View[] }) {
    const { name, fair, views } = props;
    const notes = notes_of(name, fair.round);
    const findings = useMemo(() => check_round(fair, views, notes), [fair, views]);
    return (
        <section class="fair panel">
            <h2>{texts.fair.title}</h2>
            <Shares fair={fair} names={views[views.length - 1]?.people ?? {}} />
            <Findings findings={findings} />
            <Story notes={notes} />
            <Published fair={fair} />
            <p class="quiet">{texts.fair.proves}</p>
        </section>
    );
}

/* A small mark on the felt: each new card is checked as it comes. */
export function FairBadge(props: { view: View; open: () => void }) {
    const { view } = props;
    const { fair } = view;
    const notes = fair ? notes_of(fair.table, fair.round) : null;
    const findings = useMemo(() => check_live(view, notes), [fair, view.round, JSON.stringify(view.boxes), view.dealer]);
    if (!fair) return null;
    const differs = summary(findings) === 'bad';
    const bad = differs || fair.missing.length > 0;
    const placed = findings.find((one) => one.check === 'places' && one.verdict === 'agrees')?.count ?? 0;
    const mine = fair.pledges.some((one) => one.player === me.value?.id);
    const alone = fair.list !== null && fair.pledges.length === 0;
    const short = differs ? texts.fair.short_bad : bad ? texts.fair.short_withheld : alone ? texts.fair.short_alone
        : placed > 0 ? texts.fair.short(placed) : mine ? texts.fair.short_mine : texts.fair.short_none;
    return (
        <button type="button" class={`fair-badge${bad ? ' bad' : ''}`} onClick={props.open}>
            <span aria-hidden="true">{bad ? '✗' : placed > 0 && !alone ? '✓' : '–'}</span>
            <span class="fair-text"> {texts.fair.live}: {short}</span>
        </button>
    );
}
