/* frames.ts -- overhears what a page and its server say to each other, and holds every word
 * against docs/protocol.schema.json. The server's own tests use the same file. */
import type { Page } from '@playwright/test';
import Ajv from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';

const schema = JSON.parse(readFileSync(new URL('../../../docs/protocol.schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv.default({ strict: true, allowUnionTypes: true });
ajv.addSchema(schema);

type Said = Record<string, unknown> & { do?: string; is?: string };

export interface Overheard {
    sent: Said[];
    got: Said[];
    wrong: string[];
}

/* What does not fit, in words; null where all is well. */
function misfit(kind: string, value: unknown): string | null {
    const fits = ajv.getSchema(`trey.1#/$defs/${kind}`);
    if (!fits) return `there is no ${kind} in the schema`;
    if (fits(value)) return null;
    const all = fits.errors ?? [];
    const deep = all.filter((one) => one.instancePath !== ''); /* at the top every other kind of frame misfits too */
    const mistakes = (deep.length > 0 ? deep : all).map((one) => `${one.instancePath} ${one.message}`);
    return `${kind}: ${[...new Set(mistakes)].join('; ')}: ${JSON.stringify(value).slice(0, 600)}`;
}

/* Answers over HTTP whose shape the schema knows too. */
const answers: [RegExp, string][] = [
    [/\/api\/tables\/[^/]+\/rounds\/\d+$/, 'round'],
    [/\/api\/tables\/[^/]+\/rounds(\?.*)?$/, 'rounds'],
];

/* Without `strictly` (the stand-in server leaves members out) things are only collected. */
export function overhear(page: Page, strictly: boolean): Overheard {
    const heard: Overheard = { sent: [], got: [], wrong: [] };
    const hold = (kind: string, value: unknown) => {
        const mistake = strictly ? misfit(kind, value) : null;
        if (mistake) heard.wrong.push(mistake);
    };
    const take = (into: Said[], kind: string, text: string | Buffer) => {
        const said = JSON.parse(String(text)) as Said;
        into.push(said);
        hold(kind, said);
    };
    page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => take(heard.sent, 'message', payload));
        socket.on('framereceived', ({ payload }) => take(heard.got, 'frame', payload));
    });
    page.on('response', (response) => {
        const kind = answers.find(([path]) => path.test(response.url()))?.[1];
        if (!kind || !response.ok()) return;
        void response.json().then((value: unknown) => hold(kind, value), () => { /* the page went on before it came */ });
    });
    return heard;
}

/* Every card in a frame, wherever it stands: in views, events, openings and texts alike. */
export function cards_in(said: unknown): string[] {
    if (typeof said === 'string') return /^([2-9TJQKA]|10)[cdhs]$/.test(said) ? [said] : [];
    if (said === null || typeof said !== 'object') return [];
    return Object.values(said).flatMap(cards_in);
}
