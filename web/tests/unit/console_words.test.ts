/* Money and times as the consoles read and write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents_text, lasting, typed_cents } from '../../src/console_words.ts';
import { awarded_until, awards_of, base_of, running, scale_for, ticks } from '../../src/office_sums.ts';

test('amounts_are_read_in_dollars_and_nothing_is_guessed', () => {
    const good: [string, number][] = [['50', 5000], ['12.50', 1250], ['12.5', 1250], ['$1,250', 125000], [' 0.07 ', 7], ['1,234,567.89', 123456789]];
    for (const [text, cents] of good) assert.equal(typed_cents(text), cents, text);
    for (const text of ['', '-5', '1.234', '1,25', '1e3', 'ten', '5 5', '.', '12.', '9999999999999']) assert.equal(typed_cents(text), null, text);
});

test('money_in_a_column_has_two_digits_behind_the_point', () => {
    assert.equal(cents_text(5), '$0.05');
    assert.equal(cents_text(-123450), '\u2212$1,234.50');
});

test('a_time_that_goes_on_is_written_short', () => {
    assert.equal(lasting(0, 7_000), '0:07');
    assert.equal(lasting(0, 750_999), '12:30');
    assert.equal(lasting(0, 7_500_000), '2:05:00');
    assert.equal(lasting(5_000, 0), '0:00');
});

test('variances_add_up_over_the_hours_and_deviations_do_not', () => {
    const hour = (time: number, win: number) => ({ time, rounds: 1, handle: 100, win, expected: 10, sd: 30 });
    assert.deepEqual(running([hour(2, -5), { ...hour(1, 20), sd: 40 }]).map(({ win, expected, sd }) => [win, expected, sd]), [[20, 10, 40], [15, 20, 50]]);
});

test('an_axis_has_a_few_round_numbers', () => {
    assert.deepEqual(ticks(0, 100), [0, 20, 40, 60, 80, 100]);
    assert.deepEqual(ticks(-130, 420), [0, 200, 400]);
    assert.ok(ticks(0, 0).length > 0);
});

test('wagers_for_a_jackpot_are_told_apart_from_the_others', () => {
    const wager = (name: string, handle: number, win: number) => ({ wager: name, bets: 1, handle, win, expected: 3, sd: 9, sigmas: 0 });
    const table = (...wagers: object[]) => ({ wagers }) as never;
    assert.deepEqual(base_of([table(wager('ante', 1000, -500), wager('ante_bonus', 0, -250), wager('progressive', 500, -9_000), wager('envy', 0, -70))]),
        { handle: 1000, win: -750, expected: 6, hold: -0.75 });
    assert.equal(base_of([table(wager('ante', 1000, -500))]), null);
    const hit = (time: number, value: number, state: string) => ({ time, value, state, table: 'a', seat: 1, name: 'b' });
    const awards = awards_of([{ hits: [hit(1, 10, 'paid'), hit(2, 20, 'rejected'), hit(3, 40, 'waiting')] }] as never);
    assert.deepEqual([0, 1, 2, 3, 4].map((time) => awarded_until(awards, time)), [0, 0, 10, 10, 50]);
});

test('a_scale_grows_for_what_is_near_and_cuts_off_what_is_far', () => {
    const near = scale_for([0, 10], [-10, 20]);
    assert.deepEqual([near.least, near.most, near.beyond(-10), near.beyond(20)], [-10, 20, 0, 0]);
    const far = scale_for([0, 10], [-10.1, 20.1]);
    assert.deepEqual([far.least, far.most, far.clamp(-10.1), far.beyond(-10.1), far.beyond(20.1)], [0, 10, 0, -1, 1]);
});
