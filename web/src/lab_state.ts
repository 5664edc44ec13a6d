/* lab_state.ts -- the lab's settings and what the library says about them. */
import { batch, signal } from '@preact/signals';
import type { Asked, Told } from './lab_worker.ts';
import { lab_texts } from './texts_lab.en.ts';
import { about, from_hash, shortened, tidied, to_hash, words_of, type Book, type Books, type Settings } from './lab_settings.ts';

declare const LAB_WORKER: string;

/* An estimate has no fractions, and says how far each figure may be off. */
export interface Errors { house_edge: number; element_of_risk: number; hit: number; sd?: number; sd_cents?: number }
export interface Figure {
    exact: boolean;
    standard_errors?: Errors;
    ev: string | null;
    house_edge: number;
    element_of_risk: number;
    sd: number;
    hit: number;
    hit_exact: string | null;
    stake: number;
    in_round?: boolean;
    without_ante?: Figure;
}
export interface Odds {
    rulebook: string;
    sample?: { rounds: number; seats: number };
    wagers: Record<string, Figure>;
    strategy: {
        rule: string;
        plays: string;
        sees_up_card: boolean;
        table: { against: string; rule: string; exceptions: number }[];
        alternatives: { name: string; house_edge: number; costs_cents: number }[];
    };
    round: {
        exact: boolean;
        standard_errors?: Errors;
        ev_cents: string | null;
        differs_from_base_strategy: number;
        house_edge: number;
        element_of_risk: number;
        sd_cents: number;
        hit: number;
        outcomes: { net: number; chance: string | null; probability: number; standard_error?: number }[];
    };
    jackpot?: {
        value_cents: string;
        envy_cents: string;
        break_even_meter_cents: string;
        break_even_meter_best_play_cents: string;
        rounds_between_hits: string;
        meter_at_hit_cents: string | null;
    };
    player_dealer?: { exact: boolean; ev: number; standard_error: number; sd: number; falls_short: number; rounds_sampled: number };
}
export interface Picture {
    odds: Odds;
    grid: Uint8Array;
    settings: Settings; /* that it shows */
    bank: Odds['player_dealer']; /* comes later */
}
export type Side = 0 | 1;

export const books = signal<Books | null>(null);
export const failure = signal('');
export const sides = signal<readonly Settings[]>([]);
export const editing = signal<Side>(0);
export const pictures = signal<readonly (Picture | null)[]>([null, null]);
export const problems = signal<readonly ({ name: string; text: string } | null)[]>([null, null]);
export const took = signal<{ number: number; count_ms: number; picture_ms: number } | null>(null);
export const sheet_busy = signal(false);
export const restarted = signal(''); /* why the library was started anew */

/* The quick one answers what is turned; the slow one plays rounds of the bank and writes sheets. */
type Desk = 'quick' | 'slow';
const workers: Record<Desk, Worker | null> = { quick: null, slow: null };
let last_number = 0;
const asked_at: number[] = [0, 0]; /* numbers of the last question about each side */
const changed_at = [0, 0];
const last_changed = ['', ''];
const asked_for: Settings[] = [];
const resting: (ReturnType<typeof setTimeout> | undefined)[] = [undefined, undefined];
let sheet_told: ((text: string | null) => void) | null = null;

export const book_of = (settings: Settings): Book | undefined => books.value?.books.find((one) => one.id === settings.book);

function ask(asked: Asked): void {
    const desk = asked.kind === 'sheet' || asked.sample ? 'slow' : 'quick';
    (workers[desk] ?? start(desk)).postMessage(asked);
}

function ask_odds(side: Side, sample: boolean): void {
    const settings = sides.value[side];
    if (!settings) return;
    asked_at[side] = ++last_number;
    asked_for[side] = settings;
    ask({ kind: 'odds', side, number: last_number, words: words_of(settings), sample });
}

/* When nothing has been touched for a moment: rounds of the player-dealer, which take longer. */
function rest(side: Side): void {
    clearTimeout(resting[side]);
    const settings = sides.value[side];
    if (!settings || !book_of(settings)?.banked) return;
    resting[side] = setTimeout(() => ask_odds(side, true), 500);
}

/* From the change until the picture has been painted. */
function note_time(side: Side, number: number, count_ms: number): void {
    requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
            took.value = { number, count_ms, picture_ms: performance.now() - (changed_at[side] ?? 0) };
            painted.port1.close();
        };
        painted.port2.postMessage(null);
    });
}

