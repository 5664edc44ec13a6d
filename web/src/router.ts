/* router.ts -- one page, several paths; links stay ordinary links. */
import { signal } from '@preact/signals';

export const path = signal(location.pathname);
export const title_note = signal(''); /* before the title of the page: how much waits */

/* The focus goes to the content of a page that somebody has gone to, not of the first one. */
export function focus_content(): void {
    if (!gone) return;
    const main = document.getElementById('content');
    if (!main || main.contains(document.activeElement)) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
}
let gone = false;

export function go(to: string, replace = false): void {
    if (to === location.pathname + location.hash) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    gone = true;
    path.value = location.pathname;
    scrollTo(0, 0);
}

export function follow_links(): void {
    addEventListener('popstate', () => { gone = true; path.value = location.pathname; });
    document.addEventListener('click', (event) => {
        const link = (event.target as Element | null)?.closest?.('a');
        if (!link || event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute('download')) return;
        if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
        event.preventDefault();
        go(link.pathname + link.hash);
    });
}
