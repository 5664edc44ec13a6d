/* fair_panel.tsx -- shows what fairness.ts found, plainly: what was compared and with what. */
import { useMemo } from 'preact/hooks';
import { check_openings, check_round, open_cards, type Finding } from './fairness.ts';
import type { Fair, View } from './frames.ts';
import { nonce_key } from './play.ts';
import { kept } from './prefs.ts';
import { me } from './state.ts';
import { texts } from './texts.en.ts';

export function Findings(props: { findings: readonly Finding[] }) {
    const { findings } = props;
    const bad = findings.some((one) => one.verdict === 'differs');
    const good = findings.some((one) => one.verdict === 'agrees');
    return (
        <div class="findings">
            <p class={`verdict ${bad ? 'bad' : good ? 'good' : ''}`}>
                {bad ? texts.fair.bad : good ? texts.fair.all_good : texts.fair.nothing}
            </p>
            <p class="quiet">{texts.fair.lead}</p>
            <ul>
                {findings.map((one) => (
                    <li key={one.check} class={one.verdict}>
                        <span class="mark" aria-hidden="true">{one.verdict === 'agrees' ? '✓' : one.verdict === 'differs' ? '✗' : '–'}</span>
                        <span>
                            {one.verdict === 'unknown' ? texts.fair.unknown[one.check] : texts.fair.checks[one.check](one.count ?? 0)}
                            <small>{texts.fair.verdicts[one.verdict]}</small>
                        </span>
                    </li>
                ))}
            </ul>
        </div>
    );
}

export function Published(props: { fair: Fair }) {
    const { fair } = props;
    const rows: [string, string | null | undefined][] = [
        [texts.fair.commitment, fair.commitment], [texts.fair.nonces, fair.nonces], [texts.fair.root, fair.root],
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
    const { view } = props;
    if (!view.fair) return <p>{texts.fair.nothing}</p>;
    return (
        <div class="fair">
            <Findings findings={check_openings(view.fair, open_cards(view))} />
            <Published fair={view.fair} />
            <p class="quiet">{texts.fair.proves}</p>
        </div>
    );
}

/* The cards that were open at the end of a round, and the whole check of it. */
export function FairRound(props: { name: string; fair: Fair; view: View | undefined }) {
    const { name, fair, view } = props;
    const nonce = kept<string>(nonce_key(name, fair.round));
    const findings = useMemo(
        () => check_round(fair, view ? open_cards(view) : [], nonce && me.value ? { player: me.value.id, nonce } : undefined),
        [fair, view]);
    return (
        <section class="fair panel">
            <h2>{texts.fair.title}</h2>
            <Findings findings={findings} />
            <Published fair={fair} />
            <p class="quiet">{texts.fair.proves}</p>
        </section>
    );
}

/* A small mark on the felt: each new card is checked as it comes. */
export function FairBadge(props: { view: View; open: () => void }) {
    const { fair } = props.view;
    const shown = open_cards(props.view);
    const findings = useMemo(() => (fair ? check_openings(fair, shown) : []), [fair, shown.join()]);
    if (!fair?.commitment) return null;
    const bad = findings.some((one) => one.verdict === 'differs');
    const checked = findings.find((one) => one.check === 'openings' && one.verdict === 'agrees')?.count ?? 0;
    return (
        <button type="button" class={`fair-badge${bad ? ' bad' : ''}`} onClick={props.open}>
            <span aria-hidden="true">{bad ? '✗' : '✓'}</span>
            <span class="fair-text"> {texts.fair.live}: {bad ? texts.fair.short_bad : checked > 0 ? texts.fair.short(checked) : texts.fair.short_none}</span>
        </button>
    );
}
