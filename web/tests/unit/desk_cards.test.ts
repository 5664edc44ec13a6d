/* What a dealer types and a scanner sends, as cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer_keys, burn_key, call_keys, form_keys } from '../../src/desk_keys.ts';
import { is_card_letter, Reader, take_cards } from '../../src/desk_cards.ts';

test('a_scan_of_several_cards_is_taken_card_by_card', () => {
    assert.deepEqual(take_cards('QSKH10D'), { cards: ['Qs', 'Kh', '10d'], rest: '', bad: false });
    assert.deepEqual(take_cards('th 2c,A♠\n9♦'), { cards: ['10h', '2c', 'As', '9d'], rest: '', bad: false });
});

test('a_rank_alone_waits_for_its_suit', () => {
    for (const text of ['q', '1', '10', 'T', '9']) assert.deepEqual(take_cards(text), { cards: [], rest: text, bad: false });
    assert.deepEqual(take_cards('qsk'), { cards: ['Qs'], rest: 'k', bad: false });
});

test('what_can_become_no_card_is_bad_and_kept_whole', () => {
    assert.deepEqual(take_cards('1s'), { cards: [], rest: '1s', bad: true });
    assert.deepEqual(take_cards('QsJOKER'), { cards: ['Qs'], rest: 'JOKER', bad: true });
    assert.deepEqual(take_cards('s'), { cards: [], rest: 's', bad: true });
    assert.deepEqual(take_cards('11h'), { cards: [], rest: '11h', bad: true });
});

test('letters_of_cards_are_known_and_no_call_has_one', () => {
    for (const key of 'tjqkacdhsTJQKACDHS0123456789') assert.ok(is_card_letter(key), key);
    const keys = [...call_keys, ...answer_keys, ...form_keys].map(([, letter]) => letter).concat(burn_key);
    for (const key of keys) assert.ok(!is_card_letter(key), key);
    assert.equal(new Set(keys).size, keys.length);
});

test('the_rest_of_a_scan_whose_card_was_refused_is_put_aside', () => {
    const reader = new Reader();
    assert.deepEqual(reader.read('As', 1000).cards, ['As']);
    reader.stop(['As']);
    assert.deepEqual(reader.read('K', 1010), { cards: [], rest: '', bad: false, aside: true });
    assert.deepEqual(reader.read('d', 1020), { cards: [], rest: '', bad: false, aside: true });
    assert.equal(reader.aside, 'As Kd');
    assert.deepEqual(reader.read('Kd', 1420).cards, ['Kd']); /* after a pause a person goes on */
    assert.deepEqual(reader.read('2c', 1430).cards, ['2c']);
});

test('what_waited_behind_a_refused_card_is_put_aside_with_it', () => {
    const reader = new Reader();
    reader.read('AsKdQh', 0);
    reader.stop(['As', 'Kd', 'Qh']);
    assert.equal(reader.aside, 'As Kd Qh');
    assert.equal(reader.read('2', 399).aside, true);
    assert.equal(reader.read('3', 799).aside, false);
});
