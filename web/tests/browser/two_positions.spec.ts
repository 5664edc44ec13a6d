/* two_positions.spec.ts -- one player at two positions, at every table: each hand is turned over and
 * decided in its turn, and nothing is folded by the clock. */
import { books, bet, deal, expect, free_box, names, real, result, sent, sent_count, settled, sit_down, stop_time, test } from './table.ts';

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
            await expect(chosen).toHaveCount(1);
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
        const played = sent(heard, 'play').map((one) => String(one['seat']));
        expect(played).toEqual(decided);
    });
}

test('a_double_click_on_play_decides_one_hand_only', async ({ page, heard }) => {
    await page.clock.install();
    const first = await sit_down(page, 'mbs');
    await bet(first, 'ante');
    await page.locator('.box:not(.own) .spot-ante.open').first().click();
    await expect(page.locator('.box.own')).toHaveCount(2);
    await deal(page);
    await settled(page);
    await stop_time(page);
    const button = await page.locator('[data-move=play]').boundingBox();
    if (!button) throw new Error('no button');
    const press = () => page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await press();
    await press();
    await expect(page.locator('.box.own').filter({ hasText: 'plays' })).toHaveCount(1);
    for (let i = 0; i < 6; i++) {
        await press();
        await page.clock.runFor(100);
    }
    await expect(page.locator('.dock-say')).toContainText('Play or fold?');
    await page.clock.runFor(600);
    await page.locator('[data-move=fold]').click();
    await sent_count(heard, 1, 'fold');
    expect(sent(heard, 'play')).toHaveLength(1);
    expect(sent(heard, 'fold')[0]?.['seat']).not.toBe(sent(heard, 'play')[0]?.['seat']);
});

test('a_tap_on_a_strangers_circle_asks_first', async ({ page, heard, another }) => {
    const other = (await another()).page;
    await other.goto(`/table/${names['mbs']}`);
    const theirs = await free_box(other);
    await bet(theirs, 'ante');
    const seat = await theirs.getAttribute('data-box');
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    const circle = page.locator(`[data-box="${seat}"] .spot-ante`);
    await circle.click();
    await expect(page.locator('.dock-say')).toContainText(/This is Guest \d+’s position/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.rack')).toBeVisible();
    await circle.click();
    await page.getByRole('button', { name: /^Bet \$\d+ on Guest \d+’s hand/ }).click();
    await expect(circle.locator('.spot-amount')).toHaveText('$10');
    expect(sent(heard, 'bet').map((one) => String(one['seat']))).toEqual([await box.getAttribute('data-box'), seat]);
});
