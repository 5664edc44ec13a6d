/* calm.spec.ts -- a page that is left alone rests: nothing is painted while nothing moves, nothing piles up over
 * an evening, and what is printed on the felt can be read. */
import type { CDPSession, Page } from '@playwright/test';
import { bet, books, deal, expect, names, next_round, play_on, result, settled, sit_down, stop_time, test } from './table.ts';

const running = (page: Page) => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);

test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    /* Whatever moves comes to an end; an animation without one never lets this pass. */
    test('every_motion_comes_to_rest', async ({ page }) => {
        const rests = (when: string) => expect.poll(() => running(page), when).toBe(0);
        await page.addInitScript(() => localStorage.setItem('trey.prefs', JSON.stringify({ look: false })));
        const box = await sit_down(page, 'mbs');
        await expect(page.locator('.spot.invites')).toBeVisible();
        await rests('the circle that invites');
        await bet(box, 'ante');
        await rests('bets');
        await deal(page);
        await expect(box.locator('.look')).toBeVisible();
        await rests('cards that ask to be looked at');
        await settled(page);
        await play_on(page);
        await result(page);
        await rests('the result');
    });

    test('a_waiting_table_changes_once_a_second_at_most', async ({ page }) => {
        await page.clock.install();
        const box = await sit_down(page, 'mbs');
        await bet(box, 'ante');
        await expect(page.locator('.ring')).toBeVisible();
        await expect.poll(() => running(page)).toBe(0);
        await stop_time(page);
        await page.evaluate(() => {
            const counted = { changes: 0, frames: 0 };
            (window as unknown as { counted: typeof counted }).counted = counted;
            new MutationObserver(() => { counted.changes++; }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
            const ask = window.requestAnimationFrame.bind(window);
            window.requestAnimationFrame = (then) => { counted.frames++; return ask(then); };
        });
        for (let i = 0; i < 50; i++) await page.clock.runFor(200);
        const counted = await page.evaluate(() => (window as unknown as { counted: { changes: number; frames: number } }).counted);
        expect(counted.frames).toBe(0);
        expect(counted.changes).toBeGreaterThanOrEqual(5); /* the ring goes on */
        expect(counted.changes).toBeLessThanOrEqual(12);
    });
});

interface Kept { nodes: number; listeners: number; heap: number }

async function kept(session: CDPSession): Promise<Kept> {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
}

/* Nodes and listeners are counted; the heap is only told. TREY_ROUNDS=200 is an evening. */
test('nothing_piles_up_over_an_evening', async ({ page }) => {
    const rounds = Number(process.env['TREY_ROUNDS'] ?? 12);
    test.setTimeout(1_800_000 + rounds * 20_000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const box = await sit_down(page, 'mbs');
    const round = async () => {
        await bet(box, 'ante');
        await bet(box, 'pair_plus');
        await deal(page);
        await play_on(page);
        await result(page);
        await next_round(page);
        await expect(page.locator('.card')).toHaveCount(0);
        const more = page.getByRole('button', { name: 'Get more play money' });
        if (await more.count() > 0) await more.click();
        await expect(page.locator('.toast')).toHaveCount(0);
    };
    for (let i = 0; i < 4; i++) await round(); /* what is made once is there then */
    const before = await kept(session);
    for (let i = 0; i < rounds; i++) await round();
    const after = await kept(session);
    console.log(`${rounds} rounds: ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
    expect(before.nodes).toBeLessThan(1200); /* about 600; a parsed deck that lies idle would be 2,000 more */
    /* The chips of bots and the words of the last hand differ from round to round, by some nodes; a card, a line or
     * a listener that each round leaves behind is more. */
    expect(after.nodes - before.nodes).toBeLessThan(24 + rounds / 2);
    expect(after.listeners - before.listeners).toBeLessThan(4 + rounds / 2);
});

/* Against the brightest spot of the felt, which is where the dealer is; axe does not look at gradients. */
test('what_is_printed_on_the_felt_can_be_read', async ({ page }) => {
    for (const book of books) {
        await page.goto(`/table/${names[book]}`);
        await expect(page.locator('.dealer-name')).toBeVisible();
        if (book !== 'ca-six-card') await expect(page.locator('.felt-print')).toBeVisible();
        const contrasts = await page.evaluate(() => {
            const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
            const over = (colour: string, opacity: number, ground?: string) => {
                paint.globalAlpha = 1;
                paint.fillStyle = ground ?? '#000';
                paint.fillRect(0, 0, 1, 1);
                paint.globalAlpha = opacity;
                paint.fillStyle = colour;
                paint.fillRect(0, 0, 1, 1);
                const [r = 0, g = 0, b = 0] = paint.getImageData(0, 0, 1, 1).data;
                const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
                return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            };
            const felt = document.querySelector('.felt') as HTMLElement;
            const light = getComputedStyle(felt).getPropertyValue('--felt-light').trim();
            return ['.felt-print', '.dealer-name', '.dealer-said > *', '.felt-round', '.felt-phase', '.bank-fees'].flatMap((what) => [...document.querySelectorAll<HTMLElement>(what)].map((one) => {
                let opacity = 1;
                for (let at: HTMLElement | null = one; at && at !== felt; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
                const text = over(getComputedStyle(one).color, opacity, light), ground = over(light, 1);
                return { what, contrast: (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05) };
            }));
        });
        expect(contrasts.length, book).toBeGreaterThanOrEqual(3);
        for (const { what, contrast } of contrasts) expect(contrast, `${what} at ${book}`).toBeGreaterThanOrEqual(4.5);
    }
});
