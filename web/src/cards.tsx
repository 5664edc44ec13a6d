/* cards.tsx -- a card on the felt: dealt with motion, turned when it becomes known.
 *
 * Faces are pictures; a card that we may not see has no picture at all, so nothing about
 * it can be found in the page. */
import type { Card } from './frames.ts';
import { texts } from './texts.en.ts';

declare const CARDS: string; /* the folder of the pictures, set at build time */

export function spoken(card: Card): string {
    if (card === null) return texts.card_down;
    const rank = card.slice(0, -1);
    return texts.card(texts.ranks[rank] ?? rank, texts.suits[card.slice(-1)] ?? '');
}

export function spoken_hand(cards: readonly Card[]): string {
    if (cards.length === 0) return texts.table.no_cards;
    return cards.map(spoken).join(', ');
}

function picture(card: string, deck: 'two' | 'four'): string {
    const rank = card.slice(0, -1);
    return `${CARDS}/${deck}/${rank === '10' ? 'T' : rank}${card.slice(-1).toUpperCase()}.svg`;
}

const glyphs: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/* A picture over plain type: on a slow or broken network the card can be read all the same, and the
 * picture is asked for again until it comes. */
function Face(props: { card: string; deck: 'two' | 'four' }) {
    const { card, deck } = props;
    const address = picture(card, deck);
    const again = (event: Event) => {
        const image = event.currentTarget as HTMLImageElement;
        const tries = Number(image.dataset.tries ?? 0) + 1;
        image.dataset.tries = String(tries);
        image.dataset.loaded = 'no';
        if (tries <= 8) setTimeout(() => { if (image.isConnected) image.src = `${address}?${tries}`; }, 700 * tries);
    };
    return (
        <span class={`card-face suit-${card.slice(-1)}`}>
            <b class="card-type">{card.slice(0, -1)}<i>{glyphs[card.slice(-1)]}</i></b>
            <img class="card-picture" src={address} alt="" draggable={false} data-loaded="no" onError={again}
                onLoad={(event) => { event.currentTarget.dataset.loaded = 'yes'; }} />
        </span>
    );
}

export function CardView(props: { card: Card; order: number; place: number; still: boolean; deck: 'two' | 'four' }) {
    const { card, order, place, still, deck } = props;
    return (
        <span class={`card${card === null ? '' : ' up'}${still ? ' still' : ''}`} style={{ '--order': String(order), '--place': String(place) }}>
            <span class="card-turn">
                <span class="card-back" />
                {card !== null && <Face card={card} deck={deck} />}
            </span>
        </span>
    );
}

/* A hand as one picture with one text. `order` is the place of its first card in the
 * dealing, so that cards come one after the other. */
export function Hand(props: { cards: readonly Card[]; round: number; order: number; still: boolean; deck: 'two' | 'four'; label: string }) {
    const { cards, round, order, still, deck, label } = props;
    return (
        <span class="hand" role="img" aria-label={label}>
            {cards.map((card, i) => (
                <CardView key={`${round}-${i}`} card={card} order={order + i} place={i} still={still} deck={deck} />
            ))}
        </span>
    );
}
