/* fairness.test.ts -- the page's check against a round of the tables' own shuffler, and against
 * that round changed in every way that a house could. What a house can do while the round is played
 * is in cheating_house.test.ts. */
import assert from 'node:assert/strict';
import { createHash, createCipheriv } from 'node:crypto';
import { test } from 'node:test';
import {
    add_notes, begin_notes, card_name, card_number, check_live, check_round, cut_of, draw_order, keep_published, missing_rounds,
    order_fits, summary, turns_of, type Finding, type Notes,
} from '../../src/fairness.ts';
import { chacha20, from_hex, sha256, to_hex } from '../../src/hashes.ts';
import type { DealOrder, Fair, Opening, View } from '../../src/frames.ts';
import shuffled from './shuffled.json';

const whole = shuffled as unknown as Fair & { deck: number[]; openings: Opening[] };
const order = whole.order as DealOrder;
const hand = (n: number) => turns_of(order, n).map((turn) => card_name(whole.deck[turn] as number));
const dealt = [0, 1, 2].flatMap((n) => turns_of(order, n));
/* What somebody at seat 2 sees: their own hand and the dealer's. */
const seen = [...turns_of(order, 0), ...turns_of(order, 2)];
const fair: Fair = { ...whole, openings: whole.openings.filter((_, turn) => seen.includes(turn)) };

function view_with(change: Partial<View> = {}, told: Fair = fair): View {
    const box = (cards: (string | null)[]) => ({ cards, bettors: [] });
    return {
        round: fair.round, phase: 'idle', settlement: { round: fair.round }, bank: null, people: {},
        dealer: { cards: hand(2) }, boxes: { 1: box([]), 2: box(hand(0)), 5: box([null, null, null]) }, fair: told, ...change,
    } as unknown as View;
}

function notes_now(): Notes {
    const betting = { ...fair, list: null, order: null, joint: null, spare: null, openings: [] };
    const closed = { ...fair, joint: null, spare: null, openings: [], pledges: fair.pledges.map((one) => ({ ...one, share: null })) };
    let notes = { ...begin_notes(betting, 'betting'), own: { player: 3, share: fair.pledges[1]!.share as string } };
    for (const view of [view_with({ dealer: { cards: [] } as never, boxes: {}, settlement: null }, closed), view_with()]) notes = add_notes(notes, view) as typeof notes;
    return notes;
}

const verdict = (findings: Finding[], check: string) => findings.find((one) => one.check === check)?.verdict;
const check = (change: Partial<Fair> = {}, notes: Notes | null = notes_now(), views = [view_with()]) => check_round({ ...fair, ...change }, views, notes);
const changed = (hex: string) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);

test('sha_256_agrees_with_another_implementation_at_every_length_to_three_blocks', () => {
    for (let size = 0; size < 200; size++) {
        const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31 + size) & 255);
        assert.equal(to_hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `length ${size}`);
    }
});

test('the_chacha20_stream_agrees_with_another_implementation', () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 255 - 5 * i);
    const other = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(1000));
    assert.equal(to_hex(chacha20(key, 1000)), other.toString('hex'));
});

test('hex_that_is_not_whole_bytes_is_refused', () => {
    assert.equal(from_hex('abc'), null);
    assert.equal(from_hex('zz'), null);
    assert.deepEqual(from_hex('00ff'), Uint8Array.from([0, 255]));
});

test('every_card_has_a_number_and_a_name', () => {
    for (let n = 0; n < 52; n++) assert.equal(card_number(card_name(n)), n);
    assert.equal(card_number('Th'), card_number('10h'));
    assert.equal(card_number('1h'), -1);
});

test('a_round_of_the_tables_own_shuffler_agrees_in_all_points', () => {
    const findings = check();
    assert.deepEqual(findings.map((one) => [one.check, one.verdict]), findings.map((one) => [one.check, 'agrees']));
    assert.equal(findings.length, 12);
    assert.equal(summary(findings), 'good');
    assert.equal(summary(check({ seed: null })), 'good');
});

