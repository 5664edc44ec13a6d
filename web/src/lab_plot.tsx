/* lab_plot.tsx -- how a round ends: every net result as a line, its chance as the height.
 *
 * A jackpot lies a thousand Antes to the right and a million times lower than a push, so both
 * axes are logarithmic; to the left of nothing as to the right of it. */
import { dollars, rough, whole } from './lab_numbers.ts';
import { More } from './lab_more.tsx';
import type { Picture } from './lab_state.ts';
import { narrow } from './prefs.ts';
import { lab_texts as t } from './texts_lab.en.ts';

interface Outcome {
    net: number;
    probability: number;
}

const rarest = -10; /* what is rarer still stands at the bottom */
const height = 250, above = 12, below = 44, left = 74, right = 14;

/* Equal steps for equal factors, and a soft middle: an Ante is one. */
const bend = (net: number, unit: number) => Math.sign(net) * Math.log2(1 + Math.abs(net) / unit);

function frame(all: readonly Outcome[][], unit: number, width: number) {
    const list = all.flat().filter((one) => one.probability > 0);
    const lowest = Math.min(...list.map((one) => bend(one.net, unit)), -1);
    const highest = Math.max(...list.map((one) => bend(one.net, unit)), 1);
    const floor = Math.max(rarest, Math.floor(Math.min(...list.map((one) => Math.log10(one.probability)), -2)));
    return {
        floor,
        x: (net: number) => left + 6 + ((bend(net, unit) - lowest) / (highest - lowest)) * (width - left - right - 12),
        y: (probability: number) => above + (Math.max(floor, Math.log10(probability)) / floor) * (height - above - below),
        bottom: height - below,
    };
}

/* Round sums on both sides, as far as the results go, not closer to each other than a label. */
function ticks(all: readonly Outcome[][], unit: number, x: (net: number) => number): number[] {
    const nets = all.flat().map((one) => one.net);
    const low = Math.min(...nets), high = Math.max(...nets);
    const kept: number[] = [0];
    for (const sign of [-1, 1]) {
        for (let size = 1; size < 1e7; size *= 10) {
            for (const step of [1, 2, 5]) {
                const net = sign * unit * size * step;
                if (net < low || net > high) continue;
                if (kept.every((one) => Math.abs(x(one) - x(net)) > 46)) kept.push(net);
            }
        }
    }
    return kept;
}

function short_money(cents: number): string {
    const dollar = Math.abs(cents) / 100;
    const text = dollar >= 10_000 ? `${dollar / 1000}k` : String(dollar);
    return `${cents < 0 ? '\u2212' : cents > 0 ? '+' : ''}$${text}`;
}

const power = (i: number) => `10${[...String(i)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;

function chances(list: readonly Outcome[]) {
    const sum = (of: (net: number) => boolean) => list.filter((one) => of(one.net)).reduce((all, one) => all + one.probability, 0);
    return { ahead: sum((net) => net > 0), even: sum((net) => net === 0), behind: sum((net) => net < 0) };
}

function Ends(props: { list: readonly Outcome[]; name: string }) {
    const { ahead, even, behind } = chances(props.list);
    return <p>{props.name && <b class={`side-mark side-${props.name}`}>{props.name}</b>} {t.ends(rough.format(ahead), rough.format(even), rough.format(behind))}</p>;
}

function OutcomeTable(props: { picture: Picture }) {
    const listed = 120;
    const all = props.picture.odds.round.outcomes;
    const rare = all.length - listed;
    const shown = rare > 0 ? [...all].sort((a, b) => b.probability - a.probability).slice(0, listed).sort((a, b) => a.net - b.net) : all;
    return (
        <div class="lab-scroll" tabIndex={0} role="region" aria-label={t.outcomes}>
            <table class="odds">
                <thead><tr><th scope="col">{t.outcome}</th><th scope="col">{t.chance}</th><th scope="col">{t.exact}</th></tr></thead>
                <tbody>{shown.map((one) => <tr key={one.net}><th scope="row">{dollars(one.net)}</th><td>{one.probability.toPrecision(6)}</td><td><code>{one.chance ?? `± ${(one.standard_error ?? 0).toPrecision(2)}`}</code></td></tr>)}</tbody>
            </table>
            {rare > 0 && <p class="quiet">{t.more_outcomes(rare)}</p>}
        </div>
    );
}

export function Distribution(props: { shown: readonly Picture[] }) {
    const { shown } = props;
    const width = narrow.value ? 380 : 760;
    const all = shown.map((one) => one.odds.round.outcomes);
    const unit = Math.max(1, shown[0]?.odds.wagers['ante_play']?.stake ?? 1000);
    const { floor, x, y, bottom } = frame(all, unit, width);
    const both = shown.length > 1;
    const thin = all.some((list) => list.length > 60) ? ' thin' : '';
    const label = all.map((list, i) => {
        const { ahead, even, behind } = chances(list);
        return `${both ? `${'AB'[i]}: ` : ''}${t.ends(rough.format(ahead), rough.format(even), rough.format(behind))}`;
    }).join(' ');
    return (
        <section class="panel lab-distribution">
            <h2>{t.distribution}</h2>
            {all.map((list, i) => <Ends key={i} list={list} name={both ? ('AB'[i] ?? '') : ''} />)}
            <svg class="lab-plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
                {Array.from({ length: -floor + 1 }, (_, i) => i).filter((i) => -floor < 6 || i % 2 === 0).map((i) => (
                    <g key={i}>
                        <path class="lab-rule" d={`M${left} ${y(10 ** -i)}H${width - right}`} />
                        <text class="lab-tick" x={left - 8} y={y(10 ** -i) + 4} text-anchor="end">{i === 0 ? '100%' : t.one_in(i > 4 ? power(i) : whole.format(10 ** i))}</text>
                    </g>
                ))}
                {ticks(all, unit, x).map((net) => (
                    <g key={net}>
                        <path class={net === 0 ? 'lab-zero' : 'lab-rule'} d={`M${x(net)} ${above}V${bottom + 5}`} />
                        <text class="lab-tick" x={x(net)} y={bottom + 20} text-anchor="middle">{short_money(net)}</text>
                    </g>
                ))}
                {all.map((list, i) => {
                    const line = (of: readonly Outcome[]) => of.filter((one) => one.probability > 0)
                        .map((one) => `M${(x(one.net) + (both ? 5 * i - 2.5 : 0)).toFixed(1)} ${bottom}V${Math.min(bottom - 2, y(one.probability)).toFixed(1)}`).join('');
                    if (both) return <path key={i} class={`lab-line${thin} side-${'AB'[i]}`} d={line(list)} />;
                    return [<path key="lost" class={`lab-line${thin} lost`} d={line(list.filter((one) => one.net < 0))} />,
                        <path key="even" class={`lab-line${thin} even`} d={line(list.filter((one) => one.net === 0))} />,
                        <path key="won" class={`lab-line${thin} won`} d={line(list.filter((one) => one.net > 0))} />];
                })}
                <path class="lab-base" d={`M${left} ${bottom}H${width - right}`} />
                <text class="lab-tick" x={(left + width - right) / 2} y={height - 6} text-anchor="middle">{t.axis_net}</text>
            </svg>
            {shown.map((one, i) => <More key={i} title={`${both ? `${'AB'[i]}: ` : ''}${t.outcomes}`}>{() => <OutcomeTable picture={one} />}</More>)}
        </section>
    );
}
