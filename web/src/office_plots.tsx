/* office_plots.tsx -- two pictures of a report, drawn by hand in SVG so that they print and scale:
 * what was won hour by hour against the expectation with bands of one and two sigmas, and the hold of
 * each table beside what it should hold. */
import { cents_text } from './console_parts.tsx';
import type { Hour, TableFigures } from './console_frames.ts';
import { running, ticks, type Point } from './office_sums.ts';
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

export function WinPlot(props: { hours: readonly Hour[] }) {
    const played: Point[] = running(props.hours);
    if (played.length === 0) return <p class="quiet">{staff.office.nothing_played}</p>;
    const begin = (played[0] as Point).time;
    const points = [{ time: begin, win: 0, expected: 0, sd: 0 }, ...played.map((one) => ({ ...one, time: one.time + 3_600_000 }))];
    const highs = points.flatMap((one) => [one.win, one.expected + 2 * one.sd]);
    const lows = points.flatMap((one) => [one.win, one.expected - 2 * one.sd]);
    const [least, most] = [Math.min(0, ...lows), Math.max(0, ...highs, 1)];
    const span = points.length - 1;
    const x = (i: number) => Math.round(10 * (left + (i / Math.max(1, span)) * (width - left - right))) / 10;
    const y = (v: number) => Math.round(10 * (top + ((most - v) / (most - least)) * (height - top - bottom))) / 10;
    const line = (of: (one: Point) => number) => points.map((one, i) => `${x(i)},${y(of(one))}`).join(' ');
    const every = Math.ceil(points.length / 9);
    const last = points[span] as Point;
    return (
        <figure class="plot">
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={staff.office.win_plot_label(cents_text(last.win), cents_text(Math.round(last.expected)), cents_text(Math.round(last.sd)))}>
                {ticks(least, most).map((v) => <g key={v}><line class="grid" x1={left} x2={width - right} y1={y(v)} y2={y(v)} /><text class="tick" x={left - 8} y={y(v) + 4} text-anchor="end">{compact.format(v / 100)}</text></g>)}
                <polygon class="band two" points={band(points, x, y, 2)} />
                <polygon class="band one" points={band(points, x, y, 1)} />
                <polyline class="expected" points={line((one) => one.expected)} />
                <polyline class="win" points={line((one) => one.win)} />
                {points.map((one, i) => <g key={i}>
                    <circle class="win-dot" cx={x(i)} cy={y(one.win)} r="3"><title>{`${hour_text.format(one.time)}: ${cents_text(one.win)}`}</title></circle>
                    {i % every === 0 && <text class="tick" x={x(i)} y={height - 8} text-anchor="middle">{hour_text.format(one.time)}</text>}
                </g>)}
            </svg>
            <figcaption><span class="key win-key">{staff.office.columns.win}</span><span class="key expected-key">{staff.office.columns.expected}</span><span class="key band-key">{staff.office.bands}</span></figcaption>
        </figure>
    );
}

const row_height = 30;

/* A bar for what was held; a tick with whiskers for what is expected, two sigmas to each side. */
export function HoldPlot(props: { tables: readonly TableFigures[] }) {
    const tables = props.tables.filter((one) => one.handle > 0 && one.hold !== null);
    if (tables.length === 0) return <p class="quiet">{staff.office.nothing_played}</p>;
    const part = (one: TableFigures, cents: number) => cents / one.handle;
    const all = tables.flatMap((one) => [one.hold as number, part(one, one.expected - 2 * one.sd), part(one, one.expected + 2 * one.sd)]);
    const [least, most] = [Math.min(0, ...all), Math.max(0.01, ...all)];
    const name_width = 150;
    const x = (v: number) => Math.round(10 * (name_width + ((v - least) / (most - least)) * (width - name_width - 70))) / 10;
    const tall = tables.length * row_height + 10;
    return (
        <figure class="plot">
            <svg viewBox={`0 0 ${width} ${tall}`} role="img" aria-label={staff.office.hold_plot_label(tables.map((one) => `${one.table} ${percent(one.hold)}`).join(', '))}>
                <line class="grid" x1={x(0)} x2={x(0)} y1="0" y2={tall} />
                {tables.map((one, i) => {
                    const y = i * row_height + 8;
                    const hold = one.hold as number;
                    const [a, b] = [part(one, one.expected - 2 * one.sd), part(one, one.expected + 2 * one.sd)];
                    return (
                        <g key={one.table}>
                            <text class="name" x={name_width - 10} y={y + 14} text-anchor="end">{one.table}</text>
                            <rect class={hold < a || hold > b ? 'hold far' : 'hold'} x={Math.min(x(0), x(hold))} y={y} width={Math.max(1, Math.abs(x(hold) - x(0)))} height="18" rx="2" />
                            <line class="whisker" x1={x(a)} x2={x(b)} y1={y + 9} y2={y + 9} />
                            <line class="expected" x1={x(part(one, one.expected))} x2={x(part(one, one.expected))} y1={y - 2} y2={y + 20} />
                            <text class="tick" x={width - 4} y={y + 14} text-anchor="end">{percent(hold)}</text>
                        </g>
                    );
                })}
            </svg>
            <figcaption><span class="key win-key">{staff.office.columns.hold}</span><span class="key expected-key">{staff.office.expected_two}</span></figcaption>
        </figure>
    );
}
