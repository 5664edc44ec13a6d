/* bets.test.ts -- from taps to messages, and back again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clear, double, fits, inverse, lift, may_bet, place, rebet, stakes_of, total } from '../../src/bets.ts';
import type { Box, Can, View } from '../../src/frames.ts';

const box = (seated: number | null, bettors: Box['bettors'] = [], progressive = 0): Box => ({
    seated, cards: [], hand: null, viewed: false, shown: false, to_act: false, jackpot: null, progressive, disabled: false,
    out: null, option: null, bettors,
});
const bet = (seat: number, wager: string, least: number, most: number): Can => ({ do: 'bet', seat, wager, least, most });
const view = (boxes: Record<string, Box>, can: Can[]) => ({ boxes, can }) as unknown as View;

test('stakes_are_those_of_one_player_on_all_boxes', () => {
    const v = view({
        2: box(7, [{ player: 7, choice: null, stakes: { ante: 5000, play: 0, pair_plus: 2500 } }], 500),
        1: box(9, [{ player: 9, choice: null, stakes: { ante: 2500 } }, { player: 7, choice: null, stakes: { ante: 1000 } }], 500),
    }, []);
    const stakes = stakes_of(v, 7);
    assert.deepEqual(stakes, [
        { seat: 1, wager: 'ante', amount: 1000 }, { seat: 2, wager: 'ante', amount: 5000 },
        { seat: 2, wager: 'pair_plus', amount: 2500 }, { seat: 2, wager: 'progressive', amount: 500 },
    ]);
    assert.equal(total(stakes), 9000);
});

test('a_jackpot_bet_belongs_to_the_first_who_bet_there_seated_or_not', () => {
    const first = { player: 7, choice: null, stakes: { ante: 1000 } }, second = { player: 9, choice: null, stakes: { ante: 1000 } };
    const of = (player: number, seated: number | null) => stakes_of(view({ 3: box(seated, [first, second], 500) }, []), player).filter((one) => one.wager === 'progressive');
    for (const seated of [null, 7, 9]) {
        assert.equal(of(7, seated).length, 1);
        assert.equal(of(9, seated).length, 0);
    }
});

test('a_chip_below_the_least_becomes_the_least_and_one_above_the_most_the_most', () => {
    const can = bet(1, 'ante', 2500, 10_000);
    assert.equal(place(can, 2400).amount, 2500);
    assert.equal(place(can, 2500).amount, 2500);
    assert.equal(place(can, 2600).amount, 2600);
    assert.equal(place(can, 9900).amount, 9900);
    assert.equal(place(can, 10_000).amount, 10_000);
    assert.equal(place(can, 10_100).amount, 10_000);
});

test('a_prescribed_bet_is_sent_without_an_amount', () => {
    const wanted = { do: 'bet', seat: 1, wager: 'progressive' };
    assert.deepEqual(place(bet(1, 'progressive', 500, 500), 2500), wanted);
    assert.deepEqual(place({ do: 'bet', seat: 1, wager: 'progressive', amount: 500 }, 2500), wanted);
});

test('only_what_can_names_may_be_bet', () => {
    const v = view({ 1: box(null) }, [bet(1, 'ante', 2500, 10_000)]);
    assert.ok(may_bet(v, 1, 'ante'));
    assert.equal(may_bet(v, 1, 'pair_plus'), undefined);
    assert.equal(may_bet(v, 2, 'ante'), undefined);
});

test('a_chip_is_lifted_and_the_last_one_takes_all', () => {
    assert.deepEqual(lift(5000, 1, 'ante', 2500), { do: 'withdraw', seat: 1, wager: 'ante', amount: 2500 });
    assert.deepEqual(lift(2500, 1, 'ante', 2500), { do: 'withdraw', seat: 1, wager: 'ante' });
    assert.deepEqual(lift(2400, 1, 'ante', 2500), { do: 'withdraw', seat: 1, wager: 'ante' });
    assert.equal(lift(0, 1, 'ante', 2500), null);
});

test('rebet_puts_the_ante_first_and_leaves_out_play', () => {
    const before = [
        { seat: 1, wager: 'progressive', amount: 500 }, { seat: 1, wager: 'ante', amount: 5000 }, { seat: 1, wager: 'play', amount: 5000 },
    ];
    const v = view({ 1: box(7), 4: box(9) }, [bet(1, 'ante', 2500, 100_000)]);
    assert.deepEqual(rebet(v, before, 5500), [
        { do: 'bet', seat: 1, wager: 'ante', amount: 5000 }, { do: 'bet', seat: 1, wager: 'progressive' },
    ]);
    assert.equal(rebet(v, before, 5499), null, 'a cent short');
    assert.equal(rebet(v, [...before, { seat: 4, wager: 'ante', amount: 2500 }], 100_000), null, 'a position that is taken');
});

test('rebet_is_the_same_bet_or_none', () => {
    const v = view({ 1: box(7) }, [bet(1, 'ante', 10_000, 20_000)]);
    const ante = (amount: number) => rebet(v, [{ seat: 1, wager: 'ante', amount }], 1_000_000);
    assert.equal(ante(9999), null);
    assert.equal(ante(10_000)?.[0]?.amount, 10_000);
    assert.equal(ante(20_000)?.[0]?.amount, 20_000);
    assert.equal(ante(20_001), null);
});

test('double_adds_what_lies_there_or_nothing_and_never_a_second_jackpot_bet', () => {
    const v = view({ 1: box(7) }, [bet(1, 'ante', 100, 5000), bet(1, 'progressive', 500, 500)]);
    const ante = { seat: 1, wager: 'ante', amount: 5000 };
    const jackpot = { seat: 1, wager: 'progressive', amount: 500 };
    assert.deepEqual(double(v, [ante, jackpot]), [{ do: 'bet', seat: 1, wager: 'ante', amount: 5000 }]);
    assert.equal(double(v, [{ ...ante, amount: 5001 }]), null);
    assert.equal(double(v, [ante, { seat: 1, wager: 'pair_plus', amount: 2500 }]), null, 'a bet that could not be doubled');
});

test('a_chip_fits_whole_or_not_at_all', () => {
    assert.ok(fits(bet(1, 'ante', 500, 2500), 2500));
    assert.ok(!fits(bet(1, 'ante', 500, 2499), 2500));
    assert.ok(fits(bet(1, 'ante', 500, 2500), 100), 'a chip below the least is raised to it');
    assert.ok(fits(bet(1, 'progressive', 500, 500), 10_000), 'a prescribed bet has no chip');
});

test('clear_takes_every_stake_back', () => {
    assert.deepEqual(clear([{ seat: 1, wager: 'ante', amount: 1 }, { seat: 2, wager: 'pair_plus', amount: 1 }]),
        [{ do: 'withdraw', seat: 1, wager: 'ante' }, { do: 'withdraw', seat: 2, wager: 'pair_plus' }]);
});

test('the_inverse_of_a_bet_takes_it_off_and_of_a_withdrawal_puts_it_back', () => {
    assert.deepEqual(inverse({ do: 'bet', seat: 1, wager: 'ante', amount: 2500 }, 2500), { do: 'withdraw', seat: 1, wager: 'ante', amount: 2500 });
    assert.deepEqual(inverse({ do: 'withdraw', seat: 1, wager: 'ante' }, 7500), { do: 'bet', seat: 1, wager: 'ante', amount: 7500 });
    assert.deepEqual(inverse({ do: 'withdraw', seat: 1, wager: 'progressive' }, 500), { do: 'bet', seat: 1, wager: 'progressive' });
    assert.equal(inverse({ do: 'fold', seat: 1 }, 0), null);
});
