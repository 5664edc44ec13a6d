/* lab_picture.tsx -- what the library says about the settings, one side or two beside each other. */
import { Strategy } from './lab_chart.tsx';
import { deviation, dollars, percent, points_between, value_of, whole } from './lab_numbers.ts';
import { More } from './lab_more.tsx';
import { Distribution } from './lab_plot.tsx';
import { book_of, editing, pictures, sides, took, type Figure, type Picture } from './lab_state.ts';
import { texts } from './texts.en.ts';
import { lab_texts as t } from './texts_lab.en.ts';

const wager_name = (wager: string) => texts.wagers[wager] ?? wager;

/* ---- Figures ----------------------------------------------------------------------------------- */
interface Row {
    name: string;
    note: string;
    figures: (Pick<Figure, 'house_edge' | 'element_of_risk' | 'sd' | 'hit' | 'standard_errors'> | null)[];
}

function rows_of(shown: readonly Picture[]): Row[] {
    const wagers = [...new Set(shown.flatMap((one) => Object.keys(one.odds.wagers)))];
    const rows: Row[] = wagers.map((wager) => ({
        name: wager_name(wager),
        note: shown.every((one) => one.odds.wagers[wager]?.in_round === false) ? t.listed : '',
        figures: shown.map((one) => one.odds.wagers[wager] ?? null),
    }));
    if (shown.some((one) => one.odds.wagers['pair_plus']?.without_ante)) {
        rows.push({ name: t.without_ante, note: '', figures: shown.map((one) => one.odds.wagers['pair_plus']?.without_ante ?? null) });
    }
    rows.push({
        name: t.round, note: '',
        figures: shown.map((one) => round_figure(one)),
    });
    return rows;
}

/* For each unit of the Ante, like the wagers. */
function round_figure(one: Picture): NonNullable<Row['figures'][number]> {
    const { round, wagers } = one.odds, ante = wagers['ante_play']?.stake ?? 1, errors = round.standard_errors;
    return { ...round, sd: round.sd_cents / ante, ...(errors && { standard_errors: { ...errors, sd: (errors.sd_cents ?? 0) / ante } }) };
}

const columns = ['house_edge', 'element_of_risk', 'sd', 'hit'] as const;
const titles = { house_edge: t.edge, element_of_risk: t.risk, sd: t.sd, hit: t.hit };

function Value(props: { row: Row; column: (typeof columns)[number] }) {
    const { row, column } = props;
    const format = column === 'sd' ? deviation : percent;
    const text = (figure: Row['figures'][number]) => {
        if (!figure) return '–';
        const errors = figure.standard_errors;
        return `${format.format(figure[column]).replace('-', '\u2212')}${errors ? ` ± ${format.format(errors[column] ?? 0)}` : ''}`;
    };
    const [a, b] = row.figures;
    if (row.figures.length < 2) {
        return <td data-title={titles[column]}>{text(a ?? null)}{column === 'house_edge' && a && a.house_edge < 0 && <small class="won">{t.player_edge}</small>}</td>;
    }
    const differs = a && b && text(a) !== text(b);
    return (
        <td data-title={titles[column]} class={differs ? 'differs' : ''}>
            <span class="lab-two"><span><b class="side-mark side-A">A</b> {text(a ?? null)}</span><span><b class="side-mark side-B">B</b> {text(b ?? null)}</span></span>
            {differs && <small>{column === 'sd' ? points_between(a.sd / 100, b.sd / 100) : t.points(points_between(a[column], b[column]))}<span class="spoken">{t.against_a}</span></small>}
        </td>
    );
}

function Figures(props: { shown: readonly Picture[] }) {
    return (
        <section class="panel lab-figures">
            <h2>{t.figures}</h2>
            <table class="odds lab-table">
                <thead><tr><th scope="col">{t.wager}</th>{columns.map((one) => <th key={one} scope="col">{titles[one]}</th>)}</tr></thead>
                <tbody>{rows_of(props.shown).map((row) => (
                    <tr key={row.name}>
                        <th scope="row">{row.name}{row.note && <small>{row.note}</small>}</th>
                        {columns.map((column) => <Value key={column} row={row} column={column} />)}
                    </tr>
                ))}</tbody>
            </table>
            <p class="quiet">{t.figures_note}</p>
            {props.shown.map((one, i) => one.odds.sample && <p key={i} class="quiet">{props.shown.length > 1 && `${'AB'[i]}: `}{t.estimates(one.odds.sample.seats, whole.format(one.odds.sample.rounds))}</p>)}
            <More title={t.exact}>{() => (
                props.shown.map((one, i) => (
                    <dl key={i} class="lab-exact">
                        {Object.entries(one.odds.wagers).map(([wager, figure]) => (
                            <div key={wager}><dt>{props.shown.length > 1 && `${'AB'[i]}: `}{wager_name(wager)}</dt><dd>{t.exact_ev} <code>{figure.ev ?? t.estimate}</code></dd><dd>{t.exact_hit} <code>{figure.hit_exact ?? t.estimate}</code></dd></div>
                        ))}
                        <div><dt>{t.round}</dt><dd>{t.exact_round} <code>{one.odds.round.ev_cents ?? t.estimate}</code></dd></div>
                    </dl>
                ))
            )}</More>
        </section>
    );
}

