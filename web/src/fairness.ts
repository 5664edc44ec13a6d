/* fairness.ts -- checks a round's cards against what the house published, and against what this
 * browser saw and kept while the round was played.
 *
 * Written from docs/fairness.md; there is no page in it, so a test can play a cheating house
 * against it. Every finding says what was compared and whether it agrees. What could not be
 * compared is called unchecked, and the whole is called good only where nothing that matters was
 * left unchecked. */
import type { Card, DealOrder, Fair, Opening, View } from './frames.ts';
import { chacha20, from_hex, sha256, to_hex } from './hashes.ts';

export type Verdict = 'agrees' | 'differs' | 'unknown';

export type Check =
    | 'commitment' /* the house's commitment is over these two stacks, in this round */
    | 'live'       /* commitment and roots are those that this browser saw before it bet */
    | 'list'       /* the list's hash is over these pledges, and every share fits its pledge */
    | 'list_live'  /* the list is the one that this browser saw at the closing call */
    | 'own'        /* this browser's own pledge and share are in it, as it sent them */
    | 'joint'      /* list and shares come to the number that cut the deck */
    | 'spare'      /* the stack that was not dealt was an honest shuffle of all 52 cards */
    | 'order'      /* hands were dealt in the order that was fixed at the closing call */
    | 'openings'   /* every opened card leads to the root of the stack that was dealt */
    | 'places'     /* every card comes from the place that the cut gives to its hand */
    | 'shown'      /* every card that was seen was opened, and is the card that was seen */
    | 'seed';      /* the seed gives both stacks */

export interface Finding {
    check: Check;
    verdict: Verdict;
    count?: number;
}

/* ---- What a browser keeps of a round ----------------------------------------------------------- */
export interface Notes {
    house: string;
    table: string;
    round: number;
    commitment: string;
    roots: string[];
    early: boolean; /* noted while bets were open */
    own?: { player: number; share: string };
    /* From the closing call on. */
    list?: string;
    pledges?: { player: number; pledge: string }[];
    order?: DealOrder;
    in_time?: boolean; /* these three were noted before the shares were all known */
    joint?: string;
    ended?: boolean; /* with a result, or void */
    cards?: Record<string, Card[]>; /* by seat, and "dealer" */
}

/* ---- Cards and bytes --------------------------------------------------------------------------- */
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

/* 32 bytes, or null for anything else. */
function hash_bytes(hex: string | null | undefined): Uint8Array | null {
    const bytes = typeof hex === 'string' ? from_hex(hex) : null;
    return bytes?.length === 32 ? bytes : null;
}

const same = (a: Uint8Array, hex: string | null | undefined) => typeof hex === 'string' && to_hex(a) === hex.toLowerCase();

/* ---- The hashes of docs/fairness.md ------------------------------------------------------------ */
export function commitment_of(fair: Pick<Fair, 'house' | 'table' | 'round' | 'rulebook_hash' | 'roots'>): Uint8Array | null {
    const rulebook = hash_bytes(fair.rulebook_hash);
    const roots = fair.roots.map(hash_bytes);
    if (!rulebook || roots.length !== 2 || !roots[0] || !roots[1]) return null;
    return sha256(join(text('trey commitment 1'), text(fair.house), text(fair.table), number(fair.round), rulebook, roots[0], roots[1]));
}

export function pledge_of(commitment: Uint8Array, player: number, share: Uint8Array): Uint8Array {
    return sha256(join(text('trey pledge 1'), commitment, number(player), share));
}

export function list_of(commitment: Uint8Array, pledges: readonly { player: number; pledge: Uint8Array }[]): Uint8Array {
    return sha256(join(text('trey pledges 1'), commitment, number(pledges.length),
        ...pledges.map(({ player, pledge }) => join(number(player), pledge))));
}

export function joint_of(list: Uint8Array, shares: readonly Uint8Array[]): Uint8Array {
    return sha256(join(text('trey shares 1'), list, ...shares));
}

