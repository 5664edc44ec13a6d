/* clumsy.spec.ts -- somebody who presses twice, too fast, too early, too late, or without money: nothing
 * may be lost that was not meant. Each of these was lost once. */
import type { Page } from '@playwright/test';
import { bet, deal, expect, real, result, settled, sit_down, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

const purse = async (page: Page) => Number(((await page.locator('.purse-sum').textContent()) ?? '').replace(/[^\d.]/g, ''));
const sent = (heard: { sent: { do?: string }[] }, what: string) => heard.sent.filter((one) => one.do === what);

test.describe('time runs out', () => {
    test.use({ settings: 'quick.yaml' });
    for (const book of ['mbs', 'rws', 'rws-progressive', 'california']) {
        test(`a_hand_that_is_looked_at_and_not_decided_is_folded_${book}`, async ({ page }) => {
            await page.goto(`/table/${book}`);
            const box = page.locator('.box').filter({ has: page.locator('.spot.invites') });
            const seat = await box.getAttribute('data-box', { timeout: 20_000 });
            const mine = page.locator(`[data-box="${seat}"]`);
            const before = await purse(page);
            await bet(mine, 'ante');
            await bet(mine, 'pair_plus');
            await deal(page);
            await expect(mine.locator('.card.up')).toHaveCount(3);
            await result(page);
            const line = page.locator('.dock .line').filter({ has: page.getByText('Ante', { exact: true }) });
            await expect(line).toContainText('folded');
            await expect(page.locator('.dock .line').filter({ hasText: 'returned' })).toHaveCount(0);
            expect(await purse(page)).toBeLessThan(before + 200); /* Pair Plus may win; the Ante is gone */
        });
    }
});

test('nothing_that_loses_a_hand_comes_up_under_the_finger_that_pressed_play', async ({ page, heard }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    const at = await page.locator('[data-move=play]').boundingBox();
    if (!at) throw new Error('no button');
    /* Wherever it was hit, and as long as the showdown lasts. */
    for (let i = 0; i < 25 && await page.locator('.result-head').count() === 0; i++) {
        await page.mouse.click(at.x + at.width * (0.1 + 0.8 * ((i * 7) % 10) / 10), at.y + at.height / 2);
        await page.waitForTimeout(60);
    }
    await result(page);
    expect(sent(heard, 'hide')).toEqual([]);
    expect(sent(heard, 'play')).toHaveLength(1);
    await expect(page.getByText('not shown')).toHaveCount(0);
});

test('a_hand_is_mucked_only_by_whoever_asked_for_it_and_confirms_it', async ({ page, heard }) => {
    await page.addInitScript(() => localStorage.setItem('trey.prefs', JSON.stringify({ muck: true })));
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    const play = await page.locator('[data-move=play]').boundingBox();
    await page.locator('[data-move=play]').click();
    const muck = page.locator('.muck button');
    await muck.click();
    expect(sent(heard, 'hide')).toEqual([]);
    const at = await muck.boundingBox();
    if (!at || !play) throw new Error('no button');
    expect(Math.hypot(at.x - play.x, at.y - play.y)).toBeGreaterThan(400);
});

test('somebody_who_presses_on_and_on_folds_nothing', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    const button = page.getByRole('button', { name: 'Deal', exact: true });
    await button.click();
    /* The finger goes on where Fold and Play come up. */
    const dock = await page.locator('.dock').boundingBox();
    if (!dock) throw new Error('no dock');
    let seen = 0; /* when they came up; a second and a half later even the fastest finger has noticed */
    for (let i = 0; i < 200 && (seen === 0 || Date.now() < seen + 1500); i++) {
        await page.mouse.click(dock.x + dock.width / 2 - 60 + (i % 3) * 60, dock.y + dock.height - 50);
        await page.waitForTimeout(60);
        if (seen === 0 && await page.locator('[data-move=fold]').count() > 0) seen = Date.now();
    }
    await expect(page.locator('[data-move=fold]')).toBeVisible({ timeout: 20_000 });
    expect([...sent(heard, 'fold'), ...sent(heard, 'play')]).toEqual([]);
});

