/* accounts.spec.ts -- a way in, a way out that loses nothing unasked, a new password; and what every page
 * owes its reader: a name, the focus, and no noise in the console. */
import type { Page } from '@playwright/test';
import { bet, books, deal, expect, names, noted, real, result, sent, sent_count, settled, sit_down, stop_time, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

async function register(page: Page, name: string, password: string): Promise<void> {
    await page.goto('/account');
    const form = page.locator('form').filter({ hasText: 'Use 8 to 256 characters.' }).first();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Choose a password').fill(password);
    await form.getByRole('button').click();
    await expect(page.locator('main')).toContainText(`You are signed in as ${name}.`);
}

test('an_account_is_made_from_the_sign_in_page_and_its_password_changed', async ({ page, another }) => {
    await register(page, 'Nadia', 'correct horse');
    const { page: elsewhere } = await another();
    const sign_in = async (password: string) => {
        const sign = elsewhere.locator('form').filter({ has: elsewhere.getByRole('button', { name: 'Sign in' }) });
        await sign.getByLabel('Name').fill('Nadia');
        await sign.getByLabel('Password').fill(password);
        await sign.getByRole('button').click();
    };
    await elsewhere.goto('/account');
    await sign_in('correct horse');
    await expect(elsewhere.locator('main')).toContainText('You are signed in as Nadia.');
    await page.getByLabel('Current password').fill('wrong horse');
    await page.getByLabel('New password').fill('new battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.locator('.wrong')).toContainText('password is wrong');
    await page.waitForTimeout(1200); /* a wrong one slows the next */
    await page.getByLabel('Current password').fill('correct horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await noted(page, 'Your password has been changed');
    await elsewhere.reload();
    await expect(elsewhere.locator('main')).toContainText('You are not signed in');
    await page.reload();
    await expect(page.locator('main')).toContainText('You are signed in as Nadia.');
    /* It is the new one that opens the account now, and not the old one. */
    await sign_in('correct horse');
    await expect(elsewhere.locator('.wrong')).toContainText('wrong');
    await elsewhere.waitForTimeout(1200);
    await sign_in('new battery');
    await expect(elsewhere.locator('main')).toContainText('You are signed in as Nadia.');
});

test('a_guest_does_not_lose_chips_by_one_press', async ({ page }) => {
    await sit_down(page, 'mbs');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('alert')).toContainText('your $1,000 are gone for good');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(page.locator('.account-chips')).toHaveText('$1,000');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out and lose $1,000' }).click();
    await expect(page.locator('main')).toContainText('You are not signed in');
});

test('every_page_has_a_name_of_its_own_and_takes_the_focus', async ({ page }) => {
    const seen = new Set<string>();
    for (const path of ['/', '/account', '/lab', `/table/${names['mbs']}`, `/table/${names['mbs']}/rules`, `/table/${names['mbs']}/history`, '/nothing']) {
        await page.goto(path);
        await page.locator('#content').waitFor();
        await expect.poll(async () => seen.has(await page.title())).toBe(false);
        seen.add(await page.title());
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Odds lab' }).click();
    await expect(page).toHaveTitle(/Odds lab/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('a_first_visit_is_quiet_in_the_console', async ({ page }) => {
    const noise: string[] = [];
    page.on('console', (message) => { if (message.type() === 'error') noise.push(message.text()); });
    page.on('pageerror', (error) => noise.push(String(error)));
    await sit_down(page, 'mbs');
    expect(noise).toEqual([]);
});

test('the_focus_stays_where_something_is_done', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    /* One tab stop for the chips, and the felt is entered at the position that invites. */
    await expect(page.locator('.rack-chip[tabindex="0"]')).toHaveCount(1);
    await page.locator('.rack-chip').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.rack-chip').nth(1)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    const stop = page.locator('.spot[tabindex="0"]');
    await expect(stop).toHaveCount(1);
    await expect(stop).toHaveAttribute('data-seat', await box.getAttribute('data-box') ?? '');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    await page.locator('[data-move=play]').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-move=play]')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.dock') !== null)).toBe(true);
});

test('letters_do_nothing_for_whoever_has_switched_them_off', async ({ page, heard }) => {
    await page.addInitScript(() => localStorage.setItem('trey.prefs', JSON.stringify({ keys: false })));
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await page.keyboard.press('c');
    await page.keyboard.press('g');
    await bet(box, 'pair_plus');
    await sent_count(heard, 2, 'bet');
    expect(sent(heard, 'withdraw', 'ready')).toEqual([]);
});

test('the_result_is_spoken_with_the_dealers_hand', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await expect(page.locator('p.spoken').first()).toContainText('Betting is open');
    await page.getByRole('button', { name: 'Coach' }).click();
    await bet(box, 'ante');
    await deal(page);
    await expect(page.locator('p.spoken').first()).toContainText('Coach: ');
    await expect(page.locator('.dock-say')).toHaveText(/^Play or fold\? [a-z]/); /* a blank before the hand */
    await settled(page);
    await page.locator('[data-move=play]').click();
    await expect(page.locator('p.spoken').first()).toContainText(/You (win|lose|break even).*Dealer: .*(qualifies|does not qualify)/);
    await expect(page.locator('.felt-print')).not.toHaveAttribute('aria-hidden', 'true');
});

