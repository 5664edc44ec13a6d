/* office_sums.ts -- what the pictures of a report add up: sums from the beginning, and round numbers
 * for their axes. */
import type { Hour } from './console_frames.ts';

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
