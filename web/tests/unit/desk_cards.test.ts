/* What a dealer types and a scanner sends, as cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { is_card_letter, take_cards } from '../../src/desk_cards.ts';

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
    for (const key of 'ONGRPYXMIUWB') assert.ok(!is_card_letter(key), key);
});
