/* cage.spec.ts -- chips against money: what moves, what is refused, and a balance that agrees. */
import type { Page } from '@playwright/test';
import { call, expect, number_of, play_hand, purse, test } from './consoles.ts';
import { sound_everywhere } from './sound.ts';
import { real } from './table.ts';

test.use({ settings: 'cage.yaml', colorScheme: 'dark' });
test.skip(!real, 'the stand-in has no ledger');

async function choose(cage: Page, who: string): Promise<void> {
    await cage.getByLabel('Patron').fill(who);
    await cage.locator('.found-one').filter({ hasText: who }).first().click();
}

async function business(cage: Page, what: string, amount: string): Promise<void> {
    await cage.locator('.person .pick').getByText(what).click();
    await cage.locator('.person').getByLabel('Amount').fill(amount);
    await cage.locator('.person').getByRole('button', { name: what, exact: true }).click();
}

test('buy_in_cash_out_and_transfer_and_what_is_refused', async ({ staff, another }) => {
    const [one, two] = [(await another()).page, (await another()).page];
    for (const page of [one, two]) {
        await page.goto('/table/grand');
        await expect(purse(page)).toHaveText('$2,000');
    }
    const numbers = [String(await number_of(one)), String(await number_of(two))] as const;
    const cage = await staff('Cass', '/cage');
    await expect(cage.locator('[data-agrees="true"]')).toBeVisible();
    const before = await cage.locator('.balance-sum b').textContent();
    await choose(cage, numbers[0]);
    await business(cage, 'Buy in', '500');
    await expect(cage.locator('.person-chips')).toHaveText('$2,500.00');
    await expect(purse(one)).toHaveText('$2,500');
    await expect(cage.locator('.balance-sum b')).not.toHaveText(before ?? '');

    /* Another window serves him too, and this one knows. */
    const other = await staff('Petra', '/cage');
    await choose(other, numbers[0]);
    await business(other, 'Cash out', '100');
    await expect(cage.locator('.person-chips')).toHaveText('$2,400.00');
    await business(other, 'Buy in', '100');
    await expect(cage.locator('.person-chips')).toHaveText('$2,500.00');

    /* More than he has: refused, nothing moves. */
    await business(cage, 'Cash out', '2500.01');
    await expect(cage.locator('.person .refused')).toContainText('The player does not have that many chips');
    await expect(cage.locator('.person-chips')).toHaveText('$2,500.00');
    await expect(purse(one)).toHaveText('$2,500');
    await cage.locator('.person').getByLabel('Amount').fill('12,34');
    await expect(cage.locator('.person .wrong')).toContainText('amount in dollars');
    await sound_everywhere(cage, 'the cage with a refusal');
    await business(cage, 'Cash out', '1,500');
    await expect(cage.locator('.person-chips')).toHaveText('$1,000.00');

    await cage.locator('.person .pick').getByText('Transfer').click();
    await cage.getByLabel('To whom?').fill(numbers[1]);
    await cage.locator('.person .found-one').filter({ hasText: numbers[1] }).click();
    await business(cage, 'Transfer', '250.50');
    await expect(purse(one)).toHaveText('$749.50');
    await expect(purse(two)).toHaveText('$2,250.50');
    await expect(cage.locator('[data-agrees="true"]')).toBeVisible();
    const moved = cage.locator('.movements tbody tr').filter({ hasText: 'Cass' });
    await expect(moved).toHaveCount(3);
    await expect(moved.and(cage.locator('[data-kind="cash_out"]'))).toContainText('$1,500.00');

    /* Whoever works here has no chips, and nobody serves himself. */
    await choose(cage, 'Dora');
    await business(cage, 'Buy in', '100');
    await expect(cage.locator('.person .refused')).toHaveAttribute('data-reason', 'staff_has_no_chips');
    await expect(cage.locator('.person .refused')).toContainText(/has no chips/i);
    await choose(cage, 'Cass');
    await business(cage, 'Cash out', '100');
    await expect(cage.locator('.person .refused')).toHaveAttribute('data-reason', 'own_account');
    await expect(cage.locator('.person .refused')).toContainText(/own account/i);
    await expect(moved).toHaveCount(3);

    /* At a table a cashier only watches. */
    await cage.goto('/table/grand');
    await expect(cage.locator('.felt')).toBeVisible();
    await expect(cage.getByRole('button', { name: /^Sit here/ })).toHaveCount(0);
    await expect(cage.locator('.spot.open')).toHaveCount(0);
});

