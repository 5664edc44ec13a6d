/* first_round.spec.ts -- somebody who has never been here plays a round, under each rulebook. */
import { bet, books, deal, expect, free_box, names, play_on, result, sit_down, test } from './table.ts';

test('a_newcomer_bets_within_two_taps_of_the_lobby', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.seats').first()).toHaveText(/^[1-7] seats? free$/);
    await page.getByRole('link', { name: 'Play now' }).click();
    const box = await free_box(page);
    await bet(box, 'ante');
    await expect(box.locator('.plate')).toContainText('You');
    await expect(page.locator('.dock-say')).toContainText('on the table');
});

for (const book of books) {
    test(`a_first_round_of_${book}_ends_in_words_and_paragraphs`, async ({ page }) => {
        const box = await sit_down(page, book);
        await bet(box, 'ante');
        await bet(box, 'pair_plus');
        const bonus = box.locator('.spot-progressive, .spot-six_card_bonus');
        if (await bonus.count() > 0) await bet(box, (await bonus.getAttribute('data-wager')) ?? '');
        await deal(page);
        await expect(box.locator('.card.up')).toHaveCount(3);
        await play_on(page);
        const head = await result(page);
        await expect(head).toContainText(/You (win|lose|break even)/);
        const lines = page.locator('.dock .line');
        await expect(lines.filter({ hasText: 'Ante' }).first()).toBeVisible();
        const paragraph = lines.first().locator('.paragraph').first();
        await paragraph.click();
        await expect(page.locator('.paragraph-text').first()).not.toBeEmpty();
        await expect(page.locator('.fair-badge')).toContainText('checked');
        await expect(page.locator('.spoken[role=status]')).toContainText(/You (win|lose|break even)/);
        await page.goto(`/table/${names[book]}/history`);
        await expect(page.locator('.fair .verdict')).toHaveClass('verdict good');
    });
}