test('what_the_clock_does_is_on_the_rules_page', async ({ page }) => {
    await page.goto(`/table/${names['mbs']}/rules`);
    await expect(page.locator('.clock-rules')).toContainText('You have 600 seconds to decide. A hand that is not decided in time is folded.');
    await expect(page.locator('.clock-rules')).toContainText('the rulebook’s rule for an absent player applies');
});

test('pay_tables_have_the_largest_pay_first', async ({ page }) => {
    await page.goto(`/table/${names['mbs']}/rules`);
    const table = page.locator('.pay-table').filter({ hasText: 'Progressive' });
    await expect(table.locator('tbody td')).toHaveText(['100% of the meter', '$1,250', '$175', '$150', '$15']);
    await expect(table.locator('tbody th')).toHaveText(['spade mini-royal (A-K-Q)', 'other mini-royal', 'straight flush', 'three of a kind', 'straight']);
});

test('every_paragraph_that_rules_something_is_listed_and_no_heading', async ({ page }) => {
    for (const book of books) {
        await page.goto(`/table/${names[book]}/rules`);
        const paragraphs = await page.evaluate(async (path) => (await (await fetch(path)).json() as { paragraphs: { id: string; says: string }[] }).paragraphs, `/api/tables/${names[book]}/rules`);
        const headings = paragraphs.filter((one) => one.says.startsWith('Heading '));
        expect(headings.length, book).toBeGreaterThan(0);
        await expect(page.locator('.paragraph-list dt')).toHaveText(paragraphs.filter((one) => !headings.includes(one)).map((one) => one.id));
    }
});

test('the_last_seconds_are_spoken', async ({ page }) => {
    await page.clock.install();
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    const alert = page.locator('p.spoken[role=alert]');
    await expect(alert).toHaveText('');
    await stop_time(page);
    await page.clock.fastForward(596_000); /* of ten minutes */
    await expect(alert).toHaveText('5 seconds left');
});

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });
    test('what_is_pressed_is_large_enough_for_a_finger', async ({ page }) => {
        const box = await sit_down(page, 'mbs');
        await bet(box, 'ante');
        const at_least = async (what: string, width: number, height: number) => {
            const at = await page.locator(what).first().boundingBox();
            expect(at?.width, what).toBeGreaterThanOrEqual(width);
            expect(at?.height, what).toBeGreaterThanOrEqual(height);
        };
        for (const what of ['.gear', '.rack-chip', '.bet-tools .press', '.dock-go .press']) await at_least(what, 40, 40);
        await deal(page);
        await settled(page);
        for (const what of ['.fair-badge', '[data-move=play]', '[data-move=fold]']) await at_least(what, 40, 40);
        await page.locator('[data-move=play]').click();
        await result(page);
        await at_least('.stand-up', 32, 32); /* and it asks before anybody stands up */
        await at_least('.dock .paragraph', 32, 32);
        await at_least('.dock-next .press', 36, 36);
    });
});
