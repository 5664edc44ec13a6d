/* cards.tsx -- a card on the felt: dealt with motion, turned when it becomes known.
 *
 * Faces are pictures; a card that we may not see has no picture at all, so nothing about
 * it can be found in the page. */
import { effect, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Card } from './frames.ts';
import { link_state } from './link.ts';
import { texts } from './texts.en.ts';

declare const CARDS: string; /* the file of the pictures, set at build time */

export function spoken(card: Card): string {
    if (card === null) return texts.card_down;
    const rank = card.slice(0, -1);
    return texts.card(texts.ranks[rank] ?? rank, texts.suits[card.slice(-1)] ?? '');
}

export function spoken_hand(cards: readonly Card[]): string {
    if (cards.length === 0) return texts.table.no_cards;
    return cards.map(spoken).join(', ');
}

/* The pictures of all 52 cards are one file, which a table fetches while people bet. No card waits for the
 * network when it is turned, and nothing about a hand can be told from what is fetched. Until the file is
 * there, a card shows its rank and suit in plain type; it is asked for again until it comes. The drawings are kept
 * as text: as a document they would be two thousand nodes that an idle table carries about. */
const drawings = signal<ReadonlyMap<string, string> | null>(null);

/* One <svg> for each card, each beginning a line, within one for all. */
function cut(sheet: string): ReadonlyMap<string, string> {
    return new Map(sheet.split(/\n(?=<svg id="|<\/svg>\s*$)/).flatMap((one) => {
        const name = /^<svg id="(\w\w)"/.exec(one)?.[1];
        return name ? [[name, one] as const] : [];
    }));
}

function drawing_of(text: string): Element | null {
    return new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, 'image/svg+xml').documentElement.firstElementChild;
}
let running: AbortController | null = null;

async function load(wait_ms: number): Promise<void> {
    running?.abort();
    const mine = running = new AbortController();
    try {
        const answer = await fetch(CARDS, { priority: 'low', signal: mine.signal });
        const found = cut(answer.ok ? await answer.text() : '');
        if (found.size !== 52) throw new Error('not the pictures');
        drawings.value = found;
    } catch {
        setTimeout(() => { if (mine === running) void load(Math.min(2 * wait_ms, 16_000)); }, wait_ms);
    }
}

export function fetch_faces(): void {
    if (running) return;
    void load(500);
    /* What is under way on a connection that has died may never end: begin again when there is a new one. */
    let opened = link_state.peek() === 'open';
    effect(() => {
        const open = link_state.value === 'open';
        if (open && !opened && drawings.peek() === null) void load(500);
        opened = open;
    });
}

const glyphs: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

function Face(props: { card: string }) {
    const rank = props.card.slice(0, -1), suit = props.card.slice(-1);
    const place = useRef<HTMLSpanElement>(null);
    const drawn = drawings.value?.get((rank === '10' ? 'T' : rank) + suit.toUpperCase());
    useEffect(fetch_faces, []);
    useLayoutEffect(() => {
        const picture = drawn ? drawing_of(drawn) : null;
        if (!picture) return;
        picture.removeAttribute('id');
        place.current?.replaceChildren(document.importNode(picture, true));
    }, [drawn]);
    return (
        <span class={`card-face suit-${suit}`}>
            <b class="card-type">{rank}<i>{glyphs[suit]}</i></b>
            <span class="card-picture" ref={place} />
        </span>
    );
}

export function CardView(props: { card: Card; order: number; place: number; still: boolean }) {
    const { card, order, place, still } = props;
    return (
        <span class={`card${card === null ? '' : ' up'}${still ? ' still' : ''}`} style={{ '--order': String(order), '--place': String(place) }}>
            <span class="card-turn">
                <span class="card-back" />
                {card !== null && <Face card={card} />}
            </span>
        </span>
    );
}

/* A hand as one picture with one text. `order` is the place of its first card in the
 * dealing, so that cards come one after the other. */
export function Hand(props: { cards: readonly Card[]; round: number; order: number; still: boolean; label: string }) {
    const { cards, round, order, still, label } = props;
    return (
        <span class="hand" role="img" aria-label={label}>
            {cards.map((card, i) => (
                <CardView key={`${round}-${i}`} card={card} order={order + i} place={i} still={still} />
            ))}
        </span>
    );
}
