/* counter.tsx -- an amount that counts up to its new value instead of jumping. */
import { useEffect, useRef } from 'preact/hooks';
import type { Cents } from './frames.ts';
import { money } from './money.ts';
import { moving } from './prefs.ts';

const takes_ms = 1200;

export function Counter(props: { value: Cents; class?: string }) {
    const text = useRef<HTMLSpanElement>(null);
    const shown = useRef(props.value);
    useEffect(() => {
        const from = shown.current;
        const to = props.value;
        const write = (cents: Cents) => {
            shown.current = cents;
            if (text.current) text.current.textContent = money(cents);
        };
        if (!moving.value || to < from || to - from > 100_000_000) return write(to);
        const start = performance.now();
        let frame = 0;
        const step = (now: number) => {
            const part = Math.min(1, (now - start) / takes_ms);
            const eased = 1 - (1 - part) ** 3;
            write(part < 1 ? Math.round((from + (to - from) * eased) / 100) * 100 : to);
            if (part < 1) frame = requestAnimationFrame(step);
        };
        frame = requestAnimationFrame(step);
        return () => cancelAnimationFrame(frame);
    }, [props.value]);
    return <span class={props.class} ref={text}>{money(shown.current)}</span>;
}
