/* impatient.spec.ts -- somebody who cannot wait: every key and button as soon as it might do something, and
 * again before it has. Hands are decided once, by the key that was meant, and no chip goes astray. */
import type { Page } from '@playwright/test';
import { bet, expect, free_box, real, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');
test.use({ settings: 'sentences.yaml' });

const dollars = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''));
const purse = async (page: Page) => dollars(await page.locator('.purse-sum').textContent());

test('three_rounds_by_hammering_keys_lose_nothing_that_was_not_meant', async ({ page, heard }) => {
    test.setTimeout(120_000);
    await page.goto('/table/mbs');
    const box = await free_box(page, 1);
    const start = await purse(page);
    await bet(box, 'ante');
    let net = 0, counted = 0;
    for (let played = 0, round = 0; played < 3 && round < 6; round++) {
        const head = page.locator('.result-head');
        for (let i = 0; i < 400 && await head.count() === 0; i++) {
            await page.keyboard.press(['r', 'g', 'p'][i % 3] ?? 'p');
            await page.waitForTimeout(30);
        }
        await expect(head).toBeVisible();
        const text = await head.textContent() ?? '';
        const mine = text.startsWith('You'); /* a round may pass before the bet is down again */
        if (mine) played++;
        counted = played;
        net += (text.includes('lose') ? -1 : 1) * dollars(/\$[\d,.]+/.exec(text)?.[0] ?? '0');
        await expect.poll(() => purse(page)).toBe(start + net);
        await expect(page.locator('.dock .line').filter({ hasText: 'folded' })).toHaveCount(0);
        await expect(head).toHaveCount(0, { timeout: 15_000 });
    }
    const plays = heard.sent.filter((one) => one.do === 'play');
    expect(counted).toBe(3);
    expect(plays.length).toBe(3);
    expect(heard.sent.filter((one) => one.do === 'fold')).toEqual([]);
    /* Rebet was pressed often, and repeated each bet once a round. */
    expect(heard.sent.filter((one) => one.do === 'bet').length).toBeLessThanOrEqual(4);
});
