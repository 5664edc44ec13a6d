/* lab_worker.ts -- the library beside the page, so that a drag never stutters while it counts.
 *
 * Of questions about one side that have come in while it was busy only the last is answered:
 * whoever drags wants to know where he is, not where he has been. While nothing is asked it counts
 * beforehand what may be asked next, a few milliseconds at a time, so that no question waits. */
import { near_words } from './lab_settings.ts';
import type { Books } from './lab_settings.ts';
import { open_library, type Answer, type Library } from './lab_wasm.ts';

declare const LAB_WASM: string;

export type Asked =
    | { kind: 'odds'; side: 0 | 1; number: number; words: readonly string[]; sample: boolean }
    | { kind: 'sheet'; number: number; words: readonly string[]; date: string };
export type Told =
    | { kind: 'books'; text: string }
    | { kind: 'odds'; side: 0 | 1; number: number; answer: Answer; took_ms: number; sampled: boolean }
    | { kind: 'sheet'; number: number; answer: Answer }
    | { kind: 'failed'; text: string; asked: Asked | null };

/* Of the lib "dom" only; a worker's own scope has the same two. */
const scope = self as unknown as {
    name: string;
    postMessage(told: Told, transfer?: Transferable[]): void;
    onmessage: ((event: MessageEvent<Asked>) => void) | null;
};
/* A second worker does what takes long, and has nothing to be ready for. */
const prepares = scope.name !== 'slow';

let library: Library | null = null;
let books: Books | null = null;
let waiting: Asked[] = [];
let awake = false;

function answer(asked: Asked, from: Library): void {
    if (asked.kind === 'sheet') {
        scope.postMessage({ kind: 'sheet', number: asked.number, answer: from.sheet(asked.date, asked.words) });
        return;
    }
    const start = performance.now();
    const told = from.odds(asked.words, asked.sample);
    scope.postMessage({
        kind: 'odds', side: asked.side, number: asked.number, answer: told, took_ms: performance.now() - start, sampled: asked.sample,
    }, told.grid ? [told.grid.buffer] : []);
}

function failed(error: unknown, asked: Asked | null): void {
    library = null; /* whatever it was doing is half done */
    waiting = [];
    scope.postMessage({ kind: 'failed', text: error instanceof Error ? error.message : String(error), asked });
}

/* ---- What may be asked next ------------------------------------------------------------------ */
const idle_ms = 60;
let idle: ReturnType<typeof setTimeout> | undefined;
let cold: string[][] = [];
const asked_last: (readonly string[])[] = [];
const warmed = new Set<string>();

/* The letters beside those that are chosen on either side, and the other books. */
function look_ahead(): void {
    if (!books) return;
    cold = near_words(books, asked_last).filter((words) => !warmed.has(words.join(' ')));
}

function warm(): void {
    const next = cold[0];
    if (!next || !library || waiting.length > 0) return;
    try {
        if (!library.warm(next)) {
            cold.shift();
            warmed.add(next.join(' '));
        }
    } catch (error) {
        failed(error, null);
        return;
    }
    idle = setTimeout(warm, 0);
}

/* ---- Questions ------------------------------------------------------------------------------- */
/* One at a time, and a breath in between, in which newer questions come in. */
function work(): void {
    awake = false;
    clearTimeout(idle);
    const next = waiting.shift();
    if (!next || !library) return;
    try {
        answer(next, library);
    } catch (error) {
        failed(error, next);
        return;
    }
    if (next.kind === 'odds') asked_last[next.side] = next.words;
    if (prepares) {
        look_ahead();
        idle = setTimeout(warm, idle_ms);
    }
    wake();
}

const breath = new MessageChannel();
breath.port1.onmessage = work;

function wake(): void {
    if (awake || waiting.length === 0 || !library) return;
    awake = true;
    breath.port2.postMessage(null);
}

scope.onmessage = (event) => {
    const asked = event.data;
    if (asked.kind === 'odds') waiting = waiting.filter((one) => one.kind !== 'odds' || one.side !== asked.side);
    waiting.push(asked);
    wake();
};

void (async () => {
    try {
        library = await open_library(await WebAssembly.compileStreaming(fetch(LAB_WASM)));
        const text = library.books();
        books = JSON.parse(text) as Books;
        scope.postMessage({ kind: 'books', text });
        wake();
    } catch (error) {
        failed(error, null);
    }
})();
