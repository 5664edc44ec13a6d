/* pages.spec.ts -- every page is free of what axe finds, wide and narrow, light and dark; and
 * the account keeps its promises. */
import { bet, deal, expect, names, play_on, real, result, sit_down, stop_time, test } from './table.ts';
import { sound } from './sound.ts';

const looks = [
    { name: 'wide_and_dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const },
    { name: 'narrow_and_light', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const },
    { name: 'sideways_and_dark', viewport: { width: 844, height: 390 }, colorScheme: 'dark' as const },
    { name: 'zoomed_and_light', viewport: { width: 720, height: 450 }, colorScheme: 'light' as const }, /* 200 % of 1440 by 900 */
    { name: 'tablet_and_dark', viewport: { width: 1024, height: 768 }, colorScheme: 'dark' as const },
];

for (const look of looks) {
    test.describe(look.name, () => {
        test.use({ viewport: look.viewport, colorScheme: look.colorScheme });
        test(`every_page_is_sound_${look.name}`, async ({ page }) => {
            await page.goto('/');
            await expect(page.locator('.table-card').first()).toBeVisible();
            await sound(page, 'lobby');
            await page.goto('/account');
            await expect(page.locator('.settings')).toBeVisible();
            await sound(page, 'account, nobody');
            await page.goto(`/table/${names['mbs']}/rules`);
            await expect(page.locator('.odds')).toBeVisible();
            await sound(page, 'rules');
            const jackpot = await page.evaluate(async () => ((await (await fetch('/api/tables')).json()) as { jackpots: { name: string }[] }).jackpots[0]?.name);
            if (jackpot) {
                await page.goto(`/jackpot/${encodeURIComponent(jackpot)}`);
                await expect(page.locator('.wall-value')).toBeVisible();
                await sound(page, 'jackpot');
            }
        });

        test(`every_phase_of_the_table_is_sound_${look.name}`, async ({ page }) => {
            const box = await sit_down(page, 'mbs');
            await sound(page, 'newcomer');
            await bet(box, 'ante');
            await sound(page, 'bets');
            await deal(page);
            await expect(page.locator('.box.own .card.up, .is-large .card.up')).toHaveCount(3);
            await sound(page, 'decision');
            await play_on(page);
            await result(page);
            await sound(page, 'result');
            await page.goto(`/table/${names['mbs']}/history`);
            await expect(page.locator('.verdict')).toBeVisible();
            await sound(page, 'history');
        });
    });
}

test('a_guest_keeps_his_chips_under_a_name_and_comes_back', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await expect(box).toBeVisible();
    const name = `Ada ${Date.now() % 1e6}`;
    await page.goto('/account');
    const join = page.locator('form').filter({ hasText: 'Choose a password' });
    await join.getByLabel('Name').fill(name);
    await join.getByLabel('Choose a password').fill('correct horse battery');
    await join.getByRole('button').click();
    await expect(page.locator('main')).toContainText(`signed in as ${name}`);
    const chips = await page.locator('.account-chips').textContent();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.locator('main')).toContainText('not signed in');
    const sign = page.locator('form').filter({ hasText: 'Sign in' });
    await sign.getByLabel('Name').fill(name);
    await sign.getByLabel('Password').fill('wrong wrong wrong');
    await sign.getByRole('button').click();
    await expect(sign.locator('.wrong')).toContainText('wrong');
    await sign.getByLabel('Password').fill('correct horse battery');
    await page.waitForTimeout(1100); /* a wrong password makes the next attempt wait for a second */
    await sign.getByRole('button').click();
    await expect(page.locator('main')).toContainText(`signed in as ${name}`);
    await expect(page.locator('.account-chips')).toHaveText(chips ?? '');
});

test('who_is_locked_out_is_told_for_how_long', async ({ page }) => {
    const error = { reason: 'locked', text: 'too many wrong passwords; wait and try again', retry_after: 42 };
    await page.route('**/api/sign-in', (route) => route.fulfill({ status: 429, json: { error } }));
    await page.goto('/account');
    const sign = page.locator('form').filter({ hasText: 'Sign in' });
    await sign.getByLabel('Name').fill('Ada');
    await sign.getByLabel('Password').fill('not the password');
    await sign.getByRole('button').click();
    await expect(sign.locator('.wrong')).toHaveText('Too many wrong passwords; wait and try again. Try again in 42 seconds.');
});

test('what_there_is_not_is_said_with_a_way_out', async ({ page }) => {
    for (const path of ['/table/nowhere', '/table/nowhere/rules', '/table/nowhere/history', '/nowhere', '/jackpot/nowhere']) {
        await page.goto(path);
        await expect(page.locator('h1').last(), path).toContainText('There is no such');
        await expect(page.getByRole('link', { name: 'To the lobby' })).toBeVisible();
    }
    await sound(page, 'missing');
});

test('choices_of_colour_deck_and_motion_are_kept', async ({ page }) => {
    await page.goto('/account');
    await page.getByText('Four colours').click();
    await page.getByText('Light', { exact: true }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('html')).toHaveAttribute('data-deck', 'four');
});

test('a_replay_steps_from_the_first_bet_to_the_last_chip', async ({ page }) => {
    await page.clock.install();
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await deal(page);
    await play_on(page);
    await result(page);
    await page.goto(`/table/${names['rws']}/history`);
    await expect(page.locator('.replay .card.up').first()).toBeVisible();
    await page.getByRole('button', { name: 'First step' }).click();
    await expect(page.locator('.replay .card')).toHaveCount(0);
    await stop_time(page);
    await page.getByRole('button', { name: 'Run' }).click();
    const bar = page.locator('.replay-bar');
    for (let i = 0; i < 40 && !(await bar.textContent() ?? '').includes('Step 3 of'); i++) await page.clock.runFor(100);
    await expect(bar).toContainText('Step 3 of');
    await page.clock.resume();
    await page.getByRole('button', { name: 'Last step' }).click();
    await expect(page.locator('.replay .dealer .card.up')).toHaveCount(3);
    await expect(page.locator('.fair .verdict.good')).toHaveText('Everything was checked, and everything agrees.');
});
