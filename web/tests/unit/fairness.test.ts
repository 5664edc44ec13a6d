/* fairness.test.ts -- the page's check against a round of the tables' own shuffler, and against
 * that round changed in every way that a house could. */
import assert from 'node:assert/strict';
import { createHash, createCipheriv } from 'node:crypto';
import { test } from 'node:test';
import { card_name, card_number, check_openings, draw_deck, check_round, keep_published, type Finding } from '../../src/fairness.ts';
import { chacha20, from_hex, sha256, to_hex } from '../../src/hashes.ts';
import type { Fair } from '../../src/frames.ts';
import shuffled from './shuffled.json';

const fair = shuffled as unknown as Fair & { deck: number[] };
const shown = [0, 1, 2, 9, 10, 11].map((place) => card_name(fair.deck[place] as number));
const verdict = (findings: Finding[], check: string) => findings.find((one) => one.check === check)?.verdict;
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
    const findings = check_round(fair, shown, { player: 3, nonce: 'AB' });
    assert.deepEqual(findings.map((one) => one.verdict), findings.map(() => 'agrees'));
    assert.deepEqual(new Set(findings.map((one) => one.check)),
        new Set(['openings', 'shown', 'nonces', 'own_nonce', 'commitment', 'deck', 'root']));
});

test('a_word_that_would_favour_a_place_is_passed_over', () => {
    const limit = 2 ** 32 - (2 ** 32 % 52);
    const drawn = (first: number[]) => {
        let asked = 0;
        const deck = draw_deck(() => (asked < first.length ? first[asked++] as number : (asked++, 0)));
        return { top: deck[51], asked };
    };
    assert.deepEqual(drawn([limit - 1]), { top: 51, asked: 51 });
    assert.deepEqual(drawn([limit, 7]), { top: 7, asked: 52 });
    assert.deepEqual(drawn([limit + 1, 7]), { top: 7, asked: 52 });
});

test('another_seed_is_found', () => {
    const findings = check_round({ ...fair, seed: changed(fair.seed as string) }, shown);
    assert.equal(verdict(findings, 'commitment'), 'differs');
    assert.equal(verdict(findings, 'root'), 'differs');
    assert.equal(verdict(findings, 'deck'), 'differs');
});

test('a_nonce_left_out_added_or_put_elsewhere_is_found', () => {
    const list = fair.nonces_list as { player: number; nonce: string }[];
    for (const nonces_list of [[], list.slice(1), [...list].reverse(), [...list, { player: 9, nonce: '00' }]]) {
        assert.equal(verdict(check_round({ ...fair, nonces_list }, shown), 'nonces'), 'differs');
    }
    const gone = check_round({ ...fair, nonces_list: list.slice(0, 1) }, shown, { player: 3, nonce: 'ab' });
    assert.equal(verdict(gone, 'own_nonce'), 'differs');
    assert.equal(verdict(check_round(fair, shown, { player: 9, nonce: 'ab' }), 'own_nonce'), 'differs');
});

test('another_round_table_house_or_rulebook_is_found', () => {
    for (const other of [{ round: 1 }, { table: 'rws' }, { house: 'Another' }, { rulebook_hash: changed(fair.rulebook_hash as string) }]) {
        assert.equal(verdict(check_round({ ...fair, ...other }, shown), 'commitment'), 'differs', JSON.stringify(other));
    }
});

test('every_opening_leads_to_the_root_and_none_does_when_one_thing_of_it_is_changed', () => {
    for (const opening of fair.openings) {
        const alone = (changes: object) => verdict(check_openings({ ...fair, openings: [{ ...opening, ...changes }] }, []), 'openings');
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

test('a_card_without_an_opening_is_unchecked_in_a_round_and_wrong_after_it', () => {
    const part = { ...fair, openings: fair.openings.slice(0, 3) };
    assert.equal(verdict(check_openings(part, shown.slice(0, 3)), 'shown'), 'agrees');
    assert.equal(verdict(check_openings(part, shown), 'shown'), 'unknown');
    assert.equal(verdict(check_round(part, shown.slice(0, 3)), 'shown'), 'agrees');
    assert.equal(verdict(check_round(part, shown), 'shown'), 'differs');
});

test('openings_stay_known_within_a_round_and_not_beyond_it', () => {
    const first = { ...fair, openings: fair.openings.slice(0, 3) };
    const later = { ...fair, root: null, openings: fair.openings.slice(2, 5) };
    const kept = keep_published(first, later);
    assert.deepEqual(kept?.openings.map((one) => one.place), [0, 1, 2, 3, 4]);
    assert.equal(kept?.root, fair.root);
    assert.equal(keep_published({ ...first, round: 3 }, later), later);
    assert.equal(keep_published(first, null), null);
});

test('the_same_place_opened_twice_is_found', () => {
    const one = fair.openings[4] as Fair['openings'][number];
    assert.equal(verdict(check_openings({ ...fair, openings: [one, one] }, []), 'openings'), 'differs');
});

test('what_was_not_published_is_not_called_good', () => {
    const wiped = { ...fair, seed: null };
    const findings = check_round(wiped, shown);
    for (const check of ['commitment', 'deck', 'root']) assert.equal(verdict(findings, check), 'unknown');
    assert.equal(verdict(check_openings({ ...fair, root: null }, shown), 'openings'), 'unknown');
    assert.equal(verdict(check_round({ ...fair, commitment: null }, shown), 'commitment'), 'unknown');
    const { nonces_list: _, ...without } = fair;
    assert.equal(verdict(check_round(without, shown), 'nonces'), 'unknown');
});