function take_odds(told: Extract<Told, { kind: 'odds' }>): void {
    const { side, answer } = told;
    const settings = asked_for[side];
    if (told.number !== asked_at[side] || !settings) return; /* overtaken */
    const put = <T>(list: readonly T[], value: T) => list.map((one, i) => (i === side ? value : one));
    if (!answer.ok || !answer.grid) {
        const name = about(answer.text, last_changed[side] ?? '');
        problems.value = put(problems.value, { name, text: shortened(answer.text) });
        return;
    }
    const odds = JSON.parse(answer.text) as Odds;
    const before = pictures.value[side]?.grid;
    const grid = before && answer.grid.every((byte, i) => byte === before[i]) ? before : answer.grid;
    batch(() => {
        problems.value = put(problems.value, null);
        pictures.value = put(pictures.value, { odds, grid, settings, bank: odds.player_dealer });
    });
    if (told.sampled) return;
    note_time(side, told.number, told.took_ms);
    rest(side);
}

function end_sheet(text: string | null): void {
    sheet_busy.value = false;
    sheet_told?.(text);
    sheet_told = null;
}

/* The library has found that it is wrong itself. It is begun anew with all settings as they are; of
 * the side that it was asked about then nothing is asked until something is changed there. */
function stopped(desk: Desk, text: string, asked: Asked | null): void {
    const began = desk === 'slow' || books.value !== null;
    workers[desk]?.terminate();
    workers[desk] = null;
    if (desk === 'slow') end_sheet(null);
    if (!began) {
        failure.value = text;
        return;
    }
    restarted.value = text;
    if (desk === 'slow') return;
    start(desk);
    sides.value.forEach((_, i) => {
        const side = i as Side;
        if (asked?.kind === 'odds' && asked.side === side) {
            const put = { name: last_changed[side] ?? '', text: lab_texts.stopped_here };
            problems.value = problems.value.map((one, n) => (n === side ? put : one));
        } else {
            ask_odds(side, false);
        }
    });
}

function take(desk: Desk, told: Told): void {
    switch (told.kind) {
    case 'books':
        if (books.value) return;
        books.value = JSON.parse(told.text) as Books;
        begin();
        return;
    case 'odds':
        take_odds(told);
        return;
    case 'sheet':
        end_sheet(told.answer.ok ? told.answer.text : null);
        return;
    case 'failed':
        stopped(desk, told.text, told.asked);
    }
}

function start(desk: Desk): Worker {
    const worker = new Worker(LAB_WORKER, { type: 'module', name: desk });
    worker.onmessage = (event: MessageEvent<Told>) => take(desk, event.data);
    worker.onerror = () => { if (workers[desk] === worker) failure.value ||= LAB_WORKER; };
    workers[desk] = worker;
    return worker;
}

/* What the address names, or the first book. */
function begin(): void {
    const known = books.value;
    if (!known) return;
    const named = from_hash(location.hash).filter((one) => known.books.some((book) => book.id === one.book));
    const first = known.books[0];
    if (named.length === 0 && first) named.push({ book: first.id, set: {} });
    show(named.map((one) => tidied(one, book_of(one) as Book)));
}

/* Puts these settings into the lab and asks about all of them. */
export function show(settings: readonly Settings[]): void {
    batch(() => {
        sides.value = settings;
        if (settings.length < 2) {
            editing.value = 0;
            pictures.value = [pictures.value[0] ?? null, null];
            problems.value = [null, null];
        }
    });
    settings.forEach((_, i) => {
        changed_at[i] = performance.now();
        ask_odds(i as Side, false);
    });
    keep_link();
}

export function change(side: Side, settings: Settings, name: string): void {
    restarted.value = '';
    changed_at[side] = performance.now();
    last_changed[side] = name;
    clearTimeout(resting[side]);
    sides.value = sides.value.map((one, i) => (i === side ? settings : one));
    ask_odds(side, false);
    keep_link();
}

let link_timer: ReturnType<typeof setTimeout> | undefined;
function keep_link(): void {
    clearTimeout(link_timer);
    link_timer = setTimeout(() => {
        if (location.pathname === '/lab') history.replaceState(null, '', to_hash(sides.value));
    }, 250);
}

/* The PAR sheet of a side; null when the library refuses it. */
export function ask_sheet(side: Side): Promise<string | null> {
    const settings = sides.value[side];
    if (!settings || sheet_busy.value) return Promise.resolve(null);
    sheet_busy.value = true;
    const date = new Date().toISOString().slice(0, 10);
    ask({ kind: 'sheet', number: ++last_number, words: words_of(settings), date });
    return new Promise((done) => { sheet_told = done; });
}

function follow_address(): void {
    if (location.pathname === '/lab' && location.hash !== to_hash(sides.value)) begin();
}

/* The library stays when one leaves the page, so that it is there at once when one is back. */
export function open_lab(): () => void {
    if (!workers.quick) {
        start('quick');
    } else if (books.value) {
        begin();
    }
    addEventListener('hashchange', follow_address);
    return () => removeEventListener('hashchange', follow_address);
}
