/* lab_numbers.ts -- fractions and small chances for the eye. */
export const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4 });
export const rough = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const deviation = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
export const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const points = new Intl.NumberFormat('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4, signDisplay: 'exceptZero' });

/* "-686689/20358520" as a number. */
export function value_of(fraction: string): number {
    const [above = '0', below = '1'] = fraction.split('/');
    return Number(above) / Number(below);
}

/* B less A, in hundredths of what is compared. */
export const points_between = (a: number, b: number): string => points.format(100 * (b - a)).replace('-', '\u2212');

export function dollars(cents: number, digits = 2): string {
    const sum = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits });
    return sum.format(cents / 100).replace('-', '\u2212');
}

/* ---- The chart of hands ------------------------------------------------------------------------ */
export const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

/* As lab_module.h has them. */
const no_hand = 0, folded = 1, played = 3;

export interface Cell {
    state: 'play' | 'fold' | 'some' | 'none';
    label: string; /* "4+", or empty */
}

/* What is done with hands of these two ranks and each third one, highest third first. */
function thirds(grid: Uint8Array, up: number, high: number, middle: number, suited: boolean): { rank: number; played: number }[] {
    const at = (a: number, b: number, c: number) => grid[(((up * 13 + a) * 13 + b) * 13 + c) * 2 + Number(suited)] ?? no_hand;
    const found: { rank: number; played: number }[] = [];
    for (let rank = 12; rank >= 0; rank--) {
        let how = no_hand;
        if (high === middle) how = rank > high ? at(rank, high, high) : at(high, high, rank);
        else if (rank < middle) how = at(high, middle, rank);
        if (how !== no_hand) found.push({ rank, played: how });
    }
    return found;
}

export function cell_of(grid: Uint8Array, up: number, high: number, middle: number, suited: boolean): Cell {
    const found = thirds(grid, up, high, middle, suited);
    if (found.length === 0) return { state: 'none', label: '' };
    if (found.every((one) => one.played === played)) return { state: 'play', label: '' };
    if (found.every((one) => one.played === folded)) return { state: 'fold', label: '' };
    const first = found.findIndex((one) => one.played !== played);
    const rest = found.slice(first).every((one) => one.played === folded);
    const lowest = found[first - 1];
    return { state: 'some', label: rest && lowest ? `${ranks[lowest.rank]}+` : '\u00b1' };
}

/* Do two grids decide this cell alike? */
export function same_cell(a: Uint8Array, b: Uint8Array, up: number, high: number, middle: number, suited: boolean): boolean {
    const one = thirds(a, up, high, middle, suited);
    const two = thirds(b, up, high, middle, suited);
    return one.every((third, i) => third.played === two[i]?.played);
}
