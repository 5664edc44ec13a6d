/* console_words.ts -- names, times and money as the consoles write and read them; nothing of a page. */
import type { Cents } from './frames.ts';

export const words = (name: string) => name.replace(/_/g, ' ');
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/* How long something has been so: 0:07, 12:30, 2:05:00. */
export function lasting(since: number, at: number): string {
    const seconds = Math.max(0, Math.floor((at - since) / 1000));
    const two = (n: number) => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/* Money in a column: always two digits behind the point, so that points stand under each other. */
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const cents_text = (cents: Cents) => (cents < 0 ? '\u2212' : '') + exact.format(Math.abs(cents) / 100);

/* What was typed as cents; null where it is no amount. */
export function typed_cents(text: string): Cents | null {
    const plain = text.trim().replace(/^\$/, '').replace(/,(?=\d{3}(\D|$))/g, '');
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return null;
    const [whole = '0', part = ''] = plain.split('.');
    return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