test('the_cut_is_the_one_of_the_tables', () => {
    const cut = cut_of(from_hex(whole.joint as string) as Uint8Array);
    assert.deepEqual(whole.openings.map((one) => one.place), cut);
    assert.deepEqual(whole.openings.map((one) => card_number(one.card)), whole.deck);
});

test('a_word_that_would_favour_a_place_is_passed_over', () => {
    const limit = 2 ** 32 - (2 ** 32 % 52);
    const drawn = (first: number[]) => {
        let asked = 0;
        const deck = draw_order(() => (asked < first.length ? first[asked++] as number : (asked++, 0)));
        return { top: deck[51], asked };
    };
    assert.deepEqual(drawn([limit - 1]), { top: 51, asked: 51 });
    assert.deepEqual(drawn([limit, 7]), { top: 7, asked: 52 });
    assert.deepEqual(drawn([limit + 1, 7]), { top: 7, asked: 52 });
});

test('another_seed_is_found', () => {
    assert.equal(verdict(check({ seed: changed(fair.seed as string) }), 'seed'), 'differs');
    assert.equal(verdict(check({ seed: 'ab' }), 'seed'), 'differs');
});

test('another_round_table_house_rulebook_or_root_is_found', () => {
    const roots = fair.roots;
    for (const other of [
        { round: 1 }, { table: 'rws' }, { house: 'Another' }, { rulebook_hash: changed(fair.rulebook_hash) }, { roots: [...roots].reverse() },
        { roots: [changed(roots[0]!), roots[1]!] }, { roots: [roots[0]!] }, { commitment: changed(fair.commitment) },
    ]) {
        assert.equal(verdict(check(other), 'commitment'), 'differs', JSON.stringify(other));
        assert.equal(summary(check(other)), 'bad');
    }
});

test('a_pledge_or_share_left_out_added_changed_or_put_elsewhere_is_found', () => {
    const [a, b] = fair.pledges as [Fair['pledges'][0], Fair['pledges'][0]];
    for (const pledges of [[], [a], [b], [b, a], [a, b, { ...b, player: 9 }], [a, { ...b, share: changed(b.share as string) }], [a, { ...b, player: 4 }], [a, { ...b, share: null }], [a, a]]) {
        assert.equal(summary(check({ pledges })), 'bad', JSON.stringify(pledges));
        assert.equal(summary(check({ pledges }, null)), 'bad', JSON.stringify(pledges));
    }
    assert.equal(verdict(check({ list: changed(fair.list as string) }), 'list'), 'differs');
    assert.equal(verdict(check({ joint: changed(fair.joint as string) }), 'joint'), 'differs');
});

test('another_spare_is_found', () => {
    assert.equal(verdict(check({ spare: changed(fair.spare as string) }), 'spare'), 'differs');
    assert.equal(verdict(check({ spare: null }), 'spare'), 'differs');
});

test('every_opening_leads_to_the_root_and_none_does_when_one_thing_of_it_is_changed', () => {
    for (const turn of dealt) {
        const opening = whole.openings[turn] as Opening;
        const alone = (changes: object) => verdict(check_live(view_with({ dealer: { cards: [] } as never, boxes: {} }, { ...fair, openings: [{ ...opening, ...changes }] }), null), 'openings');
        assert.equal(alone({}), 'agrees');
        assert.equal(alone({ place: (opening.place + 1) % 52 }), 'differs');
        assert.equal(alone({ card: opening.card === 'As' ? 'Ks' : 'As' }), 'differs');
        assert.equal(alone({ salt: changed(opening.salt) }), 'differs');
        assert.equal(alone({ path: opening.path.slice(1) }), 'differs');
        assert.equal(alone({ path: [opening.path[0], ...opening.path] }), 'differs');
        assert.equal(alone({ path: [...opening.path, opening.path[0] as string] }), 'differs');
        assert.equal(alone({ path: opening.path.map((hash, i) => (i === 1 ? changed(hash) : hash)) }), 'differs');
    }
});

test('a_true_opening_of_a_card_that_nobody_was_dealt_is_found', () => {
    const undealt = whole.openings[40] as Opening;
    assert.equal(verdict(check({ openings: [...fair.openings, undealt] }), 'openings'), 'agrees');
    assert.equal(verdict(check({ openings: [...fair.openings, undealt] }), 'places'), 'differs');
});