test('the_drawer_is_counted_a_receipt_handed_over_and_a_mistake_reversed', async ({ staff, another }) => {
    const player = (await another()).page;
    await player.goto('/table/grand');
    await expect(purse(player)).toHaveText('$2,000');
    const number = String(await number_of(player));
    const cage = await staff('Cass', '/cage');
    const cash = cage.locator('[data-cash]');
    const counter = async (panel: string, way: string, amount: string) => {
        await cage.locator(panel).getByLabel('Amount').fill(amount);
        await cage.locator(`${panel} [data-way=${way}]`).click();
    };
    /* The opening float; chips that the house gave a guest are no cash. */
    await expect(cash).toHaveText('$0.00');
    await counter('.drawer', 'float', '5000');
    await expect(cash).toHaveText('$5,000.00');
    await choose(cage, number);
    await business(cage, 'Buy in', '500');
    await expect(cash).toHaveText('$5,500.00');
    await expect(purse(player)).toHaveText('$2,500');
    await counter('.drawer', 'vault', '5500.01');
    await expect(cage.locator('.drawer .refused')).toHaveAttribute('data-reason', 'drawer_short');

    /* A fill and a credit move chips and no cash. */
    await cage.locator('.fills').getByLabel('Table').selectOption('grand');
    await counter('.fills', 'fill', '200');
    await expect(cage.locator('[data-kind=fill]')).toContainText('grand');
    await counter('.fills', 'credit', '50');
    await expect(cage.locator('[data-kind=credit]')).toContainText('$50.00');
    await expect(cash).toHaveText('$5,500.00');
    await expect(cage.locator('[data-agrees="true"]')).toBeVisible();

    /* The receipt, on the screen and alone on paper. */
    const bought = cage.locator('[data-kind=buy_in]').filter({ hasText: '$500.00' });
    await bought.getByRole('button', { name: /^Receipt/ }).click();
    const receipt = cage.getByRole('dialog');
    for (const words of ['Buy in', '$500.00', `No. ${number}`, 'Cass']) await expect(receipt.locator('.receipt')).toContainText(words);
    await sound_everywhere(cage, 'a receipt');
    await cage.emulateMedia({ media: 'print' });
    await expect(receipt.locator('.receipt')).toBeVisible();
    for (const hidden of ['.balance', '.person-desk', '.movements', '.head']) await expect(cage.locator(hidden)).toBeHidden();
    await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden();
    await cage.emulateMedia({ media: 'screen' });

    /* Who made an entry does not take it back, nor does any cashier. */
    await receipt.getByRole('button', { name: 'Reverse…' }).click();
    await receipt.getByLabel('Why is it reversed?').fill('wrong patron');
    await receipt.getByRole('button', { name: 'Reverse the entry' }).click();
    await expect(receipt.locator('.refused')).toHaveAttribute('data-reason', 'cage_role');
    const manager = await staff('Petra', '/cage');
    await manager.locator('[data-kind=buy_in]').filter({ hasText: '$500.00' }).getByRole('button', { name: /^Receipt/ }).click();
    await manager.getByRole('button', { name: 'Reverse…' }).click();
    await manager.getByLabel('Why is it reversed?').fill('wrong patron');
    await manager.getByRole('button', { name: 'Reverse the entry' }).click();
    await expect(manager.getByRole('dialog')).toHaveCount(0);
    await expect(purse(player)).toHaveText('$2,000');
    await expect(cash).toHaveText('$5,000.00');
    await expect(bought).toHaveClass('reversed');
    await expect(cage.locator('[data-kind=reversal]')).toContainText(/Reversal: Buy in, entry \d+/);
    await expect(cage.locator('[data-kind=reversal]')).toContainText('Petra');
    await expect(cage.locator('[data-agrees="true"]')).toBeVisible();
});

test('from_ten_thousand_dollars_a_day_on_a_patron_is_identified', async ({ staff, another }) => {
    const player = (await another()).page;
    await player.goto('/table/grand');
    await expect(purse(player)).toHaveText('$2,000');
    const cage = await staff('Cass', '/cage');
    /* By the keyboard: Enter takes the only match, and goes on to what is to be done. */
    const who = String(await number_of(player));
    await cage.getByLabel('Patron').fill(who);
    await expect(cage.locator('.found-one')).toHaveCount(1);
    await cage.getByLabel('Patron').press('Enter');
    await expect(cage.locator('.person input[type=radio]:checked')).toBeFocused();
    await business(cage, 'Buy in', '9999.99');
    await expect(purse(player)).toHaveText('$11,999.99');
    const form = cage.locator('.person');
    await form.getByLabel('Amount').fill('0.01');
    await expect(form.locator('.id-check')).toContainText('Cash today with this: $10,000.00');
    await expect(form.getByRole('button', { name: 'Buy in', exact: true })).toBeDisabled();
    await form.getByLabel('I have checked the patron’s ID').check();
    await form.getByRole('button', { name: 'Buy in', exact: true }).click();
    await expect(purse(player)).toHaveText('$12,000');
    await expect(cage.locator('.movements tbody tr').first()).toContainText('ID checked');
});

test('a_round_with_the_systems_deck_leaves_a_collection_that_is_emptied_into_the_cage', async ({ staff, another }) => {
    const desk = await staff('Dora', '/desk/bay');
    const [bank, player] = [(await another()).page, (await another()).page];
    for (const [page, seat] of [[bank, 2], [player, 5]] as const) {
        await page.goto('/table/bay');
        await page.getByRole('button', { name: `Sit here, position ${seat}` }).click();
    }
    await call(desk, 'open');
    await bank.getByRole('slider').fill('30000');
    await bank.getByRole('button', { name: 'Bank $300' }).click();
    await player.locator('[data-box="5"] .spot-ante').click();
    await expect(desk.locator('[data-row="5"]')).toContainText('$5.00');
    await call(desk, 'close');
    await call(desk, 'deal');
    await play_hand(player);
    await call(desk, 'reveal');
    await call(desk, 'settle');
    await expect(player.locator('.result-head')).toBeVisible();
    const cage = await staff('Cass', '/cage');
    const box = cage.locator('[data-box-of="bay"]');
    await expect(box.locator('.sum')).not.toHaveText('$0.00');
    const collected = (await box.locator('.sum').textContent()) ?? '';
    await box.getByRole('button', { name: 'Collect drop' }).click();
    await box.getByRole('button', { name: 'Collect it now' }).click();
    await expect(cage.locator('[data-kind="box"]')).toContainText(collected);
    await expect(cage.locator('[data-agrees="true"]')).toBeVisible();
});
