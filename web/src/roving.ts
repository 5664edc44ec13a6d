/* roving.ts -- the keyboard on the felt: one circle takes part in the tab order, and the
 * arrow keys move from circle to circle. */
import { signal } from '@preact/signals';
import type { BoxProps } from './box.tsx';
import { inviting, spots_of, type FeltProps } from './felt.tsx';

const last = signal<{ seat: number; wager: string } | null>(null);

/* Where the tab key enters the felt: where it was, else one's own box, else a free one. */
export function focused(props: FeltProps): { seat: number; wager: string } {
    const { view, mine } = props;
    if (last.value && view.boxes[last.value.seat]) return last.value;
    const seats = Object.keys(view.boxes).map(Number);
    const active = props.play?.active.value;
    const seat = active ?? seats.find((one) => mine !== null && view.boxes[one]?.seated === mine) ?? inviting(props)
        ?? seats.find((one) => view.boxes[one]?.seated === null) ?? 1;
    return { seat, wager: 'ante' };
}

export function move_focus(event: KeyboardEvent, props: BoxProps, wager: string): void {
    const { seat, view, rules, play } = props;
    const wagers = spots_of(rules, view);
    const seats = Object.keys(view.boxes).map(Number).filter((one) => view.bank?.seat !== one).sort((a, b) => a - b);
    const at = { seat: seats.indexOf(seat), wager: wagers.indexOf(wager) };
    switch (event.key) {
    case 'ArrowLeft': at.seat--; break;
    case 'ArrowRight': at.seat++; break;
    case 'ArrowUp': at.wager--; break;
    case 'ArrowDown': at.wager++; break;
    case 'Backspace': case 'Delete': play?.lift(seat, wager); event.preventDefault(); return;
    default: return;
    }
    event.preventDefault();
    const to_seat = seats[(at.seat + seats.length) % seats.length] as number;
    const to_wager = wagers[(at.wager + wagers.length) % wagers.length] as string;
    last.value = { seat: to_seat, wager: to_wager };
    if (play) play.active.value = to_seat;
    const find = () => document.querySelector<HTMLElement>(`[data-seat="${to_seat}"][data-wager="${to_wager}"]`);
    if (find()) find()?.focus();
    else requestAnimationFrame(() => find()?.focus()); /* a narrow screen shows that box only now */
}
