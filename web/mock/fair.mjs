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

const key = (purpose, secret) => hash(text(purpose), secret);

function order(secret) {
    const words = stream(secret, 1024);
    const out = Array.from({ length: 52 }, (_, i) => i);
    for (let place = 51, at = 0; place >= 1; place--) {
        const n = place + 1;
        let word;
        do word = words.readUInt32LE(4 * at++); while (word >= 2 ** 32 - (2 ** 32 % n));
        [out[place], out[word % n]] = [out[word % n], out[place]];
    }
    return out;
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

export function stack(secret) {
    const cards = order(key('trey order 1', secret));
    const salts = stream(key('trey salts 1', secret), 52 * 16);
    const salt = cards.map((_, i) => salts.subarray(16 * i, 16 * i + 16));
    const leaves = cards.map((card, i) => hash(Buffer.from([0, i, card]), salt[i]));
    return { secret, cards, salt, leaves, root: root_of(leaves) };
}

/* The same salts over other cards, for tests that cheat. */
export function stack_over(honest, cards) {
    const leaves = cards.map((card, i) => hash(Buffer.from([0, i, card]), honest.salt[i]));
    return { ...honest, cards, leaves, root: root_of(leaves) };
}

export function commit(fair) {
    fair.commitment = hash(text('trey commitment 1'), text(fair.house), text(fair.table), number(fair.round), fair.rulebook,
        fair.stacks[0].root, fair.stacks[1].root);
}

/* Two shuffled stacks, and the commitment to them. */
export function begin(house, table, round, book) {
    const seed = randomBytes(32);
    const stacks = [0, 1].map((which) => stack(key(`trey stack ${which}`, seed)));
    const fair = { house, table, round, rulebook: hash(Buffer.from(book)), seed, stacks, pledges: [], list: null, order: null };
    commit(fair);
    return fair;
}

export function pledge(fair, player, hex) {
    if (fair.list || fair.pledges.some((one) => one.player === player)) return false;
    fair.pledges.push({ player, pledge: Buffer.from(hex, 'hex'), share: null });
    return true;
}

export const pledge_of = (fair, player, share) => hash(text('trey pledge 1'), fair.commitment, number(player), share);

/* The closing call: who takes part, and in which order hands are dealt. */
export function fix(fair, players, hands) {
    fair.pledges = fair.pledges.filter((one) => players.has(one.player));
    fair.list = hash(text('trey pledges 1'), fair.commitment, number(fair.pledges.length),
        ...fair.pledges.flatMap(({ player, pledge: sealed }) => [number(player), sealed]));
    fair.order = { hands, single: false, burn: false };
}

export function share(fair, player, hex) {
    const one = fair.pledges.find((line) => line.player === player && !line.share);
    const bytes = Buffer.from(hex, 'hex');
    if (!fair.list || !one || !pledge_of(fair, player, bytes).equals(one.pledge)) return false;
    one.share = bytes;
    return true;
}

export const due = (fair) => fair.pledges.filter((one) => !one.share).length;

export function shuffle(fair) {
    fair.joint = hash(text('trey shares 1'), fair.list, ...fair.pledges.map((one) => one.share));
    fair.used = fair.stacks[fair.joint[0] & 1];
    fair.spare = fair.stacks[1 - (fair.joint[0] & 1)].secret;
    fair.cut = order(key('trey cut 1', fair.joint));
    fair.deck = fair.cut.map((place) => card_name(fair.used.cards[place]));
    return fair.deck;
}

/* What a viewer gets to see: openings of exactly his cards; after the round all of it. */
export function published(fair, cards, over) {
    if (!fair) return null;
    const hex = (bytes) => (bytes ? bytes.toString('hex') : null);
    const out = {
        house: fair.house, table: fair.table, rulebook_hash: hex(fair.rulebook), round: fair.round, commitment: hex(fair.commitment),
        roots: fair.stacks.map((one) => hex(one.root)),
        pledges: fair.pledges.map((one) => ({ player: one.player, pledge: hex(one.pledge), share: hex(one.share) })),
        list: hex(fair.list), order: fair.order, joint: hex(fair.joint), spare: hex(fair.spare), missing: [], openings: [],
    };
    for (const card of fair.deck ? cards : []) {
        const place = fair.cut[fair.deck.indexOf(card)];
        out.openings.push({ place, card, salt: hex(fair.used.salt[place]), path: path_of(fair.used.leaves, place).map(hex) });
    }
    if (over) out.seed = null;
    else out.aborts = { rounds: fair.round, before: 0, after: 0, interrupted: 0, withheld: 0, people: [] };
    return out;
}
