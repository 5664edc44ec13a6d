/* fair.mjs -- the shuffle of docs/fairness.md for the stand-in server, on node's own crypto,
 * so that the page's hand-written check meets an implementation that is not its own. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';

const hash = (...parts) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
const text = (words) => Buffer.concat([Buffer.from([Buffer.byteLength(words)]), Buffer.from(words)]);
const number = (value) => {
    const out = Buffer.alloc(8);
    out.writeBigUInt64LE(BigInt(value));
    return out;
};
const stream = (key, count) =>
    createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(count));

const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
export const card_name = (n) => ranks[n >> 2] + 'cdhs'[n & 3];

export function begin(house, table, round, book) {
    const rulebook = hash(Buffer.from(book));
    const seed = randomBytes(32);
    const commitment = hash(text('trey commitment 1'), text(house), text(table), number(round), rulebook, seed);
    return { house, table, round, rulebook, seed, commitment, list: [] };
}

const split = (n) => {
    let k = 1;
    while (2 * k < n) k *= 2;
    return k;
};
const root_of = (leaves) => {
    if (leaves.length === 1) return leaves[0];
    const k = split(leaves.length);
    return hash(Buffer.from([1]), root_of(leaves.slice(0, k)), root_of(leaves.slice(k)));
};
const path_of = (leaves, place) => {
    if (leaves.length === 1) return [];
    const k = split(leaves.length);
    return place < k
        ? [...path_of(leaves.slice(0, k), place), root_of(leaves.slice(k))]
        : [...path_of(leaves.slice(k), place - k), root_of(leaves.slice(0, k))];
};

export function shuffle(fair) {
    const each = fair.list.map(({ player, nonce }) => {
        const bytes = Buffer.from(nonce, 'hex');
        return Buffer.concat([text(`player ${player}`), number(bytes.length), bytes]);
    });
    fair.nonces = hash(text('trey nonces 1'), ...each, number(fair.list.length));
    const key = (name) => hash(text(name), fair.commitment, fair.nonces, fair.seed);
    const words = stream(key('trey deck 1'), 1024);
    const deck = Array.from({ length: 52 }, (_, i) => i);
    for (let place = 51, at = 0; place >= 1; place--) {
        const n = place + 1;
        let word;
        do word = words.readUInt32LE(4 * at++); while (word >= 2 ** 32 - (2 ** 32 % n));
        [deck[place], deck[word % n]] = [deck[word % n], deck[place]];
    }
    const salts = stream(key('trey salts 1'), 52 * 16);
    fair.salt = deck.map((_, i) => salts.subarray(16 * i, 16 * i + 16));
    fair.leaves = deck.map((card, i) => hash(Buffer.from([0, i, card]), fair.salt[i]));
    fair.root = root_of(fair.leaves);
    fair.deck = deck.map(card_name);
    return fair.deck;
}

/* What a viewer gets to see: openings of exactly his cards; after the round all of it. */
export function published(fair, cards, over) {
    if (!fair) return null;
    const hex = (bytes) => (bytes ? bytes.toString('hex') : null);
    const out = { round: fair.round, commitment: hex(fair.commitment), nonces: hex(fair.nonces), root: hex(fair.root), openings: [] };
    for (const card of fair.deck ? cards : []) {
        const place = fair.deck.indexOf(card);
        out.openings.push({ place, card, salt: hex(fair.salt[place]), path: path_of(fair.leaves, place).map(hex) });
    }
    if (over) {
        Object.assign(out, { nonces_list: fair.list, seed: hex(fair.seed), house: fair.house, table: fair.table, rulebook_hash: hex(fair.rulebook) });
    }
    return out;
}
