/* desk_cards.ts -- cards out of what a dealer types or a scanner sends: `qs`, `QSKH10D`, `Q♠ 10h`.
 *
 * This knows how a card is written and nothing else. Whether it may be dealt, and whether it is out
 * already, the house says card by card. */
const suits: Record<string, string> = { c: 'c', d: 'd', h: 'h', s: 's', '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

export interface Taken {
    cards: string[];
    rest: string; /* the beginning of a card, or what is none */
    bad: boolean; /* `rest` can become no card */
}

const between = /^[\s,;]+/;
const one_card = /^(10|[2-9tjqka])([cdhs♣♦♥♠])\ufe0f?/i;

function written(rank: string, suit: string): string {
    const upper = rank.toUpperCase();
    return (upper === 'T' ? '10' : upper) + (suits[suit.toLowerCase()] ?? '');
}

/* Takes whole cards from the front. A rank alone may still become one. */
export function take_cards(text: string): Taken {
    const cards: string[] = [];
    let rest = text.replace(between, '');
    for (let found = one_card.exec(rest); found; found = one_card.exec(rest)) {
        cards.push(written(found[1] as string, found[2] as string));
        rest = rest.slice(found[0].length).replace(between, '');
    }
    return { cards, rest, bad: rest !== '' && !/^(10?|[2-9tjqka])$/i.test(rest) };
}

/* A letter that no card is written with: only those may stand for calls. */
export function is_card_letter(key: string): boolean {
    return /^[0-9tjqkacdhs♣♦♥♠]$/i.test(key);
}

const burst_ms = 400; /* keys that follow each other so closely come from one scan */

/* Reads keys as they come. When the house has refused a card, the rest of the scan that it came with is put
 * aside: keys may follow each other faster than the house answers, and the place that the next card would go
 * to is no longer certain. A pause ends the scan. */
export class Reader {
    private last_key = -Infinity;
    private stopped = false;
    private put_aside = '';

    /* `typed` is what stands in the field; `rest` must stand there afterwards. */
    read(typed: string, now: number): Taken & { aside: boolean } {
        const same_scan = now - this.last_key < burst_ms;
        this.last_key = now;
        if (this.stopped && same_scan) {
            this.put_aside += typed;
            return { cards: [], rest: '', bad: false, aside: true };
        }
        this.stopped = false;
        return { ...take_cards(typed), aside: false };
    }

    /* A card was refused; these were read with it and behind it. */
    stop(cards: readonly string[]): void {
        this.stopped = true;
        this.put_aside = cards.join(' ') + ' ';
    }

    /* What was put aside, card by card where it is cards. */
    get aside(): string {
        const { cards, rest } = take_cards(this.put_aside);
        return [...cards, rest].join(' ').trim();
    }
}
