/* lab_chart.tsx -- the strategy: in words, against simpler ones, and as a chart of hands. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { cell_of, dollars, percent, ranks, same_cell } from './lab_numbers.ts';
import { More } from './lab_more.tsx';
import type { Picture } from './lab_state.ts';
import { lab_texts as t } from './texts_lab.en.ts';

const up_card = signal(10); /* a queen: the most interesting one */
const highest_first = [...ranks.keys()].reverse();

function Words(props: { picture: Picture; name: string }) {
    const { strategy, round } = props.picture.odds;
    const count = (plays: string) => plays.split('/').map((one) => Number(one).toLocaleString('en-US')).join(' of ');
    return (
        <div class="lab-words">
            {props.name && <h3><b class={`side-mark side-${props.name}`}>{props.name}</b></h3>}
            {strategy.sees_up_card ? (
                <table class="odds">
                    <thead><tr><th scope="col">{t.against}</th><th scope="col">{t.rule}</th></tr></thead>
                    <tbody>{strategy.table.map((row) => <tr key={row.against}><th scope="row">{row.against || t.any_card}</th><td>{row.rule}{row.exceptions > 0 && <small> ({t.exceptions(row.exceptions)})</small>}</td></tr>)}</tbody>
                </table>
            ) : <p class="lab-rule-words">{strategy.table.map((row) => row.rule).join('; ')}{(strategy.table[0]?.exceptions ?? 0) > 0 && <small> ({t.exceptions(strategy.table[0]?.exceptions ?? 0)})</small>}</p>}
            <p class="quiet">{t.plays(count(strategy.plays))} {t.differs(round.differs_from_base_strategy)}</p>
            <More title={t.alternatives}>{() => (
                <table class="odds">
                    <thead><tr><th scope="col">{t.rule}</th><th scope="col">{t.edge}</th><th scope="col">{t.costs}</th></tr></thead>
                    <tbody>{strategy.alternatives.map((one) => <tr key={one.name}><th scope="row">{one.name}</th><td>{percent.format(one.house_edge)}</td><td>{dollars(one.costs_cents, 4)}</td></tr>)}</tbody>
                </table>
            )}</More>
        </div>
    );
}

function Chart(props: { picture: Picture; other: Picture | null }) {
    const { picture } = props;
    const sees = picture.odds.strategy.sees_up_card;
    const up = sees ? up_card.value : 0;
    const other = props.other && props.other.odds.strategy.sees_up_card === sees ? props.other.grid : null;
    /* Most changes move no decision, and then there is nothing to draw. */
    return useMemo(() => <ChartOf grid={picture.grid} other={other} sees={sees} up={up} />, [picture.grid, other, sees, up]);
}

function ChartOf(props: { grid: Uint8Array; other: Uint8Array | null; sees: boolean; up: number }) {
    const { grid, other, sees, up } = props;
    const said = { play: t.grid_all, fold: t.grid_none, some: t.grid_some, none: t.grid_no };
    return (
        <figure class="lab-chart">
            <figcaption><h3>{t.grid}</h3><p class="quiet">{t.grid_note}</p></figcaption>
            {sees && (
                <label class="lab-choice"><span>{t.grid_up}</span>
                    <select value={String(up)} onChange={(event) => { up_card.value = Number(event.currentTarget.value); }}>
                        {highest_first.map((rank) => <option key={rank} value={String(rank)}>{ranks[rank]}</option>)}
                    </select>
                </label>
            )}
            <div class="lab-scroll-x" tabIndex={0} role="region" aria-label={t.grid}>
                <table>
                    <thead><tr><td />{highest_first.map((rank) => <th key={rank} scope="col">{ranks[rank]}</th>)}</tr></thead>
                    <tbody>{highest_first.map((row) => (
                        <tr key={row}>
                            <th scope="row">{ranks[row]}</th>
                            {highest_first.map((column) => {
                                const suited = row > column;
                                const [high, middle] = suited ? [row, column] : [column, row];
                                const cell = cell_of(grid, up, high, middle, suited);
                                const differs = other !== null && !same_cell(grid, other, up, high, middle, suited);
                                const kind = row === column ? t.pair : suited ? t.suited : t.unsuited;
                                return (
                                    <td key={column} class={`cell ${cell.state}${differs ? ' differs' : ''}`}
                                        title={cell.state === 'none' ? undefined : `${ranks[high]}-${ranks[middle]}, ${kind}: ${said[cell.state]} ${cell.label}`}>
                                        {cell.label || <span class="spoken">{said[cell.state]}</span>}{differs && <span class="spoken">, {t.grid_differs}</span>}
                                    </td>
                                );
                            })}
                        </tr>
                    ))}</tbody>
                </table>
            </div>
            <p class="lab-legend"><span class="cell play" />{t.grid_all} <span class="cell some" />{t.grid_some} <span class="cell fold" />{t.grid_none} {other && <><span class="cell differs" />{t.grid_differs}</>}</p>
        </figure>
    );
}

export function Strategy(props: { shown: readonly Picture[]; editing: number }) {
    const { shown } = props;
    const own = shown[props.editing] ?? shown[0];
    if (!own) return null;
    return (
        <section class="panel lab-strategy">
            <h2>{t.play}</h2>
            <div class="lab-pair">{shown.map((one, i) => <Words key={i} picture={one} name={shown.length > 1 ? ('AB'[i] ?? '') : ''} />)}</div>
            <Chart picture={own} other={shown.length > 1 ? shown[1 - props.editing] ?? null : null} />
        </section>
    );
}
