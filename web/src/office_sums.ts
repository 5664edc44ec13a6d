/* office_sums.ts -- what the pictures of a report add up: sums from the beginning, what is left without the
 * jackpots, where a scale ends, and round numbers for axes.
 *
 * One hit is worth more than a night of other wagers and would press everything else onto the axis. So scales are
 * made for what is left without it; what runs out of them is cut off and marked, never left out. */
import type { Hour, JackpotFigures, TableFigures, WagerFigures } from './console_frames.ts';
import type { Cents } from './frames.ts';

export interface Point {
    time: number;
    win: number;
    expected: number;
    sd: number;
}

/* Sums from the beginning; variances add, deviations do not. */
export function running(hours: readonly Hour[]): Point[] {
    let [win, expected, variance] = [0, 0, 0];
    return [...hours].sort((a, b) => a.time - b.time).map((hour) => {
        win += hour.win;
        expected += hour.expected;
        variance += hour.sd * hour.sd;
        return { time: hour.time, win, expected, sd: Math.sqrt(variance) };
    });
}

/* Round numbers between two values, four or five of them. */
export function ticks(least: number, most: number): number[] {
    const step_least = (most - least) / 5 || 1;
    const power = 10 ** Math.floor(Math.log10(step_least));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= step_least) as number;
    const all: number[] = [];
    for (let at = Math.ceil(least / step) * step; at <= most + step / 1e6; at += step) all.push(Math.round(at) || 0);
    return all;
}

/* ---- Jackpots apart --------------------------------------------------------------------------- */
const of_jackpots = new Set(['progressive', 'envy']);

export interface Base {
    handle: Cents;
    win: Cents;
    expected: Cents;
    hold: number | null;
}

/* All wagers but those for a jackpot; null where there were none of these. Sums and expectations add up exactly;
 * deviations do not, for wagers of one hand go together, so there is none here. */
export function base_of(tables: readonly TableFigures[]): Base | null {
    const all = tables.flatMap((one) => one.wagers);
    if (!all.some((one) => of_jackpots.has(one.wager) && one.handle > 0)) return null;
    const rest = all.filter((one) => !of_jackpots.has(one.wager));
    const sum = (of: (one: WagerFigures) => Cents) => rest.reduce((total, one) => total + of(one), 0);
    const [handle, win] = [sum((one) => one.handle), sum((one) => one.win)];
    return { handle, win, expected: sum((one) => one.expected), hold: handle > 0 ? win / handle : null };
}

export interface Award {
    time: number;
    value: Cents;
}

/* Hits that cost the house something: those that were rejected or struck off do not. */
export function awards_of(jackpots: readonly JackpotFigures[]): Award[] {
    return jackpots.flatMap((one) => one.hits).filter((hit) => hit.state !== 'rejected' && hit.state !== 'struck').map(({ time, value }) => ({ time, value }));
}

export function awarded_until(awards: readonly Award[], time: number): Cents {
    return awards.filter((one) => one.time < time).reduce((sum, one) => sum + one.value, 0);
}

/* ---- Scales ------------------------------------------------------------------------------------- */
export interface Scale {
    least: number;
    most: number;
    clamp(v: number): number;
    beyond(v: number): -1 | 0 | 1; /* below or above the scale */
}

/* As wide as `core` needs, and wider for what lies no further out than that again. */
export function scale_for(core: readonly number[], others: readonly number[]): Scale {
    const [low, high] = [Math.min(...core), Math.max(...core)];
    const span = high - low;
    const near = others.filter((v) => v >= low - span && v <= high + span);
    const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
    return {
        least, most,
        clamp: (v) => Math.max(least, Math.min(most, v)),
        beyond: (v) => (v < least ? -1 : v > most ? 1 : 0),
    };
}
