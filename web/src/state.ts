/* state.ts -- what the page knows: who you are, the lobby, the tables that you watch. */
import { signal, type Signal } from '@preact/signals';
import { get, post, table_path } from './api.ts';
import type { Lobby, Person, Rules, TableFrame } from './frames.ts';
import type { GameEvent } from './protocol.ts';
import { keep_published } from './fairness.ts';
import { merge, nothing_seen, type Seen } from './merge.ts';

export const me = signal<Person | null>(null);
/* What has to be set up before anything else: a password of one's own, or the second factor. */
export type Must = 'password' | 'second_factor' | null;
export const must = signal<Must>(null);
export const me_asked = signal(false); /* the house has said who we are, if anybody */
export const house = signal('');
export const play_money = signal(false); /* until the welcome says so, nothing is promised */
export const lobby = signal<Lobby | null>(null);
export const clock_offset = signal(0); /* the server's clock less ours */

export interface Watched extends Seen {
    events: GameEvent[]; /* of the last frame */
    still: boolean; /* a full frame: everything lies already, nothing is dealt */
}

const tables = new Map<string, Signal<Watched>>();

export function table(name: string): Signal<Watched> {
    let one = tables.get(name);
    if (!one) {
        one = signal<Watched>({ ...nothing_seen, events: [], still: true });
        tables.set(name, one);
    }
    return one;
}

export function take_table(frame: TableFrame): void {
    const one = table(frame.table);
    const seen = merge(one.value, frame);
    if (seen === one.value) return;
    if (seen.view) seen.view = { ...seen.view, fair: keep_published(one.value.view?.fair ?? null, seen.view.fair) };
    one.value = { ...seen, events: frame.events, still: frame.full === true };
}

/* Names of tables that there are not. */
export const unknown_tables = signal<ReadonlySet<string>>(new Set());

const books = new Map<string, Signal<Rules | null>>();

/* The rules of a table, fetched once. */
export function rules_of(name: string): Signal<Rules | null> {
    let one = books.get(name);
    if (!one) {
        one = signal<Rules | null>(null);
        books.set(name, one);
        const into = one;
        void get<Rules>(`${table_path(name)}/rules`).then((result) => {
            if (result.ok) into.value = result.value;
            else if (result.failure.status === 404) unknown_tables.value = new Set([...unknown_tables.value, name]);
            else books.delete(name);
        });
    }
    return one;
}

export interface Toast {
    key: number;
    text: string;
    level: 'info' | 'warning';
}

export const toasts = signal<Toast[]>([]);
let last_toast = 0;

export function tell(text: string, level: 'info' | 'warning' = 'info'): void {
    const key = ++last_toast;
    toasts.value = [...toasts.value.filter((one) => one.text !== text), { key, text, level }].slice(-3);
    setTimeout(() => { toasts.value = toasts.value.filter((one) => one.key !== key); }, 6000);
}

/* The lobby by asking, for those who get no frames of it. */
export async function look_at_lobby(): Promise<void> {
    const result = await get<Lobby>('/api/tables');
    if (result.ok) lobby.value = result.value;
}

let asking: Promise<Person | null> | null = null;

/* Asks who we are; all who want to know while the answer is on its way get the same one. Nobody is made
 * a guest by looking around. */
export function find_me(): Promise<Person | null> {
    asking ??= (async () => {
        const result = await get<{ you: Person | null; must?: Must }>('/api/me');
        if (result.ok && result.value.you) me.value = result.value.you;
        if (result.ok) must.value = result.value.must ?? null;
        me_asked.value = true;
        asking = null;
        return me.value;
    })();
    return asking;
}

let becoming: Promise<Person | null> | null = null;

/* Makes sure that somebody is signed in: whoever sits down becomes a guest. */
export function be_somebody(): Promise<Person | null> {
    if (me.value) return Promise.resolve(me.value);
    becoming ??= (async () => {
        if (!(await find_me())) {
            const made = await post<{ you: Person }>('/api/guest');
            if (made.ok) me.value = made.value.you;
            else tell(made.failure.text, 'warning');
        }
        becoming = null;
        return me.value;
    })();
    return becoming;
}
