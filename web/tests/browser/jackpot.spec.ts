/* jackpot.spec.ts -- the moment of a lifetime: somebody holds the A-K-Q of spades with a jackpot
 * bet. The deck is a real one, so the test is also the dealer, and it confirms the award. */
import type { Page } from '@playwright/test';
import { Staff } from '../staff.mjs';
import type { Overheard } from './frames.ts';
import { sound } from './sound.ts';
import { bet, expect, real, test } from './table.ts';

test.use({ settings: 'jackpot.yaml' });
test.skip(!real, 'the stand-in deals by itself');

const purse = (page: Page) => page.locator('.purse-sum');

async function put_up(page: Page, seat: number, ...wagers: string[]): Promise<void> {
    await page.goto('/table/grand');
    for (const wager of wagers) await bet(page.locator(`[data-box="${seat}"]`), wager);
}

/* The number under which a hit waits, as the lobby tells it. */
function waiting_number(heard: Overheard): number | undefined {
    const lobbies = heard.got.filter((frame) => frame.is === 'lobby') as unknown as { jackpots: { waiting: { number: number }[] }[] }[];
    return lobbies.at(-1)?.jackpots[0]?.waiting[0]?.number;
}

test('a_royal_in_spades_is_celebrated_checked_and_paid', async ({ page, heard, another, opened }) => {
    const [dora, petra, friend, wall] = [await another(), await another(), await another(), await another()];
    const dealer = await Staff.sign_in(dora.page, 'Dora', opened.passwords['Dora'], 'grand');
    const manager = await Staff.sign_in(petra.page, 'Petra', opened.passwords['Petra'], 'grand');
    await wall.page.goto('/jackpot/marina');
    await expect(wall.page.locator('.wall-value')).toHaveText('$12,345');

    await dealer.call('open');
    await put_up(page, 3, 'ante', 'progressive');
    await put_up(friend.page, 5, 'ante', 'progressive');
    await dealer.call('close');
    await expect(page.locator('.meter-value')).toHaveText('$12,347');
    await dealer.cards('As', 'Ks', 'Qs', '7h', '5d', '2c', '9c', '8d', '4h');
    for (const one of [page, friend.page]) await one.getByRole('button', { name: /^Play \$/ }).click();
    await dealer.call('reveal');
    await expect(page.locator('.dealer-said')).toContainText('nine high');
    await expect(page.locator('.celebration')).toHaveCount(0);
    await dealer.call('settle');

    /* Everybody sees it; the chips wait for the house. */
    const hit = page.locator('.celebration');
    await expect(hit).toContainText('You have a spade mini-royal');
    await expect(hit.locator('.celebration-sum')).toHaveText('$12,347');
    await expect(hit.locator('.card.up')).toHaveCount(3);
    await expect(hit.locator('[data-standing=checked]')).toContainText('checking your hand');
    await expect(page.locator('.meter-value')).toHaveText('$10,000');
    await expect(purse(page)).toHaveText('$2,025');
    const envy = friend.page.locator('.celebration');
    await expect(envy).toContainText(/Guest \d+ has a spade mini-royal at position 3/);
    await expect(envy).toContainText('Envy Bonus: $250 for you');
    await expect(purse(friend.page)).toHaveText('$2,250');
    await expect(wall.page.locator('.wall-hit')).toContainText(/Guest \d+ has hit it/);
    await expect(wall.page.locator('.wall-value')).toHaveText('$12,347');
    await expect(wall.page.locator('.wall-again')).toContainText('checking');
    await sound(page, 'hit');
    await sound(wall.page, 'the wall at a hit');

    /* A dealer cannot confirm it; a shift manager can, once. */
    await expect.poll(() => waiting_number(heard)).toBeDefined();
    const award = { do: 'award', jackpot: 'marina', number: waiting_number(heard), confirm: true };
    expect((await dealer.tell(award)).ok).toBe(false);
    await expect(purse(page)).toHaveText('$2,025');
    expect((await manager.tell(award)).ok).toBe(true);
    expect((await manager.tell(award)).ok).toBe(false);
    await expect(hit.locator('[data-standing=paid]')).toContainText('the chips are yours');
    await expect(purse(page)).toHaveText('$14,372');
    await expect(envy.locator('[data-standing=paid]')).toBeVisible();
    await expect(wall.page.locator('.wall-again')).toContainText('paid');
    await expect(wall.page.locator('.wall-last li')).toContainText('$12,347');

    /* Who was in it may load the page again; who comes later is not held up. */
    await page.reload();
    await expect(hit.locator('[data-standing=paid]')).toBeVisible();
    await wall.page.goto('/table/grand');
    await expect(wall.page.locator('.result-head')).toContainText('Jackpot! $12,347');
    await expect(wall.page.locator('.celebration')).toHaveCount(0);

    await hit.getByRole('button', { name: 'Back to the table' }).click();
    await expect(hit).toHaveCount(0);
    await expect(page.locator('.result-head')).toContainText('You win $12,372');
    await expect(page.locator('.dock .line').filter({ hasText: 'Progressive' })).toContainText('100% of the meter');
    await expect(page.locator('.box.hit')).toHaveAttribute('data-box', '3');
    await page.goto('/table/grand/history');
    await expect(page.locator('.round .line').filter({ hasText: 'Progressive' })).toContainText('+$12,342');
    await expect(page.locator('.round')).toContainText('came from a real deck');
});

test('a_hit_that_the_house_rejects_is_said_and_not_paid', async ({ page, heard, another, opened }) => {
    const staff = async (name: string) => Staff.sign_in((await another()).page, name, opened.passwords[name], 'grand');
    const [dealer, manager] = [await staff('Dora'), await staff('Petra')];
    await dealer.call('open');
    await put_up(page, 2, 'ante', 'progressive');
    await dealer.call('close');
    await dealer.cards('As', 'Ks', 'Qs', '9c', '8d', '4h');
    await page.getByRole('button', { name: /^Play \$/ }).click();
    await dealer.call('reveal');
    await dealer.call('settle');
    await expect.poll(() => waiting_number(heard)).toBeDefined();
    await expect(page.locator('[data-standing=checked]')).toBeVisible();
    const reject = { do: 'award', jackpot: 'marina', number: waiting_number(heard), confirm: false, reason: 'a card too many' };
    expect((await manager.tell(reject)).ok).toBe(true);
    await expect(page.locator('[data-standing=rejected]')).toContainText('did not confirm');
    await expect(purse(page)).toHaveText('$2,025');
});
