/* money.test.ts -- amounts as people read them, and as chips. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip_text, denominations, money, net_money, pay_worth, rack, stack } from '../../src/money.ts';

test('whole_dollars_have_no_cents_and_others_have_two', () => {
    assert.equal(money(5000), '$50');
    assert.equal(money(5050), '$50.50');
    assert.equal(money(123_456_700), '$1,234,567');
    assert.equal(money(1), '$0.01');
});

test('a_result_has_its_sign_and_nothing_has_none', () => {
    assert.equal(net_money(2500), '+$25');
    assert.equal(net_money(-2500), '\u2212$25');
    assert.equal(net_money(0), '$0');
});

test('a_stack_is_worth_what_it_stands_for', () => {
    for (const cents of [100, 500, 2500, 7600, 13_000, 99_900, 1_250_000, 12_345]) {
        assert.equal(stack(cents).reduce((sum, chip) => sum + chip, 0), cents, String(cents));
    }
    assert.deepEqual(stack(13_000), [10_000, 2500, 500]);
    assert.deepEqual(stack(0), []);
});

test('the_largest_amount_makes_a_stack_of_bounded_height', () => {
    assert.ok(stack(Number.MAX_SAFE_INTEGER).length <= 40);
});

test('the_rack_begins_with_a_chip_that_makes_the_least_bet', () => {
    assert.deepEqual(rack(2500, 100_000), [2500, 10_000, 50_000, 100_000]);
    assert.deepEqual(rack(500, 50_000), [500, 2500, 10_000, 50_000]);
    assert.equal(rack(100, 100_000_000).length, 5);
    assert.deepEqual(rack(100, 50), [denominations[0]]);
});

test('chips_say_their_value_in_short', () => {
    assert.equal(chip_text(2500), '25');
    assert.equal(chip_text(100_000), '1K');
    assert.equal(chip_text(50), '50\u00a2');
});

test('a_pay_table_has_the_largest_pay_first', () => {
    const sorted = (pays: string[]) => [...pays].sort((a, b) => pay_worth(b) - pay_worth(a));
    assert.deepEqual(sorted(['$15', '$150', '25% of the meter', '$1,250', '100% of the meter', '$175']), ['100% of the meter', '25% of the meter', '$1,250', '$175', '$150', '$15']);
    assert.deepEqual(sorted(['1 to 1', '3 to 2', '1000 to 1', '40:1']), ['1000 to 1', '40:1', '3 to 2', '1 to 1']);
});