const key_of = (purpose: string, secret: Uint8Array) => sha256(join(text(purpose), secret));

/* From any words of 32 bits; those that would favour a place are passed over. */
export function draw_order(next_word: () => number): number[] {
    const order = Array.from({ length: 52 }, (_, i) => i);
    for (let place = 51; place >= 1; place--) {
        const n = place + 1;
        const limit = 2 ** 32 - (2 ** 32 % n);
        let word: number;
        do {
            word = next_word();
        } while (word >= limit);
        const other = word % n;
        [order[place], order[other]] = [order[other]!, order[place]!];
    }
    return order;
}

function order_of(key: Uint8Array): number[] {
    const words = new DataView(chacha20(key, 64 * 16).buffer);
    let next = 0;
    return draw_order(() => words.getUint32(4 * next++, true));
}

export const pick_of = (joint: Uint8Array): number => joint[0]! & 1;
/* At which place of the stack the card of each turn is found. */
export const cut_of = (joint: Uint8Array): number[] => order_of(key_of('trey cut 1', joint));
export const stack_seed = (seed: Uint8Array, which: number): Uint8Array => key_of(`trey stack ${which}`, seed);

/* ---- Trees -------------------------------------------------------------------------------------- */
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

/* The stack of a stack's seed, and the root over it. */
export function stack_of(secret: Uint8Array): { cards: number[]; root: Uint8Array } {
    const cards = order_of(key_of('trey order 1', secret));
    const salts = chacha20(key_of('trey salts 1', secret), 52 * 16);
    return { cards, root: root_of(cards.map((card, place) => leaf(place, card, salts.slice(16 * place, 16 * place + 16)))) };
}

export function opening_agrees(opening: Opening, root: string): boolean {
    const salt = from_hex(opening.salt);
    const card = card_number(opening.card);
    const path = opening.path.map(from_hex);
    if (!salt || salt.length !== 16 || card < 0 || !Number.isInteger(opening.place) || opening.place < 0 || opening.place > 51) return false;
    if (path.some((hash) => !hash || hash.length !== 32)) return false;
    const top = climb(leaf(opening.place, card, salt), opening.place, 52, path as Uint8Array[]);
    return top !== null && same(top, root);
}

/* ---- The order of dealing ------------------------------------------------------------------------ */
/* The turns of a hand's three cards: packets of three or single cards, the dealer's hand last. */
export function turns_of(order: DealOrder, hand: number): number[] {
    const first = order.burn ? 1 : 0;
    const hands = order.hands.length + 1;
    return [0, 1, 2].map((card) => first + (order.single ? card * hands + hand : 3 * hand + card));
}

/* Clockwise from the dealer's left, or from the left of the player who banks; a hand for everybody
 * who was dealt one and for nobody else. */
export function order_fits(order: DealOrder, view: View): boolean {
    const { hands } = order;
    if (new Set(hands).size !== hands.length) return false;
    const dealt = Object.entries(view.boxes).filter(([, box]) => box.cards.length > 0).map(([seat]) => Number(seat));
    if (dealt.length > 0 && (dealt.length !== hands.length || dealt.some((seat) => !hands.includes(seat)))) return false;
    const start = view.bank?.seat ?? 0;
    const way = (seat: number) => (seat > start ? seat - start : seat - start + 100);
    return hands.every((seat, i) => i === 0 || way(seat) > way(hands[i - 1]!));
}

const same_order = (a: DealOrder, b: DealOrder) =>
    a.single === b.single && a.burn === b.burn && a.hands.length === b.hands.length && a.hands.every((seat, i) => seat === b.hands[i]);

/* Cards that lie open in a view, by seat, and the dealer's. */
export function cards_of(view: View): Record<string, Card[]> {
    const all: Record<string, Card[]> = {};
    for (const [seat, box] of Object.entries(view.boxes)) if (box.cards.some((card) => card !== null)) all[seat] = box.cards;
    if (view.dealer.cards.some((card) => card !== null)) all.dealer = view.dealer.cards;
    return all;
}