/* ---- The jackpot, and the player-dealer ------------------------------------------------------------ */
function Facts(props: { title: string; shown: readonly Picture[]; rows: { name: string; of: (one: Picture) => string }[] }) {
    const both = props.shown.length > 1;
    return (
        <section class="panel">
            <h2>{props.title}</h2>
            <dl class="limits">
                {props.rows.map((row) => {
                    const said = props.shown.map(row.of);
                    return (
                        <div key={row.name} class={both && said[0] !== said[1] ? 'differs' : ''}>
                            <dt>{row.name}</dt>
                            <dd>{said.map((text, i) => <span key={i}>{both && <b class={`side-mark side-${'AB'[i]}`}>{'AB'[i]}</b>} {text} </span>)}</dd>
                        </div>
                    );
                })}
            </dl>
        </section>
    );
}

function Jackpot(props: { shown: readonly Picture[] }) {
    if (!props.shown.some((one) => one.odds.jackpot)) return null;
    const of = (tell: (jackpot: NonNullable<Picture['odds']['jackpot']>) => string) => (one: Picture) => (one.odds.jackpot ? tell(one.odds.jackpot) : '–');
    const meter = (text: string) => (value_of(text) > 0 ? dollars(value_of(text)) : t.unknown);
    return (
        <Facts title={t.meter_title} shown={props.shown} rows={[
            { name: t.comes_back, of: of((one) => dollars(value_of(one.value_cents), 4)) },
            { name: t.envy, of: of((one) => dollars(value_of(one.envy_cents), 4)) },
            { name: t.break_even, of: of((one) => meter(one.break_even_meter_cents)) },
            { name: t.break_even_best, of: of((one) => meter(one.break_even_meter_best_play_cents)) },
            { name: t.hits, of: of((one) => (value_of(one.rounds_between_hits) > 0 ? whole.format(value_of(one.rounds_between_hits)) : t.unknown)) },
            { name: t.at_hit, of: of((one) => (one.meter_at_hit_cents ? dollars(value_of(one.meter_at_hit_cents)) : t.unknown)) },
        ]} />
    );
}

function Bank(props: { shown: readonly Picture[] }) {
    if (!props.shown.some((one) => book_of(one.settings)?.banked)) return null;
    const of = (tell: (bank: NonNullable<Picture['bank']>) => string) => (one: Picture) => (one.bank ? tell(one.bank) : book_of(one.settings)?.banked ? t.bank_wait : '–');
    return (
        <Facts title={t.bank_title} shown={props.shown} rows={[
            { name: t.bank_ev, of: of((one) => `${dollars(one.ev, 4)} (${one.exact ? t.bank_exact : t.bank_sampled(dollars(one.standard_error, 4), whole.format(one.rounds_sampled))})`) },
            { name: t.bank_sd, of: of((one) => dollars(one.sd)) },
            { name: t.bank_short, of: of((one) => percent.format(one.falls_short)) },
        ]} />
    );
}

/* ---- Always in view -------------------------------------------------------------------------------- */
export function Now() {
    const shown = pictures.value.slice(0, sides.value.length);
    const wagers = [...new Set(shown.flatMap((one) => Object.keys(one?.odds.wagers ?? {})))];
    return (
        <div class="lab-now" role="group" aria-label={t.now}>
            {wagers.map((wager) => (
                <span key={wager} class="lab-now-one" data-wager={wager}>
                    <small>{wager_name(wager)}</small>
                    {shown.map((one, i) => {
                        const figure = one?.odds.wagers[wager];
                        const edge = figure && percent.format(figure.house_edge).replace('-', '\u2212');
                        if (!figure || shown.length < 2) return figure && <b key={i} class={figure.house_edge < 0 ? 'won' : ''}>{edge}</b>;
                        return <span key={i} class="lab-now-side"><i class={`side-mark side-${'AB'[i]}`}>{'AB'[i]}</i> <b class={figure.house_edge < 0 ? 'won' : ''}>{edge}</b></span>;
                    })}
                </span>
            ))}
        </div>
    );
}

export function PictureView() {
    const shown = pictures.value.slice(0, sides.value.length).filter((one): one is Picture => one !== null);
    const time = took.value;
    if (shown.length === 0) return null;
    return (
        <div class="lab-picture">
            <Figures shown={shown} />
            <Distribution shown={shown} />
            <Strategy shown={shown} editing={Math.min(editing.value, shown.length - 1)} />
            <Jackpot shown={shown} />
            <Bank shown={shown} />
            {time && <p class="quiet lab-took" data-number={time.number} data-count-ms={time.count_ms.toFixed(1)} data-picture-ms={time.picture_ms.toFixed(1)}>{t.took(time.count_ms.toFixed(1), time.picture_ms.toFixed(1))}</p>}
        </div>
    );
}
