/* clumsy.spec.ts -- somebody who presses twice, too fast, too early, too late, or without money: nothing
 * may be lost that was not meant. Each of these was lost once. */
import type { Page } from '@playwright/test';
import { call, expect, put_up, test } from './consoles.ts';
import { bet, deal, free_box, next_round, noted, press_deal, real, result, sent, sent_count, settled, sit_down, stop_time } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

const purse = async (page: Page) => Number(((await page.locator('.purse-sum').textContent()) ?? '').replace(/[^\d.]/g, ''));

/* What the lines of a result come to. */
async function lines_sum(page: Page): Promise<number> {
    const nets = await page.locator('.dock .line-net').allTextContents();
    return nets.reduce((sum, text) => sum + (/^[−-]/.test(text) ? -1 : 1) * Number(text.replace(/[^\d.]/g, '')), 0);
}

test.describe('time runs out', () => {
    test.use({ settings: 'quick.yaml' });
    for (const book of ['mbs', 'rws', 'rws-progressive', 'california']) {
        test(`a_hand_that_is_not_decided_is_folded_${book}`, async ({ page }) => {
            await page.goto(`/table/${book}`);
            const mine = await free_box(page, 1);
            const before = await purse(page);
            await bet(mine, 'ante');
            await bet(mine, 'pair_plus');
            await press_deal(page);
            await result(page);
            const line = page.locator('.dock .line').filter({ has: page.getByText('Ante', { exact: true }) });
            await expect(line).toContainText('folded');
            await expect(line.locator('.line-net')).toHaveText('−$5');
            await expect(page.locator('.dock .line').filter({ hasText: 'returned' })).toHaveCount(0);
            const net = await lines_sum(page);
            await expect.poll(() => purse(page)).toBe(before + net);
        });
    }
});

/* A person deals, so that a showdown lasts until it is settled. */
test.describe('a showdown that waits', () => {
    test.use({ settings: 'staffed.yaml' });

    test('nothing_that_loses_a_hand_comes_up_under_the_finger_that_pressed_play', async ({ page, heard, staff }) => {
        const desk = await staff('Dora', '/desk/mbs');
        await call(desk, 'open');
        await put_up(page, 'mbs', 3, 'ante');
        await call(desk, 'close');
        await call(desk, 'deal');
        await settled(page);
        const at = await page.locator('[data-move=play]').boundingBox();
        if (!at) throw new Error('no button');
        /* Wherever it was hit, and as long as the showdown lasts. */
        const press = (i: number) => page.mouse.click(at.x + at.width * (0.1 + 0.8 * ((i * 7) % 10) / 10), at.y + at.height / 2);
        for (let i = 0; i < 5; i++) await press(i);
        await expect(desk.locator('[data-call=reveal]')).toBeEnabled();
        await call(desk, 'reveal');
        await expect(page.locator('.dealer .card.up')).toHaveCount(3);
        for (let i = 0; i < 10; i++) await press(i);
        await call(desk, 'settle');
        await result(page);
        await expect(page.getByText('not shown')).toHaveCount(0);
        /* Behind a message that was meant, everything has been heard. */
        await page.locator('.stand-up').click();
        await page.getByRole('button', { name: 'Leave this seat', exact: true }).click();
        await sent_count(heard, 1, 'leave');
        expect(sent(heard, 'hide')).toEqual([]);
        expect(sent(heard, 'play')).toHaveLength(1);
    });

    test('a_hand_is_mucked_only_by_whoever_asked_for_it_and_confirms_it', async ({ page, heard, staff }) => {
        await page.addInitScript(() => localStorage.setItem('trey.prefs', JSON.stringify({ muck: true })));
        const desk = await staff('Dora', '/desk/mbs');
        await call(desk, 'open');
        await put_up(page, 'mbs', 3, 'ante');
        await call(desk, 'close');
        await call(desk, 'deal');
        await settled(page);
        const play = await page.locator('[data-move=play]').boundingBox();
        await page.locator('[data-move=play]').click();
        await call(desk, 'reveal');
        const muck = page.locator('.muck button');
        const at = await muck.boundingBox();
        if (!at || !play) throw new Error('no button');
        expect(Math.hypot(at.x - play.x, at.y - play.y)).toBeGreaterThan(400);
        await muck.click();
        await expect(page.locator('.muck')).toContainText('Muck this hand?');
        expect(sent(heard, 'hide')).toEqual([]);
        await muck.click();
        await sent_count(heard, 1, 'hide');
        const id = sent(heard, 'hide')[0]?.['id'];
        await expect.poll(() => heard.got.find((one) => one.is === 'answer' && one['id'] === id)).toMatchObject({ ok: true });
        await call(desk, 'settle');
        await result(page);
    });
});

