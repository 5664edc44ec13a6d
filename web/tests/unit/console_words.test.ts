/* Money and times as the consoles read and write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents_text, lasting, typed_cents } from '../../src/console_words.ts';
import { running, ticks } from '../../src/office_sums.ts';

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
