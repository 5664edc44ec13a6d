/* dead_network.spec.ts -- a network that dies without a word: the server is stopped, so that its
 * sockets stay open and nothing answers. */
import { bet, deal, expect, real, result, settled, sit_down, test } from './table.ts';

test.skip(!real, 'the server is stopped by a signal');

test('a_pressed_move_shows_at_once_that_it_is_on_its_way_and_then_that_it_is_not', async ({ page, opened, heard }) => {
    test.setTimeout(60_000);
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await settled(page);
    opened.signal?.('SIGSTOP');
    await page.locator('[data-move=play]').click();
    /* At once: the button is busy and nothing else can be pressed. */
    await expect(page.locator('[data-move=play]')).toHaveAttribute('aria-busy', 'true', { timeout: 1000 });
    await expect(page.locator('.dock-sending')).toHaveText('Sending…', { timeout: 1000 });
    await expect(page.locator('[data-move=fold]')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.locator('.dock-sending')).toHaveText('No answer yet. Trying again…', { timeout: 5000 });
    await expect(page.locator('.banner')).toContainText('connection is lost', { timeout: 15_000 });
    opened.signal?.('SIGCONT');
    await expect(page.locator('.banner')).toHaveCount(0, { timeout: 20_000 });
    /* It was sent again under its id and happened once. */
    await result(page);
    const ids = heard.sent.filter((one) => one.do === 'play').map((one) => one['id']);
    expect(new Set(ids).size).toBe(1);
    await expect(page.locator('.dock .line').filter({ hasText: 'folded' })).toHaveCount(0);
});

test('silence_is_noticed_without_a_press', async ({ page, opened }) => {
    await sit_down(page, 'mbs');
    opened.signal?.('SIGSTOP');
    await expect(page.locator('.banner')).toContainText('connection is lost', { timeout: 25_000 });
    opened.signal?.('SIGCONT');
    await expect(page.locator('.banner')).toHaveCount(0, { timeout: 15_000 });
});

test('a_browser_that_knows_it_is_offline_says_so_at_once', async ({ page, context }) => {
    await sit_down(page, 'rws');
    await context.setOffline(true);
    await expect(page.locator('.banner')).toBeVisible({ timeout: 3000 });
    await context.setOffline(false);
    await expect(page.locator('.banner')).toHaveCount(0, { timeout: 15_000 });
});
