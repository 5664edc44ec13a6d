/* two_positions.spec.ts -- one player at two positions, at every table: each hand is turned over and
 * decided in its turn, and nothing is folded by the clock. */
import { books, bet, deal, expect, free_box, names, real, result, settled, sit_down, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

/* In California a second position is a bet on somebody else's hand. */
for (const book of books.filter((one) => one !== 'ca-six-card')) {
    test(`both_hands_are_offered_one_after_the_other_${book}`, async ({ page, heard }) => {
        const first = await sit_down(page, book);
        await bet(first, 'ante');
        await page.locator('.box:not(.own, .banks)').filter({ hasText: 'free' }).first().locator('.spot-ante').click();
        await expect(page.locator('.box.own')).toHaveCount(2);
        await deal(page);
        const decided: string[] = [];
        for (let i = 0; i < 2; i++) {
            const chosen = page.locator('.box.chosen');
            await expect(chosen).toHaveCount(1, { timeout: 20_000 });
            const seat = await chosen.getAttribute('data-box') ?? '';
            await expect(page.locator('.dock-say')).toContainText(`Position ${seat}: Play or fold?`);
            /* A player looks at one hand of theirs at most, and says which; nothing is turned unasked. */
            await expect(page.locator('.box.own .card.up')).toHaveCount(i === 0 ? 0 : 3);
            if (i === 0) {
                await settled(page);
                await page.getByRole('button', { name: 'Look', exact: true }).click();
                await expect(chosen.locator('.card.up')).toHaveCount(3);
            }
            await settled(page);
            await page.locator('[data-move=play]').click();
            decided.push(seat);
            if (i === 0) await expect(page.locator('.dock-say').filter({ hasText: `Position ${seat}: ` })).toHaveCount(0);
        }
        expect(new Set(decided).size).toBe(2);
        await result(page);
        await expect(page.locator('.dock .line').filter({ hasText: 'folded' })).toHaveCount(0);
        const played = heard.sent.filter((one) => one.do === 'play').map((one) => String(one['seat']));
        expect(played).toEqual(decided);
    });
}

test('a_double_click_on_play_decides_one_hand_only', async ({ page, heard }) => {
    const first = await sit_down(page, 'mbs');
    await bet(first, 'ante');
    await page.locator('.box:not(.own) .spot-ante.open').first().click();
    await expect(page.locator('.box.own')).toHaveCount(2);
    await deal(page);
    await settled(page);
    const button = await page.locator('[data-move=play]').boundingBox();
    if (!button) throw new Error('no button');
    for (let i = 0; i < 6; i++) {
        await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
        await page.waitForTimeout(60);
    }
    await expect(page.locator('.box.own').filter({ hasText: 'plays' })).toHaveCount(1);
    expect(heard.sent.filter((one) => one.do === 'play')).toHaveLength(1);
    await expect(page.locator('.dock-say')).toContainText('Play or fold?');
});

test('a_tap_on_a_strangers_circle_asks_first', async ({ page, heard, another }) => {
    const other = (await another()).page;
    await other.goto(`/table/${names['mbs']}`);
    const theirs = await free_box(other);
    await bet(theirs, 'ante');
    const seat = await theirs.getAttribute('data-box');
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    const before = heard.sent.filter((one) => one.do === 'bet').length;
    const circle = page.locator(`[data-box="${seat}"] .spot-ante`);
    await circle.click();
    await expect(page.locator('.dock-say')).toContainText(/This is Guest \d+’s position/);
    expect(heard.sent.filter((one) => one.do === 'bet')).toHaveLength(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.rack')).toBeVisible();
    expect(heard.sent.filter((one) => one.do === 'bet')).toHaveLength(before);
    await circle.click();
    await page.getByRole('button', { name: /^Bet \$\d+ on Guest \d+’s hand/ }).click();
    await expect(circle.locator('.spot-amount')).toHaveText('$10');
});
