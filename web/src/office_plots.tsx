/* office_plots.tsx -- two pictures of a report, drawn by hand in SVG so that they print and scale:
 * what was won hour by hour against the expectation with bands of one and two sigmas, and the hold of
 * each table beside what it should hold. What a jackpot hit throws out of the scale is cut off and marked,
 * and shown beside it without the jackpot. */
import { cents_text } from './console_parts.tsx';
import type { Hour, TableFigures } from './console_frames.ts';
import { awarded_until, base_of, running, scale_for, ticks, type Award, type Point } from './office_sums.ts';
import { percent } from './office_figures.tsx';
import { staff } from './texts_staff.en.ts';

const [width, height, left, right, top, bottom] = [720, 260, 74, 34, 12, 28];
const hour_text = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const compact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 });

function band(points: readonly Point[], x: (i: number) => number, y: (v: number) => number, sigmas: number): string {
    const upper = points.map((one, i) => `${x(i)},${y(one.expected + sigmas * one.sd)}`);
    const lower = points.map((one, i) => `${x(i)},${y(one.expected - sigmas * one.sd)}`).reverse();
    return [...upper, ...lower].join(' ');
}

/* A small arrow at the edge of a picture. */
function Arrow(props: { x: number; y: number; to: 'up' | 'down' | 'left' | 'right' }) {
    const turn = { up: 0, right: 90, down: 180, left: 270 }[props.to];
    return <path class="off-scale" d="M0 -8 L6 4 L-6 4 Z" transform={`translate(${props.x} ${props.y}) rotate(${turn})`} />;
}

export function WinPlot(props: { hours: readonly Hour[]; awards: readonly Award[] }) {
    const { awards } = props;
    const played: Point[] = running(props.hours);
    if (played.length === 0) return <p class="quiet">{staff.office.nothing_played}</p>;
    const begin = (played[0] as Point).time;
    const points = [{ time: begin, win: 0, expected: 0, sd: 0 }, ...played.map((one) => ({ ...one, time: one.time + 3_600_000 }))]
        .map((one) => ({ ...one, without: one.win + awarded_until(awards, one.time) }));
    const core = points.flatMap((one) => [one.without, one.expected + 2 * one.sd, one.expected - 2 * one.sd]);
    const { least, most, clamp, beyond } = scale_for([0, 1, ...core], points.map((one) => one.win));
    const span = points.length - 1;
    const x = (i: number) => Math.round(10 * (left + (i / Math.max(1, span)) * (width - left - right))) / 10;
    const y = (v: number) => Math.round(10 * (top + ((most - clamp(v)) / (most - least)) * (height - top - bottom))) / 10;
    const line = (of: (one: (typeof points)[number]) => number) => points.map((one, i) => `${x(i)},${y(of(one))}`).join(' ');
    const every = Math.ceil(points.length / 9);
    const last = points[span] as (typeof points)[number];
    const off = beyond(last.win);
    return (
        <figure class="plot">
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={staff.office.win_plot_label(cents_text(last.win), cents_text(Math.round(last.expected)), cents_text(Math.round(last.sd)))}>
                {ticks(least, most).map((v) => <g key={v}><line class="grid" x1={left} x2={width - right} y1={y(v)} y2={y(v)} /><text class="tick" x={left - 8} y={y(v) + 4} text-anchor="end">{compact.format(v / 100)}</text></g>)}
                <polygon class="band two" points={band(points, x, y, 2)} />
                <polygon class="band one" points={band(points, x, y, 1)} />
                <polyline class="expected" points={line((one) => one.expected)} />
                {awards.length > 0 && <polyline class="without" points={line((one) => one.without)} />}
                <polyline class="win" points={line((one) => one.win)} />
                {points.map((one, i) => <g key={i}>
                    {beyond(one.win) === 0
                        ? <circle class="win-dot" cx={x(i)} cy={y(one.win)} r="3"><title>{`${hour_text.format(one.time)}: ${cents_text(one.win)}`}</title></circle>
                        : <Arrow x={x(i)} y={y(one.win)} to={beyond(one.win) < 0 ? 'down' : 'up'} />}
                    {i % every === 0 && <text class="tick" x={x(i)} y={height - 8} text-anchor="middle">{hour_text.format(one.time)}</text>}
                </g>)}
                {off !== 0 && <text class="off-scale" x={x(span) - 12} y={y(last.win) + (off < 0 ? -8 : 18)} text-anchor="end">{staff.office.off_scale(cents_text(last.win))}</text>}
            </svg>
            <figcaption><span class="key win-key">{staff.office.columns.win}</span>{awards.length > 0 && <span class="key without-key">{staff.office.without_hits}</span>}
                <span class="key expected-key">{staff.office.columns.expected}</span><span class="key band-key">{staff.office.bands}</span></figcaption>
        </figure>
    );
}