/* Two tellings of the same hands; `agree` is false where one card is said to be two. */
export function merge_cards(a: Record<string, Card[]>, b: Record<string, Card[]>): { cards: Record<string, Card[]>; agree: boolean } {
    const cards: Record<string, Card[]> = { ...a };
    let agree = true;
    for (const [where, hand] of Object.entries(b)) {
        const known = cards[where] ?? [];
        cards[where] = Array.from({ length: Math.max(known.length, hand.length) }, (_, i) => {
            const [one, other] = [known[i] ?? null, hand[i] ?? null];
            if (one !== null && other !== null && card_number(one) !== card_number(other)) agree = false;
            return one ?? other;
        });
    }
    return { cards, agree };
}

export function open_cards(view: View): string[] {
    return Object.values(cards_of(view)).flat().filter((card): card is string => card !== null);
}

/* ---- Notes ----------------------------------------------------------------------------------------
 * What was seen first stays: a house that tells something else later is compared with it. */
export function begin_notes(fair: Fair, phase: string): Notes {
    return {
        house: fair.house, table: fair.table, round: fair.round, commitment: fair.commitment, roots: fair.roots,
        early: phase === 'betting' && fair.list === null,
    };
}

export function add_notes(notes: Notes, view: View): Notes {
    const { fair } = view;
    if (!fair || fair.round !== notes.round) return notes;
    const cards = view.round === notes.round ? merge_cards(notes.cards ?? {}, cards_of(view)).cards : notes.cards ?? {};
    return {
        ...notes,
        ...(notes.list === undefined && fair.list !== null
            ? {
                list: fair.list, pledges: fair.pledges.map(({ player, pledge }) => ({ player, pledge })),
                ...(fair.order ? { order: fair.order } : {}), in_time: fair.joint === null,
            } : {}),
        ...(notes.joint === undefined && fair.joint !== null ? { joint: fair.joint } : {}),
        ...(Object.keys(cards).length > 0 ? { cards } : {}),
        ...(view.settlement?.round === notes.round ? { ended: true } : {}),
    };
}

/* Before a pledge is sent: is the commitment to these stacks? */
export function may_pledge(fair: Fair): boolean {
    const commitment = commitment_of(fair);
    return commitment !== null && same(commitment, fair.commitment);
}

/* Before the share is sent: is the list fixed, over these pledges, with our own in it? Our pledge is bound to
 * the commitment, so it fits no other. Otherwise the share is better kept back. */
export function may_share(fair: Fair, notes: Notes): boolean {
    const commitment = hash_bytes(fair.commitment);
    const share = hash_bytes(notes.own?.share);
    if (!commitment || !share || !notes.own || !may_pledge(fair)) return false;
    if (fair.round !== notes.round) return false;
    const list = fair.pledges.map(({ player, pledge }) => ({ player, pledge: hash_bytes(pledge) }));
    if (list.some(({ pledge }) => !pledge) || fair.order === null) return false;
    const mine = fair.pledges.filter(({ player }) => player === notes.own!.player);
    return mine.length === 1 && same(pledge_of(commitment, notes.own.player, share), mine[0]!.pledge)
        && same(list_of(commitment, list as { player: number; pledge: Uint8Array }[]), fair.list);
}

/* What was published of a round stays known to us, also when a later frame has less of it. */
export function keep_published(before: Fair | null, now: Fair | null): Fair | null {
    if (!now || !before || before === now || before.round !== now.round) return now;
    const places = new Set(now.openings.map((opening) => opening.place));
    return { ...now, openings: [...before.openings.filter((opening) => !places.has(opening.place)), ...now.openings] };
}

/* ---- Checking -------------------------------------------------------------------------------------- */
interface Heard {
    fair: Fair;
    notes: Notes | null;
    cards: Record<string, Card[]>; /* with those that were noted */
    agree: boolean; /* all of them, wherever they were told */
    view: View;
    over: boolean;
}

