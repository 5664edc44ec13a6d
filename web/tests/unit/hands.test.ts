/* hands.test.ts -- words for hands, from the server's kind and the ranks that are seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hand_said } from '../../src/hands.ts';

test('a_hand_without_a_pair_is_named_by_its_highest_card', () => {
    assert.equal(hand_said('high_card', ['4c', 'Qh', '6d']), 'queen high');
    assert.equal(hand_said('high_card', ['10c', '2h', '9d']), 'ten high');
    assert.equal(hand_said('high_card', ['Kc', '2h', 'Ad']), 'ace high');
});

test('pairs_and_threes_are_named_by_their_rank', () => {
    assert.equal(hand_said('pair', ['9c', 'Kh', '9d']), 'pair of nines');
    assert.equal(hand_said('pair', ['2d', '6c', '6h']), 'pair of sixes');
    assert.equal(hand_said('three_of_a_kind', ['Ac', 'Ah', 'Ad']), 'three aces');
});

test('the_kind_stays_the_server_s_word', () => {
    assert.equal(hand_said('straight', ['Ac', '2h', '3d']), 'straight');
    assert.equal(hand_said('high_card', ['Ac', '2h', '3d']), 'ace high');
    assert.equal(hand_said('royal', ['Ah', 'Kh', 'Qh']), 'mini-royal');
});

test('a_mini_royal_in_spades_is_named_by_its_suit', () => {
    assert.equal(hand_said('royal', ['As', 'Ks', 'Qs']), 'spade mini-royal');
    assert.equal(hand_said('royal', ['As', null, 'Qs']), 'mini-royal');
    assert.equal(hand_said('straight_flush', ['Ks', 'Qs', 'Js']), 'straight flush');
});

test('a_hidden_card_leaves_the_kind_alone', () => {
    assert.equal(hand_said('high_card', ['Ac', null, '3d']), 'high card');
    assert.equal(hand_said('pair', [null, null, null]), 'pair');
});
