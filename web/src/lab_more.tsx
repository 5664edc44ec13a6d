/* lab_more.tsx -- what is shown on demand; not even put together before. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export function More(props: { title: string; children: () => ComponentChildren }) {
    const [open, set_open] = useState(false);
    return (
        <details class="lab-more" onToggle={(event) => set_open(event.currentTarget.open)}>
            <summary>{props.title}</summary>
            {open && props.children()}
        </details>
    );
}