const verdict = (agrees: boolean): Verdict => (agrees ? 'agrees' : 'differs');

function check_commitment({ fair, notes }: Heard): Finding[] {
    const commitment = commitment_of(fair);
    const seen = notes !== null && notes.commitment === fair.commitment && notes.roots.length === fair.roots.length
        && notes.roots.every((root, i) => root === fair.roots[i]) && notes.house === fair.house && notes.table === fair.table;
    return [
        { check: 'commitment', verdict: verdict(commitment !== null && same(commitment, fair.commitment)) },
        { check: 'live', verdict: !notes || (seen && !notes.early) ? 'unknown' : verdict(seen) },
    ];
}

function check_list({ fair, notes }: Heard): Finding[] {
    const commitment = hash_bytes(fair.commitment);
    if (fair.list === null) {
        const lost = notes?.list !== undefined;
        return [{ check: 'list', verdict: lost ? 'differs' : 'unknown' }, { check: 'list_live', verdict: lost ? 'differs' : 'unknown' }, { check: 'joint', verdict: notes?.joint !== undefined ? 'differs' : 'unknown' }];
    }
    const lines = fair.pledges.map(({ player, pledge, share }) => ({ player, pledge: hash_bytes(pledge), share: hash_bytes(share), opened: share !== null }));
    const whole = commitment !== null && lines.every(({ pledge, share, opened }) => pledge && (share || !opened));
    const people = new Set(lines.map(({ player }) => player));
    const fits = whole && people.size === lines.length
        && lines.every(({ player, pledge, share }) => !share || same(pledge_of(commitment, player, share), to_hex(pledge!)));
    const list = whole ? list_of(commitment, lines as { player: number; pledge: Uint8Array }[]) : null;
    const findings: Finding[] = [
        { check: 'list', verdict: verdict(fits && list !== null && same(list, fair.list)), count: lines.length },
    ];
    const seen = notes?.pledges;
    const alike = seen !== undefined && notes?.list === fair.list && seen.length === lines.length
        && seen.every(({ player, pledge }, i) => player === fair.pledges[i]!.player && pledge === fair.pledges[i]!.pledge);
    findings.push({ check: 'list_live', count: lines.length, verdict: !seen || (alike && !notes?.in_time) ? 'unknown' : verdict(alike) });
    if (fair.joint === null) {
        findings.push({ check: 'joint', verdict: notes?.joint !== undefined ? 'differs' : 'unknown' });
    } else {
        const all = lines.every(({ share }) => share);
        const joint = list && all ? joint_of(list, lines.map(({ share }) => share!)) : null;
        const live = notes?.joint === undefined || notes.joint === fair.joint;
        findings.push({ check: 'joint', verdict: verdict(joint !== null && same(joint, fair.joint) && live), count: lines.length });
    }
    return findings;
}

function check_own({ fair, notes }: Heard): Finding[] {
    const commitment = hash_bytes(fair.commitment);
    const share = hash_bytes(notes?.own?.share);
    if (!notes?.own) return [{ check: 'own', verdict: 'unknown' }];
    if (fair.list === null) return [{ check: 'own', verdict: 'unknown' }];
    const mine = fair.pledges.filter(({ player }) => player === notes.own!.player);
    const good = commitment !== null && share !== null && mine.length === 1
        && same(pledge_of(commitment, notes.own.player, share), mine[0]!.pledge)
        && (mine[0]!.share === null ? fair.joint === null : mine[0]!.share.toLowerCase() === notes.own.share.toLowerCase());
    return [{ check: 'own', verdict: verdict(good) }];
}

function check_spare({ fair }: Heard): Finding[] {
    const joint = hash_bytes(fair.joint);
    const secret = hash_bytes(fair.spare);
    if (fair.joint === null) return [{ check: 'spare', verdict: 'unknown' }];
    return [{ check: 'spare', verdict: verdict(joint !== null && secret !== null && same(stack_of(secret).root, fair.roots[1 - pick_of(joint)])) }];
}

