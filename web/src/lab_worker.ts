/* lab_worker.ts -- the library beside the page, so that a drag never stutters while it counts.
 *
 * Of questions about one side that have come in while it was busy only the last is answered:
 * whoever drags wants to know where he is, not where he has been. */
import { open_library, type Answer, type Library } from './lab_wasm.ts';

declare const LAB_WASM: string;

export type Asked =
    | { kind: 'odds'; side: 0 | 1; number: number; words: readonly string[]; sample: boolean }
    | { kind: 'sheet'; number: number; words: readonly string[]; date: string };
export type Told =
    | { kind: 'books'; text: string }
    | { kind: 'odds'; side: 0 | 1; number: number; answer: Answer; took_ms: number; sampled: boolean }
    | { kind: 'sheet'; number: number; answer: Answer }
    | { kind: 'failed'; text: string };

/* Of the lib "dom" only; a worker's own scope has the same two. */
const scope = self as unknown as {
    postMessage(told: Told, transfer?: Transferable[]): void;
    onmessage: ((event: MessageEvent<Asked>) => void) | null;
};

let library: Library | null = null;
let waiting: Asked[] = [];
let awake = false;

function answer(asked: Asked, from: Library): void {
    if (asked.kind === 'sheet') {
        scope.postMessage({ kind: 'sheet', number: asked.number, answer: from.sheet(asked.date, asked.words) });
        return;
    }
    const start = performance.now();
    const told = from.odds(asked.side, asked.words, asked.sample);
    scope.postMessage({
        kind: 'odds', side: asked.side, number: asked.number, answer: told, took_ms: performance.now() - start, sampled: asked.sample,
    }, told.grid ? [told.grid.buffer] : []);
}

/* Books that nobody has asked about yet are counted while nothing else is to be done, for both
 * sides; so a change to one of them is as quick as any other. */
const idle_ms = 600;
let idle: ReturnType<typeof setTimeout> | undefined;
const cold: { side: 0 | 1; book: string }[] = [];

function heard(asked: Asked): void {
    const at = asked.kind === 'odds' ? cold.findIndex((one) => one.side === asked.side && one.book === asked.words[0]) : -1;
    if (at >= 0) cold.splice(at, 1);
}

function warm(): void {
    const next = cold.shift();
    if (!next || !library) return;
    library.odds(next.side, [next.book], false);
    idle = setTimeout(warm, idle_ms);
}

/* One at a time, and a breath in between, in which newer questions come in. */
function work(): void {
    awake = false;
    clearTimeout(idle);
    idle = setTimeout(warm, idle_ms);
    const next = waiting.shift();
    if (!next || !library) return;
    heard(next);
    try {
        answer(next, library);
    } catch (error) {
        scope.postMessage({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
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
        scope.postMessage({ kind: 'books', text });
        const ids = (JSON.parse(text) as { books: { id: string }[] }).books.map((one) => one.id);
        cold.push(...ids.map((book) => ({ side: 0 as const, book })), ...ids.map((book) => ({ side: 1 as const, book })));
        wake();
    } catch (error) {
        scope.postMessage({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
    }
})();
