/* hands.ts -- a hand as people say it: "queen high", "pair of nines", "spade mini-royal".
 *
 * What kind of hand it is, is the server's word. This only names ranks and suits of cards that
 * are face up, and says less where one of them is hidden. */
import type { Card } from './frames.ts';
import { texts } from './texts.en.ts';

/* As cards are written, the highest first. */
const ranks = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2'];

/* The server's word for a kind of hand, as this page says it. */
export function hand_name(hand: string): string {
    return texts.hands[hand.replace(/ /g, '_')] ?? hand.replace(/_/g, ' ');
}

export function hand_said(hand: string, cards: readonly Card[]): string {
    const shown = cards.filter((card) => card !== null).map((card) => card.slice(0, -1));
    if (shown.length < 3) return hand_name(hand);
    const twice = shown.find((rank, i) => shown.indexOf(rank) !== i);
    const highest = ranks.find((rank) => shown.includes(rank)) ?? '';
    if (hand === 'pair' && twice) return texts.hand_said.pair(texts.rank_plurals[twice] ?? twice);
    if (hand === 'three_of_a_kind' && twice) return texts.hand_said.three(texts.rank_plurals[twice] ?? twice);
    if (hand === 'royal' && cards.every((card) => card?.endsWith('s'))) return hand_name('royal_spades');
    if (hand === 'high_card') return texts.hand_said.high(texts.ranks[highest] ?? highest);
    return hand_name(hand);
}
