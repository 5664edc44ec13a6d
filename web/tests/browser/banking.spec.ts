/* banking.spec.ts -- California, where a player banks: two people and no player of the house. */
import type { Page } from '@playwright/test';
import { bet, deal, expect, play_on, real, result, test } from './table.ts';

test.use({ settings: 'banking.yaml' });
test.skip(!real, 'the stand-in has players of its own at this table');

const box = (page: Page, seat: number) => page.locator(`[data-box="${seat}"]`);

async function sit(page: Page, seat: number): Promise<void> {
    await page.goto('/table/california');
    await page.getByRole('button', { name: `Sit here, position ${seat}` }).click();
    await expect(box(page, seat).locator('.plate')).toContainText('You');
}

/* What the head of a result comes to, in dollars. */
async function net(page: Page): Promise<number> {
    const text = (await (await result(page)).textContent()) ?? '';
    const amount = Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(/,/g, '') ?? 0);
    return text.includes('lose') ? -amount : amount;
}

/* What the result says of the collection, in dollars. */
async function collection(page: Page): Promise<number> {
    const line = page.locator('.dock .line').filter({ hasText: 'Collection' });
    if (await line.count() === 0) return 0;
    return Number(((await line.locator('.line-net').textContent()) ?? '').replace(/[^\d.]/g, ''));
}

test('one_takes_the_bank_and_another_plays_against_it', async ({ page, another }) => {
    const friend = (await another()).page;
    await page.goto('/table/california');
    await expect(page.locator('.dock-say')).toContainText('Take a seat; betting opens soon');
    await sit(page, 2);
    await expect(page.locator('.dock-say')).toContainText('The bank is offered to you');
    await sit(friend, 5);
    await expect(friend.locator('.dock-say')).toContainText(/The bank is offered to Guest \d+/);
    await page.getByRole('slider').fill('30000');
    await page.getByRole('button', { name: 'Bank $300' }).click();
    await expect(page.locator('.dock-say')).toContainText('You hold the bank with $300');
    /* Nothing is added by a stray press: it has to be opened, and begins with nothing. */
    await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
    await page.getByText('Add to the bank').click();
    await expect(page.getByRole('button', { name: 'Add $0' })).toBeDisabled();
    await page.getByRole('spinbutton').fill('100');
    await page.getByRole('spinbutton').press('Tab');
    await page.getByRole('button', { name: 'Add $100' }).click();
    for (const one of [page, friend]) {
        await expect(one.locator('.dealer-name')).toContainText(/Guest \d+ is the player-dealer.*Bank \$400/);
        await expect(box(one, 2).locator('.bank-place')).toHaveText('Bank $400');
    }

    await bet(box(friend, 5), 'ante');
    await bet(box(friend, 5), 'pair_plus');
    await deal(friend);
    for (const one of [page, friend]) await expect(box(one, 5).locator('.button-mark')).toHaveText('Action');
    await expect(page.locator('.dock-say')).toContainText('Waiting for the other players');
    await expect(page.locator('.bank-fees')).toContainText('Collection');
    await play_on(friend);

    /* What one wins the other loses, but for the collection, which each sees as a line of its own. */
    const [bank, player] = await Promise.all([net(page), net(friend)]);
    const fees = await Promise.all([page, friend].map((one) => collection(one)));
    expect(fees[0]).toBeGreaterThan(0);
    expect(bank + player).toBe(-(fees[0] ?? 0) - (fees[1] ?? 0));
    const after = `$${400 + bank + (fees[0] ?? 0)}`;
    await expect(page.locator('.result-note')).toHaveText(`Bank $400 → ${after}`);
    await expect(page.locator('.dock .line').filter({ hasText: 'against' })).toContainText(/Position 5.*against Guest \d+/);
    await expect(box(friend, 2).locator('.bank-place')).toContainText(`Bank ${after}`);
    /* Two decks take turns. */
    await expect(friend.locator('.felt')).toHaveAttribute('data-deck', '1');
    for (const one of [page, friend]) await one.getByRole('button', { name: 'Next round', exact: true }).click();
    await expect(friend.locator('.felt')).toHaveAttribute('data-deck', '2');
});

test('a_bank_that_is_passed_goes_to_the_next', async ({ page, another }) => {
    const friend = (await another()).page;
    await sit(page, 3);
    await sit(friend, 6);
    await page.getByRole('button', { name: 'Pass' }).click();
    await expect(page.locator('.dock-say')).toContainText(/The bank is offered to Guest \d+/);
    await expect(friend.locator('.dock-say')).toContainText('The bank is offered to you');
    await friend.getByRole('button', { name: /^Bank \$/ }).click();
    await expect(box(page, 6).locator('.bank-place')).toBeVisible();
    await bet(box(page, 3), 'ante');
    await deal(page);
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    const [bank, player] = await Promise.all([net(friend), net(page)]);
    expect(bank).toBe(5 - await collection(friend));
    expect(player).toBe(-5 - await collection(page));
});