test('double_pressed_fast_doubles_and_never_adds', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$5');
    const at = await page.getByRole('button', { name: 'Double' }).boundingBox();
    if (!at) throw new Error('no button');
    for (let i = 0; i < 6; i++) await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await page.waitForTimeout(600);
    const dollars = Number(((await box.locator('.spot-ante .spot-amount').textContent()) ?? '').slice(1));
    expect([10, 20, 40, 80, 160, 320]).toContain(dollars);
});

test('a_key_that_is_held_down_is_one_press', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await page.keyboard.down('d');
    for (let i = 0; i < 5; i++) await page.keyboard.down('d'); /* as a keyboard repeats it */
    await page.keyboard.up('d');
    await page.waitForTimeout(400);
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$10');
});

test('a_chip_that_does_not_fit_is_said_and_not_bent', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await page.keyboard.press('4');
    await expect(page.locator('.rack-chip[aria-checked=true]')).toHaveAttribute('aria-label', 'Chip of $500');
    const before = sent(heard, 'bet').length;
    await box.locator('.spot-ante').click();
    await expect(page.locator('.toast')).toContainText('$500 does not fit here: you can add up to $495');
    expect(sent(heard, 'bet')).toHaveLength(before);
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$5');
});

test('too_few_chips_for_play_are_said_before_the_deal_and_after_it', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await page.keyboard.press('4');
    await bet(box, 'ante');
    await expect(page.locator('.dock-warn')).toHaveCount(0); /* $500 is left, and that is enough */
    await page.keyboard.press('1');
    await bet(box, 'pair_plus');
    await expect(page.locator('.dock-warn')).toContainText('$5 more is needed');
    await deal(page);
    await expect(page.locator('.dock-say')).toContainText('You need $5 more to play this hand');
    const play = page.locator('[data-move=play]');
    await expect(play).toHaveAttribute('aria-disabled', 'true');
    await expect(play).toContainText('Play $500');
    await expect(page.locator('[data-move=fold]')).toContainText('loses Ante and Pair Plus');
    await page.getByRole('button', { name: 'Get more play money' }).click();
    await expect(page.locator('.dock-say')).toContainText('Play or fold?');
    await settled(page);
    await play.click();
    await result(page);
    expect(sent(heard, 'fold')).toEqual([]);
});

test('a_jackpot_bet_alone_is_said_to_come_back', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'progressive');
    await expect(page.locator('.dock-warn')).toContainText('Without Ante or Pair Plus at this position your Progressive bet is returned');
    await bet(box, 'pair_plus');
    await expect(page.locator('.dock-warn')).toHaveCount(0);
});

test('a_seat_is_not_left_by_one_stray_press', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await box.locator('.plate.free').click();
    await box.locator('.stand-up').click();
    await expect(page.locator('.dock-say')).toContainText('Leave position');
    expect(sent(heard, 'leave')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(sent(heard, 'leave')).toEqual([]);
});

test('the_result_stays_within_reach_until_the_next_one', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    await page.locator('[data-move=fold]').click();
    const head = await (await result(page)).textContent() ?? '';
    const last = page.locator('.last-hand');
    await expect(last).toContainText(head, { timeout: 20_000 });
    await last.click();
    await expect(page.locator('.sheet .line')).toContainText('folded');
    await page.locator('.sheet .paragraph').first().click();
    await expect(page.locator('.sheet .paragraph-text')).toBeVisible();
});

test('two_windows_show_the_same_and_a_move_in_one_is_a_move_in_both', async ({ page, context, heard }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    const seat = await box.getAttribute('data-box');
    const second = await context.newPage();
    await second.goto('/table/rws');
    await expect(second.locator(`[data-box="${seat}"] .spot-ante .spot-amount`)).toHaveText('$5');
    await deal(page);
    await settled(second);
    await second.locator('[data-move=play]').click();
    await result(page);
    await expect(second.locator('.result-head')).toHaveText(await page.locator('.result-head').textContent() ?? '');
    expect(sent(heard, 'play')).toEqual([]);
});

test('going_back_and_forth_in_the_browser_loses_nothing', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    const seat = await box.getAttribute('data-box');
    await page.goto('/');
    await page.goBack();
    await expect(page.locator(`[data-box="${seat}"] .spot-ante .spot-amount`)).toHaveText('$5');
    await deal(page);
    await page.goto('/table/rws/rules');
    await page.goBack();
    await settled(page);
    await page.locator('[data-move=play]').click();
    await result(page);
});
