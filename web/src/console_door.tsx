/* console_door.tsx -- the way to the consoles: their script and looks are loaded when one is opened,
 * so that players never carry them. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from './texts.en.ts';

declare const CONSOLE_LOOKS: string; /* the address of the style sheet, set at build time */

interface Inside {
    Consoles: ComponentType<{ parts: string[] }>;
}

const inside = signal<Inside | null>(null);
const failed = signal(false);

function looks(): Promise<void> {
    return new Promise((done, fail) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = CONSOLE_LOOKS;
        link.onload = () => done();
        link.onerror = fail;
        document.head.append(link);
    });
}

async function open(): Promise<void> {
    try {
        const [loaded] = await Promise.all([import('./consoles.tsx'), looks()]);
        inside.value = loaded;
    } catch {
        failed.value = true; /* a new version may have been put up: the page is loaded again by hand */
    }
}

export function ConsoleDoor(props: { parts: string[] }) {
    useEffect(() => { if (!inside.value) void open(); }, []);
    if (inside.value) return <inside.value.Consoles parts={props.parts} />;
    return <main id="content" class="loading"><p role="status">{failed.value ? texts.failed : texts.loading}</p></main>;
}
