/* dead_network.spec.ts -- a network that dies without a word: the server is stopped, so that its
 * sockets stay open and nothing answers. The page's clock is stopped too, and put forward as it is said. */
import { bet, deal, expect, real, result, sent, settled, sit_down, stop_time, test } from './table.ts';

test.skip(!real, 'the server is stopped by a signal');

test('a_pressed_move_shows_at_once_that_it_is_on_its_way_and_then_that_it_is_not', async ({ page, opened, heard }) => {
    await page.clock.install();
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    await stop_time(page);
    opened.signal?.('SIGSTOP');
    await page.locator('[data-move=play]').click();
    /* At once: the button is busy and nothing else can be pressed. */
    await expect(page.locator('[data-move=play]')).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('.dock-sending')).toHaveText('Sending…');
    await expect(page.locator('[data-move=fold]')).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(2600);
    await expect(page.locator('.dock-sending')).toHaveText('No answer yet. Trying again…');
    await expect(page.locator('.banner')).toHaveCount(0);
    await page.clock.runFor(7000);
    await expect(page.locator('.banner')).toContainText('connection is lost');
    opened.signal?.('SIGCONT');
    await page.clock.resume();
    await expect(page.locator('.banner')).toHaveCount(0);
    /* It was sent again under its id and happened once. */
    await result(page);
    expect(sent(heard, 'play')).toHaveLength(1);
    await expect(page.locator('.dock .line').filter({ hasText: 'folded' })).toHaveCount(0);
});

test('silence_is_noticed_without_a_press', async ({ page, opened }) => {
    await page.clock.install();
    await sit_down(page, 'mbs');
    await stop_time(page);
    opened.signal?.('SIGSTOP');
    await page.clock.runFor(9000);
    await expect(page.locator('.banner')).toHaveCount(0);
    await page.clock.runFor(9000);
    await expect(page.locator('.banner')).toContainText('connection is lost');
    opened.signal?.('SIGCONT');
    await page.clock.resume();
    await expect(page.locator('.banner')).toHaveCount(0);
});

test('a_browser_that_knows_it_is_offline_says_so_at_once', async ({ page, context }) => {
    await page.clock.install();
    await sit_down(page, 'rws');
    await stop_time(page); /* at once: no time passes */
    await context.setOffline(true);
    await expect(page.locator('.banner')).toBeVisible();
    await context.setOffline(false);
    await page.clock.resume();
    await expect(page.locator('.banner')).toHaveCount(0);
});
