/* door.tsx -- pages that few people open: their script and looks are loaded when somebody does, so
 * that a player at a table never carries them. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { focus_content } from './router.ts';
import { texts } from './texts.en.ts';

declare const CONSOLE_LOOKS: string; /* the addresses of style sheets, set at build time */
declare const LAB_LOOKS: string;

function looks(href: string | null): Promise<void> {
    return new Promise((done, fail) => {
        if (!href) return done();
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = href;
        link.onload = () => done();
        link.onerror = fail;
        document.head.append(link);
    });
}

function door<P>(load: () => Promise<ComponentType<P>>, sheet: () => string | null): ComponentType<P> {
    const inside = signal<{ Page: ComponentType<P> } | null>(null);
    const failed = signal(false);
    const open = async () => {
        try {
            const [Page] = await Promise.all([load(), looks(sheet())]);
            inside.value = { Page };
        } catch {
            failed.value = true; /* a new version may have been put up: the page is loaded again by hand */
        }
    };
    return function Door(props: P) {
        useEffect(() => { if (!inside.value) void open(); }, []);
        const Page = inside.value?.Page;
        useEffect(() => { if (Page) focus_content(); }, [Page]);
        if (Page) return <Page {...(props as P & object)} />;
        return <main id="content" class="loading"><p role="status">{failed.value ? texts.failed : texts.loading}</p></main>;
    };
}

export const ConsoleDoor = door<{ parts: string[] }>(async () => (await import('./consoles.tsx')).Consoles, () => CONSOLE_LOOKS);
export const AccountDoor = door<object>(async () => (await import('./account_page.tsx')).AccountPage, () => null);
export const LabDoor = door<object>(async () => (await import('./lab_page.tsx')).LabPage, () => LAB_LOOKS);