function check_order({ fair, notes, view }: Heard): Finding[] {
    if (!fair.order) return [{ check: 'order', verdict: notes?.order ? 'differs' : 'unknown' }];
    const live = notes?.order ? same_order(notes.order, fair.order) : null;
    if (live === false || !order_fits(fair.order, view)) return [{ check: 'order', verdict: 'differs' }];
    return [{ check: 'order', verdict: live && notes?.in_time ? 'agrees' : 'unknown' }];
}

/* Every card that lies open must have an opening, from the place of the stack that the cut gives to its
 * turn in the order of dealing. */
function check_cards({ fair, cards, agree, over }: Heard): Finding[] {
    const joint = hash_bytes(fair.joint);
    const root = joint ? fair.roots[pick_of(joint)] : undefined;
    const shown = Object.entries(cards).flatMap(([where, hand]) => hand.map((card, i) => ({ where, i, card })))
        .filter((one): one is { where: string; i: number; card: string } => one.card !== null);
    if (!joint || !root) {
        const wrong: Verdict = shown.length > 0 || fair.openings.length > 0 ? 'differs' : 'unknown';
        return (['openings', 'places', 'shown'] as const).map((check) => ({ check, verdict: wrong, count: 0 }));
    }
    const good = fair.openings.filter((opening) => opening_agrees(opening, root));
    const by_place = new Map(good.map((opening) => [opening.place, card_number(opening.card)]));
    const twice = by_place.size !== good.length || new Set(by_place.values()).size !== by_place.size;
    const findings: Finding[] = [{
        check: 'openings', count: good.length,
        verdict: fair.openings.length === 0 ? 'unknown' : verdict(good.length === fair.openings.length && !twice),
    }];
    const { order } = fair; /* compared with what was noted by check_order */
    const cut = cut_of(joint);
    let placed = 0;
    let missing = 0;
    let wrong = order === null && shown.length > 0;
    for (const { where, i, card } of shown) {
        const hand = where === 'dealer' ? order?.hands.length ?? -1 : order?.hands.indexOf(Number(where)) ?? -1;
        if (!order || hand < 0 || i > 2) { wrong = true; continue; }
        const found = by_place.get(cut[turns_of(order, hand)[i]!]!);
        if (found === undefined) missing++;
        else if (found === card_number(card)) placed++;
        else wrong = true;
    }
    /* An opening that belongs to no hand would show a card that nobody was dealt. */
    const turns = order ? new Set([...order.hands.keys(), order.hands.length].flatMap((hand) => turns_of(order, hand).map((turn) => cut[turn]!))) : new Set<number>();
    wrong ||= order !== null && [...by_place.keys()].some((place) => !turns.has(place));
    findings.push({ check: 'places', count: placed, verdict: wrong ? 'differs' : placed > 0 ? 'agrees' : 'unknown' });
    const all = shown.length > 0 && missing === 0;
    /* Without any opening the house has wiped the seed: nothing can be said any more. */
    const wiped = over && fair.openings.length === 0;
    findings.push({
        check: 'shown', count: shown.length,
        verdict: !agree ? 'differs' : all ? 'agrees' : over && missing > 0 && !wiped ? 'differs' : 'unknown',
    });
    return findings;
}

function check_seed({ fair }: Heard): Finding[] {
    if (typeof fair.seed !== 'string') return [];
    const seed = hash_bytes(fair.seed);
    const good = seed !== null && [0, 1].every((which) => same(stack_of(stack_seed(seed, which)).root, fair.roots[which]));
    return [{ check: 'seed', verdict: verdict(good) }];
}

function check_all(heard: Heard): Finding[] {
    return [
        ...check_commitment(heard), ...check_list(heard), ...check_own(heard), ...check_spare(heard),
        ...check_order(heard), ...check_cards(heard), ...check_seed(heard),
    ];
}