test('somebody_who_presses_on_and_on_folds_nothing', async ({ page, heard }) => {
    await page.clock.install();
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    const dock = await page.locator('.dock').boundingBox();
    if (!dock) throw new Error('no dock');
    /* The finger goes on where Fold and Play come up, three times a second. */
    const press = async (i: number) => {
        await page.mouse.click(dock.x + dock.width / 2 - 60 + (i % 3) * 60, dock.y + dock.height - 50);
        await page.clock.runFor(300);
    };
    await stop_time(page);
    await page.getByRole('button', { name: 'Deal', exact: true }).click();
    /* While bets are open the same place has Clear and Double, which do what they say. */
    await expect(page.locator('.felt')).not.toHaveAttribute('data-phase', 'betting');
    for (let i = 0; i < 3; i++) await press(i);
    await expect(page.locator('[data-move=fold]')).toBeVisible();
    for (let i = 0; i < 8; i++) await press(i);
    await expect(page.locator('[data-move=fold]')).toHaveAttribute('aria-disabled', 'true');
    /* It stops; half a second later the buttons are what they say. */
    await page.clock.runFor(600);
    await page.locator('[data-move=play]').click();
    await sent_count(heard, 1, 'play');
    expect(sent(heard, 'fold')).toEqual([]);
});

test('double_pressed_fast_doubles_and_never_adds', async ({ page, heard }) => {
    await page.clock.install();
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$5');
    await stop_time(page);
    const button = page.getByRole('button', { name: 'Double' });
    const at = await button.boundingBox();
    if (!at) throw new Error('no button');
    for (let i = 0; i < 6; i++) await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await expect(page.locator('.dock-sending')).toHaveCount(0);
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    /* Behind one more press, which is a doubling too, everything has been heard. */
    const before = Number(((await box.locator('.spot-ante .spot-amount').textContent()) ?? '').slice(1));
    expect([10, 20, 40, 80, 160, 320]).toContain(before);
    if (before < 320) {
        await button.click();
        await expect(box.locator('.spot-ante .spot-amount')).toHaveText(`$${2 * before}`);
    }
    const bets = sent(heard, 'bet').map((one) => Number(one['amount']));
    expect(bets).toEqual([500, 500, 1000, 2000, 4000, 8000, 16000].slice(0, bets.length));
});

test('a_key_that_is_held_down_is_one_press', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await page.keyboard.down('d');
    for (let i = 0; i < 5; i++) await page.keyboard.down('d'); /* as a keyboard repeats it */
    await page.keyboard.up('d');
    const amount = box.locator('.spot-ante .spot-amount');
    await expect(amount).toHaveText('$10');
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('u');
    await expect(amount).toHaveText('$5');
    await sent_count(heard, 1, 'withdraw');
    expect(sent(heard, 'bet')).toHaveLength(2);
});

test('a_chip_that_does_not_fit_is_said_and_not_bent', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await page.keyboard.press('4');
    await expect(page.locator('.rack-chip[aria-checked=true]')).toHaveAttribute('aria-label', 'Chip of $500');
    await box.locator('.spot-ante').click();
    await noted(page, '$500 does not fit here: you can add up to $495');
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$5');
    await page.keyboard.press('1');
    await box.locator('.spot-ante').click();
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText('$10');
    expect(sent(heard, 'bet').map((one) => one['amount'])).toEqual([500, 500]);
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
    expect(sent(heard, 'play')).toHaveLength(1);
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
    await page.getByRole('button', { name: 'Cancel' }).click();
    await bet(box, 'ante');
    await sent_count(heard, 1, 'bet');
    expect(sent(heard, 'leave')).toEqual([]);
});

test('the_result_stays_within_reach_until_the_next_one', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    await page.locator('[data-move=fold]').click();
    const head = await (await result(page)).textContent() ?? '';
    await next_round(page);
    const last = page.locator('.last-hand');
    await expect(last).toContainText(head);
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
    await next_round(page);
    await sent_count(heard, 2, 'ready'); /* Deal and Next round */
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