test('a_card_without_an_opening_is_unchecked_in_a_round_and_wrong_after_it', () => {
    const part = { openings: fair.openings.slice(0, 3) };
    assert.equal(verdict(check_live(view_with({}, { ...fair, ...part }), null), 'shown'), 'unknown');
    assert.equal(verdict(check(part), 'shown'), 'differs');
    assert.equal(verdict(check({ openings: [] }), 'shown'), 'unknown'); /* the house keeps no seeds */
    assert.equal(summary(check({ openings: [] })), 'partly');
});

test('the_same_place_or_card_opened_twice_is_found', () => {
    const one = fair.openings[4] as Opening;
    assert.equal(verdict(check({ openings: [...fair.openings, one] }), 'openings'), 'differs');
});

test('hands_are_dealt_clockwise_from_the_left_of_the_dealer_or_of_the_bank', () => {
    const boxes = (seats: number[]) => Object.fromEntries(seats.map((seat) => [seat, { cards: [null, null, null], bettors: [] }]));
    const fits = (hands: number[], dealt_to: number[], bank: number | null = null) =>
        order_fits({ hands, single: false, burn: false }, view_with({ boxes: boxes(dealt_to), bank: bank === null ? null : { seat: bank } } as never));
    assert.ok(fits([2, 5], [2, 5]));
    assert.ok(!fits([5, 2], [2, 5]));
    assert.ok(!fits([2], [2, 5]));
    assert.ok(!fits([2, 5, 6], [2, 5]));
    assert.ok(!fits([2, 2], [2, 5]));
    assert.ok(fits([5, 2], [2, 5], 3));
    assert.ok(fits([5, 2, 3], [2, 3, 5], 3));
    assert.ok(!fits([2, 5], [2, 5], 3));
    assert.ok(fits([2, 5], [2, 5], 7));
});

test('single_cards_go_round_three_times_and_a_burn_card_comes_first', () => {
    assert.deepEqual(turns_of({ hands: [2, 5], single: false, burn: false }, 1), [3, 4, 5]);
    assert.deepEqual(turns_of({ hands: [2, 5], single: true, burn: false }, 1), [1, 4, 7]);
    assert.deepEqual(turns_of({ hands: [2, 5], single: true, burn: true }, 2), [3, 6, 9]);
});

test('openings_stay_known_within_a_round_and_not_beyond_it', () => {
    const first = { ...fair, openings: fair.openings.slice(0, 3) };
    const later = { ...fair, openings: fair.openings.slice(2, 5) };
    const kept = keep_published(first, later);
    assert.deepEqual(kept?.openings.map((one) => one.place).sort(), fair.openings.slice(0, 5).map((one) => one.place).sort());
    assert.equal(keep_published({ ...first, round: 3 }, later), later);
    assert.equal(keep_published(first, null), null);
    assert.equal(keep_published(first, first), first);
});

test('what_was_not_compared_is_not_called_good', () => {
    const bare = check({ seed: null }, null);
    for (const name of ['live', 'list_live', 'own', 'order']) assert.equal(verdict(bare, name), 'unknown', name);
    assert.equal(summary(bare), 'partly');
    const without_own: Notes = { ...notes_now() };
    delete without_own.own;
    assert.equal(summary(check({}, without_own)), 'partly');
    assert.equal(summary(check({}, { ...notes_now(), early: false })), 'partly');
    assert.equal(summary(check({}, { ...notes_now(), in_time: false })), 'partly');
    assert.equal(summary([]), 'nothing');
});

test('rounds_that_the_list_leaves_out_are_named', () => {
    assert.deepEqual(missing_rounds([9, 8, 6], true, [3, 6, 7, 9]), [7]);
    assert.deepEqual(missing_rounds([9, 8, 6], false, [3, 6, 7, 9]), [3, 7]);
    assert.deepEqual(missing_rounds([], false, [4]), [4]);
    assert.deepEqual(missing_rounds([9, 8], true, []), []);
});