/* While a round is played. A card that we see but that has no opening yet is called unchecked. */
export function check_live(view: View, notes: Notes | null): Finding[] {
    if (!view.fair) return [];
    const mine = notes?.round === view.fair.round ? notes : null;
    const here = view.round === view.fair.round ? cards_of(view) : {};
    const { cards, agree } = merge_cards(mine?.cards ?? {}, here);
    return check_all({ fair: view.fair, notes: mine, cards, agree, view, over: false });
}

/* A round that is over, as the house tells it now, in all of its views. */
export function check_round(fair: Fair, views: readonly View[], notes: Notes | null): Finding[] {
    const mine = notes?.round === fair.round ? notes : null;
    const view = views[views.length - 1];
    if (!view) return [];
    let told = { cards: mine?.cards ?? {}, agree: true };
    for (const one of views) {
        const { cards, agree } = merge_cards(told.cards, cards_of(one));
        told = { cards, agree: agree && told.agree };
    }
    return check_all({ fair, notes: mine, ...told, view, over: true });
}

/* What must have been checked before a round is called good. */
const needed: readonly Check[] = ['commitment', 'live', 'list', 'list_live', 'own', 'joint', 'spare', 'order', 'openings', 'places', 'shown'];

export type Summary = 'bad' | 'good' | 'partly' | 'nothing';

export function summary(findings: readonly Finding[]): Summary {
    if (findings.some((one) => one.verdict === 'differs')) return 'bad';
    if (needed.every((check) => findings.some((one) => one.check === check && one.verdict === 'agrees'))) return 'good';
    return findings.some((one) => one.verdict === 'agrees') ? 'partly' : 'nothing';
}

/* ---- History, and other people's notes --------------------------------------------------------------- */
/* Did this browser take part in a round that has come to its end? */
export function took_part(notes: Notes): boolean {
    return notes.ended === true && notes.pledges?.some(({ player }) => player === notes.own?.player) === true;
}

/* Rounds that this browser took part in and that the list of its rounds leaves out. `listed` runs from the
 * newest to the oldest; where more may follow only rounds between them count. */
export function missing_rounds(listed: readonly number[], more: boolean, noted: readonly number[]): number[] {
    const oldest = more && listed.length > 0 ? Math.min(...listed) : 0;
    return noted.filter((round) => round >= oldest && !listed.includes(round)).sort((a, b) => a - b);
}

/* What everybody at the table must have been told alike. */
function story_parts(notes: Notes): [string, string][] {
    return [
        ['commitment', notes.commitment], ['roots', notes.roots.join()], ['list', notes.list ?? ''], ['joint', notes.joint ?? ''],
        ['order', notes.order ? `${notes.order.hands.join()} ${notes.order.single} ${notes.order.burn}` : ''],
        ['dealer', (notes.cards?.dealer ?? []).join()],
    ];
}

/* Short enough to be read out to the person in the next seat. */
export function story_of(notes: Notes): string {
    const all = join(text('trey story 1'), text(notes.house), text(notes.table), number(notes.round),
        ...story_parts(notes).map(([name, value]) => join(text(name), number(value.length), new TextEncoder().encode(value))));
    return to_hex(sha256(all)).slice(0, 16).replace(/(.{4})(?=.)/g, '$1-');
}

/* In what two people were told different things of one round; empty where nothing differs. */
export function compare_notes(a: Notes, b: Notes): string[] {
    if (a.house !== b.house || a.table !== b.table || a.round !== b.round) return ['round'];
    const other = new Map(story_parts(b));
    const differs = story_parts(a).filter(([name, value]) => value !== '' && other.get(name) !== '' && other.get(name) !== value).map(([name]) => name);
    for (const [where, hand] of Object.entries(a.cards ?? {})) {
        if (where === 'dealer') continue;
        if (hand.some((card, i) => card !== null && (b.cards?.[where]?.[i] ?? card) !== card)) differs.push(`hand ${where}`);
    }
    return differs;
}
