/* fairness.ts -- checks a round's cards against what the house published.
 *
 * Written from docs/fairness.md. It answers in findings that a person can read: each says
 * what was compared and whether it agrees; what was not published is said to be unchecked,
 * never passed over as good. */
import type { Card, Fair, View } from './frames.ts';
import { chacha20, from_hex, sha256, to_hex } from './hashes.ts';

export type Verdict = 'agrees' | 'differs' | 'unknown';

export interface Finding {
    check: 'openings' | 'commitment' | 'nonces' | 'own_nonce' | 'deck' | 'root' | 'shown';
    verdict: Verdict;
    count?: number;
}

const suits = 'cdhs';
const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

export function card_number(card: string): number {
    const rank = ranks.indexOf(card.slice(0, -1).replace('T', '10'));
    const suit = suits.indexOf(card.slice(-1));
    return rank < 0 || suit < 0 ? -1 : 4 * rank + suit;
}

export function card_name(number: number): string {
    return `${ranks[number >> 2]}${suits[number & 3]}`;
}

function join(...parts: (Uint8Array | number[])[]): Uint8Array {
    const out = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) {
        out.set(part, at);
        at += part.length;
    }
    return out;
}

function text(words: string): Uint8Array {
    const bytes = new TextEncoder().encode(words);
    return join([bytes.length], bytes);
}

function number(value: number): Uint8Array {
    const out = new Uint8Array(8);
    let left = BigInt(value);
    for (let i = 0; i < 8; i++, left >>= 8n) out[i] = Number(left & 255n);
    return out;
}

export interface Secret {
    house: string;
    table: string;
    round: number;
    rulebook: Uint8Array;
    seed: Uint8Array;
    nonces: { player: number; nonce: Uint8Array }[];
}

export function commitment_of(secret: Secret): Uint8Array {
    return sha256(join(text('trey commitment 1'), text(secret.house), text(secret.table),
        number(secret.round), secret.rulebook, secret.seed));
}

export function nonces_of(list: Secret['nonces']): Uint8Array {
    const each = list.map(({ player, nonce }) =>
        join(text(`player ${player}`), number(nonce.length), nonce));
    return sha256(join(text('trey nonces 1'), ...each, number(list.length)));
}

/* The deck of a key, in the order in which it is dealt. */
export function deck_of(key: Uint8Array): number[] {
    const words = new DataView(chacha20(key, 64 * 16).buffer);
    let next = 0;
    return draw_deck(() => words.getUint32(4 * next++, true));
}

/* From any words of 32 bits; those that would favour a place are passed over. */
export function draw_deck(next_word: () => number): number[] {
    const deck = Array.from({ length: 52 }, (_, i) => i);
    for (let place = 51; place >= 1; place--) {
        const n = place + 1;
        const limit = 2 ** 32 - (2 ** 32 % n);
        let word: number;
        do {
            word = next_word();
        } while (word >= limit);
        const other = word % n;
        [deck[place], deck[other]] = [deck[other]!, deck[place]!];
    }
    return deck;
}

export function leaf(place: number, card: number, salt: Uint8Array): Uint8Array {
    return sha256(join([0, place, card], salt));
}

const node = (left: Uint8Array, right: Uint8Array) => sha256(join([1], left, right));

function split(n: number): number {
    let k = 1;
    while (2 * k < n) k *= 2;
    return k;
}

export function root_of(leaves: Uint8Array[]): Uint8Array {
    if (leaves.length === 1) return leaves[0]!;
    const k = split(leaves.length);
    return node(root_of(leaves.slice(0, k)), root_of(leaves.slice(k)));
}

/* Climbs from a leaf to the root; null where the path has another length than the place. */
export function climb(hash: Uint8Array, place: number, leaves: number, path: Uint8Array[]): Uint8Array | null {
    if (leaves === 1) return path.length === 0 ? hash : null;
    const sibling = path[path.length - 1];
    if (!sibling) return null;
    const k = split(leaves);
    const below = path.slice(0, -1);
    if (place < k) {
        const left = climb(hash, place, k, below);
        return left && node(left, sibling);
    }
    const right = climb(hash, place - k, leaves - k, below);
    return right && node(sibling, right);
}

export function opening_agrees(opening: Fair['openings'][number], root: string): boolean {
    const salt = from_hex(opening.salt);
    const card = card_number(opening.card);
    const path = opening.path.map(from_hex);
    if (!salt || salt.length !== 16 || card < 0 || opening.place < 0 || opening.place > 51) return false;
    if (path.some((hash) => !hash || hash.length !== 32)) return false;
    const top = climb(leaf(opening.place, card, salt), opening.place, 52, path as Uint8Array[]);
    return top !== null && to_hex(top) === root.toLowerCase();
}

