/* ring.tsx -- a countdown: a ring that empties, and the seconds in it. */
import { useEffect, useState } from 'preact/hooks';
import type { Clock } from './frames.ts';
import { clock_offset } from './state.ts';
import { texts } from './texts.en.ts';

const round = 2 * Math.PI * 20;

export function Ring(props: { clock: Clock | null }) {
    const { clock } = props;
    const left = () => (clock ? Math.max(0, clock.ends - (Date.now() + clock_offset.value)) : 0);
    const [now, set_now] = useState(left());
    useEffect(() => {
        set_now(left());
        if (!clock) return;
        /* Once a second, when the second changes: nothing is painted in between. */
        let timer = 0;
        const step = () => {
            set_now(left());
            timer = window.setTimeout(step, (left() % 1000) || 1000);
        };
        timer = window.setTimeout(step, (left() % 1000) || 1000);
        return () => clearTimeout(timer);
    }, [clock?.ends]);
    if (!clock || clock.of <= 0) return null;
    const seconds = Math.ceil(now / 1000);
    const part = Math.min(1, now / clock.of);
    return (
        <span class={`ring${seconds <= 5 ? ' late' : ''}`} role="timer" aria-label={texts.dock.seconds(seconds)}>
            <svg viewBox="0 0 48 48" aria-hidden="true">
                <circle cx="24" cy="24" r="20" class="ring-track" />
                <circle cx="24" cy="24" r="20" class="ring-left" stroke-dasharray={String(round)} stroke-dashoffset={String(round * (1 - part))} />
            </svg>
            <span class="ring-seconds" aria-hidden="true">{seconds}</span>
        </span>
    );
}