const row_height = 30;

/* A bar for what was held; a tick with whiskers for what is expected, two sigmas to each side; a ring for what the
 * wagers held that are not for a jackpot. */
export function HoldPlot(props: { tables: readonly TableFigures[] }) {
    const tables = props.tables.filter((one) => one.handle > 0 && one.hold !== null).map((one) => ({ ...one, base: base_of([one])?.hold ?? null }));
    if (tables.length === 0) return <p class="quiet">{staff.office.nothing_played}</p>;
    const part = (one: TableFigures, cents: number) => cents / one.handle;
    const core = tables.flatMap((one) => [...(one.base === null ? [one.hold as number] : [one.base]), part(one, one.expected - 2 * one.sd), part(one, one.expected + 2 * one.sd)]);
    const { least, most, clamp, beyond } = scale_for([0, 0.01, ...core], tables.map((one) => one.hold as number));
    const [name_width, figure_width] = [150, 120];
    const x = (v: number) => Math.round(10 * (name_width + ((clamp(v) - least) / (most - least)) * (width - name_width - figure_width))) / 10;
    const tall = tables.length * row_height + 10;
    const with_base = tables.some((one) => one.base !== null);
    return (
        <figure class="plot">
            <svg viewBox={`0 0 ${width} ${tall}`} role="img" aria-label={staff.office.hold_plot_label(tables.map((one) => `${one.table} ${percent(one.hold)}`).join(', '))}>
                <line class="grid" x1={x(0)} x2={x(0)} y1="0" y2={tall} />
                {tables.map((one, i) => {
                    const y = i * row_height + 8;
                    const hold = one.hold as number;
                    const [a, b] = [part(one, one.expected - 2 * one.sd), part(one, one.expected + 2 * one.sd)];
                    const off = beyond(hold);
                    return (
                        <g key={one.table} data-table={one.table} data-off={off === 0 ? undefined : off}>
                            <text class="name" x={name_width - 30} y={y + 14} text-anchor="end">{one.table}</text>
                            <rect class={hold < a || hold > b ? 'hold far' : 'hold'} x={Math.min(x(0), x(hold))} y={y} width={Math.max(1, Math.abs(x(hold) - x(0)))} height="18" rx="2" />
                            {off !== 0 && <Arrow x={x(hold) + 8 * off} y={y + 9} to={off < 0 ? 'left' : 'right'} />}
                            <line class="whisker" x1={x(a)} x2={x(b)} y1={y + 9} y2={y + 9} />
                            <line class="expected" x1={x(part(one, one.expected))} x2={x(part(one, one.expected))} y1={y - 2} y2={y + 20} />
                            {one.base !== null && <circle class="base" cx={x(one.base)} cy={y + 9} r="5"><title>{staff.office.base_hold(percent(one.base))}</title></circle>}
                            <text class="tick" x={width - 4} y={y + 14} text-anchor="end">{percent(hold)}</text>
                        </g>
                    );
                })}
            </svg>
            <figcaption><span class="key win-key">{staff.office.columns.hold}</span>{with_base && <span class="key base-key">{staff.office.without_jackpot}</span>}
                <span class="key expected-key">{staff.office.expected_two}</span></figcaption>
        </figure>
    );
}