/* Cards that lie open in a view. */
export function open_cards(view: View): string[] {
    const all: Card[] = [...view.dealer.cards];
    for (const box of Object.values(view.boxes)) all.push(...box.cards);
    return all.filter((card): card is string => card !== null);
}

/* What was published of a round stays known to us, also when a later frame has less of it. */
export function keep_published(before: Fair | null, now: Fair | null): Fair | null {
    if (!now || !before || before.round !== now.round) return now;
    const places = new Set(now.openings.map((opening) => opening.place));
    return {
        ...now, nonces: now.nonces ?? before.nonces, root: now.root ?? before.root,
        openings: [...before.openings.filter((opening) => !places.has(opening.place)), ...now.openings],
    };
}

/* During a round: every card that was opened to us must lead to the root. A card that we
 * see but that has no opening (yet) is called unchecked. */
export function check_openings(fair: Fair, shown: readonly string[]): Finding[] {
    if (!fair.root) return [{ check: 'openings', verdict: 'unknown' }];
    const good = fair.openings.filter((opening) => opening_agrees(opening, fair.root as string));
    const places = new Set(good.map((opening) => opening.place));
    const all_good = good.length === fair.openings.length && places.size === good.length;
    const known = new Set(good.map((opening) => card_number(opening.card)));
    const covered = shown.every((card) => known.has(card_number(card)));
    const none = fair.openings.length === 0;
    return [
        { check: 'openings', verdict: none ? 'unknown' : all_good ? 'agrees' : 'differs', count: good.length },
        { check: 'shown', verdict: shown.length > 0 && covered ? 'agrees' : 'unknown', count: shown.length },
    ];
}

function secret_of(fair: Fair): Secret | null {
    const seed = fair.seed ? from_hex(fair.seed) : null;
    const rulebook = fair.rulebook_hash ? from_hex(fair.rulebook_hash) : null;
    if (!seed || !rulebook || fair.house === undefined || fair.table === undefined) return null;
    const nonces = (fair.nonces_list ?? []).map(({ player, nonce }) => ({ player, nonce: from_hex(nonce) }));
    if (nonces.some(({ nonce }) => !nonce)) return null;
    return {
        house: fair.house, table: fair.table, round: fair.round, rulebook, seed,
        nonces: nonces as Secret['nonces'],
    };
}

/* After a round: every card that was seen needs its opening now; the nonces, and with the
 * seed everything. `own` is the nonce that this
 * browser gave, where it gave one. */
export function check_round(fair: Fair, shown: readonly string[], own?: { player: number; nonce: string }): Finding[] {
    const findings = check_openings(fair, shown).map((one): Finding =>
        one.check === 'shown' && shown.length > 0 && one.verdict === 'unknown' ? { ...one, verdict: 'differs' } : one);
    const same = (hash: Uint8Array, published: string | null): Verdict =>
        published === null ? 'unknown' : to_hex(hash) === published.toLowerCase() ? 'agrees' : 'differs';
    const list = (fair.nonces_list ?? []).map(({ player, nonce }) => ({ player, nonce: from_hex(nonce) ?? new Uint8Array() }));
    findings.push({
        check: 'nonces', count: list.length,
        verdict: fair.nonces_list ? same(nonces_of(list), fair.nonces) : 'unknown',
    });
    if (own) {
        const there = (fair.nonces_list ?? []).some(
            (one) => one.player === own.player && one.nonce.toLowerCase() === own.nonce.toLowerCase());
        findings.push({ check: 'own_nonce', verdict: fair.nonces_list ? (there ? 'agrees' : 'differs') : 'unknown' });
    }
    const secret = secret_of(fair);
    if (!secret) {
        for (const check of ['commitment', 'deck', 'root'] as const) findings.push({ check, verdict: 'unknown' });
        return findings;
    }
    const commitment = commitment_of(secret);
    const nonces = nonces_of(secret.nonces);
    const key = (name: string) => sha256(join(text(name), commitment, nonces, secret.seed));
    const deck = deck_of(key('trey deck 1'));
    const salts = chacha20(key('trey salts 1'), 52 * 16);
    const leaves = deck.map((card, place) => leaf(place, card, salts.slice(16 * place, 16 * place + 16)));
    const in_place = fair.openings.every((opening) => deck[opening.place] === card_number(opening.card));
    findings.push({ check: 'commitment', verdict: same(commitment, fair.commitment) });
    findings.push({ check: 'deck', verdict: in_place ? 'agrees' : 'differs', count: fair.openings.length });
    findings.push({ check: 'root', verdict: same(root_of(leaves), fair.root) });
    return findings;
}
