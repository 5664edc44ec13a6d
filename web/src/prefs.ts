/* prefs.ts -- what a person has chosen for his eyes and hands; kept in this browser. */
import { effect, signal } from '@preact/signals';

export interface Prefs {
    theme: 'auto' | 'light' | 'dark';
    deck: 'two' | 'four';
    motion: 'auto' | 'off';
    coach: boolean;
    look: boolean;
    share: boolean;
    muck: boolean; /* a hand may be kept hidden, which loses it: only whoever wants that is offered it */
    keys: boolean; /* single letters do things */
}

const preset: Prefs = { theme: 'auto', deck: 'two', motion: 'auto', coach: false, look: true, share: true, muck: false, keys: true };

/* Storage may be forbidden; then choices last as long as the page. */
export function keep(key: string, value: unknown): void {
    try {
        localStorage.setItem(`trey.${key}`, JSON.stringify(value));
    } catch { /* nothing to be done */ }
}

/* Everything that is kept under names that begin so. */
export function kept_under<T>(start: string): T[] {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(`trey.${start}`)).map((key) => kept<T>(key.slice(5))).filter((one) => one !== null);
    } catch {
        return [];
    }
}

export function forget_under(start: string): void {
    try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(`trey.${start}`)) localStorage.removeItem(key);
    } catch { /* nothing to be done */ }
}

export function kept<T>(key: string): T | null {
    try {
        const text = localStorage.getItem(`trey.${key}`);
        return text === null ? null : (JSON.parse(text) as T);
    } catch {
        return null;
    }
}

export const prefs = signal<Prefs>({ ...preset, ...kept<Partial<Prefs>>('prefs') });

export function choose<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
    prefs.value = { ...prefs.value, [key]: value };
    keep('prefs', prefs.value);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
/* A phone, or one held sideways: one position is large, and the others are in a strip. */
const narrow_screen = matchMedia('(max-width: 860px), (max-height: 500px)');
export const narrow = signal(narrow_screen.matches);
narrow_screen.addEventListener('change', () => { narrow.value = narrow_screen.matches; });
export const moving = signal(true);

export function dress_page(): void {
    const apply = () => {
        const { theme, deck, motion } = prefs.value;
        const root = document.documentElement;
        root.dataset.theme = theme;
        root.dataset.deck = deck;
        moving.value = motion === 'auto' && !still.matches;
        root.dataset.motion = moving.value ? 'on' : 'off';
    };
    effect(apply);
    still.addEventListener('change', apply);
}
