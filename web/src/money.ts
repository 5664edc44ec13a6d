/* money.ts -- cents for the eye, and chips.
 *
 * Amounts stay whole cents everywhere; only here they become text. Chips are a way to
 * show an amount and to pick one: the denominations of a real rack, of which a table
 * offers those that fit its limits. */
import type { Cents } from './frames.ts';

const whole = new Intl.NumberFormat('en-US', {
    style: 'currency', currency: 'USD', minimumFractionDigits: 0, maximumFractionDigits: 0,
});
const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export function money(cents: Cents): string {
    return (cents % 100 === 0 ? whole : parts).format(cents / 100);
}

/* With its sign: what somebody is up or down. */
export function net_money(cents: Cents): string {
    if (cents === 0) return money(0);
    return (cents > 0 ? '+' : '\u2212') + money(Math.abs(cents));
}

/* What stands on a chip: 5, 25, 1K. */
export function chip_text(cents: Cents): string {
    return cents < 100 ? `${cents}\u00a2` : short.format(cents / 100);
}

export const denominations: readonly Cents[] = [
    100, 500, 2500, 10_000, 50_000, 100_000, 500_000, 2_500_000,
];

/* The chips to offer where bets go from `least` to `most`: the largest that still makes
 * the least, and up to `count` in all. */
export function rack(least: Cents, most: Cents, count = 5): Cents[] {
    const fitting = denominations.filter((chip) => chip <= most);
    if (fitting.length === 0) return [denominations[0] as Cents];
    let first = 0;
    for (let i = 0; i < fitting.length; i++) if ((fitting[i] as Cents) <= least) first = i;
    return fitting.slice(first, first + count);
}

/* Where a pay belongs in its table, which has the largest first: "100% of the meter" above "$1,250", and "40 to 1"
 * above "5 to 1". */
export function pay_worth(pays: string): number {
    const numbers = (pays.match(/[\d,.]+/g) ?? []).map((text) => Number(text.replace(/,/g, '')));
    const [first = 0, second = 1] = numbers;
    return pays.includes('%') ? 1e9 * first : / to |:/.test(pays) ? first / second : first;
}

/* An amount as chips, the largest first; odd cents become one chip of their own. */
export function stack(cents: Cents): Cents[] {
    const chips: Cents[] = [];
    let left = cents;
    for (const chip of [...denominations].reverse()) {
        while (left >= chip && chips.length < 40) {
            chips.push(chip);
            left -= chip;
        }
    }
    if (left > 0 && chips.length < 40) chips.push(left);
    return chips;
}
