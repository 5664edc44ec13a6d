/* signed.spec.ts -- the page keeps what the house signed, and warns where it goes back on it. */
import type { Page } from '@playwright/test';
import { expect, test } from './table.ts';

const mock = !process.env['TREY_PROGRAM'];

/* What the page has kept on the device. */
function kept(page: Page): Promise<{ notes: string[] } | null> {
    return page.evaluate(() => JSON.parse(localStorage.getItem('trey-signed') ?? 'null') as { notes: string[] } | null);
}

async function visit(page: Page): Promise<void> {
    await page.goto('/table/mbs');
    await expect.poll(async () => (await kept(page))?.notes.length ?? 0).toBeGreaterThan(0);
}

test('a_page_keeps_what_the_house_signed_and_is_content', async ({ page }) => {
    test.skip(mock, 'the stand-in signs nothing');
    await visit(page);
    const [note] = (await kept(page))!.notes;
    expect(note).toMatch(/^trey\/[0-9a-f]{32}\n[0-9]+\n[A-Za-z0-9+/]{43}=\n\n— trey\//);
    await page.goto('/table/mbs/history');
    await expect(page.getByText('The newest signature covers')).toBeVisible();
    await expect(page.locator('.banner.alarm')).toHaveCount(0);
});

test('a_house_that_shows_another_history_than_it_signed_is_named', async ({ page }) => {
    test.skip(mock, 'the stand-in signs nothing');
    await visit(page);
    /* The device has kept another root than the house shows now. */
    await page.evaluate(() => {
        const memory = JSON.parse(localStorage.getItem('trey-signed')!) as { notes: string[] };
        memory.notes = memory.notes.map((one) => one.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${'A'.repeat(43)}=\n`));
        localStorage.setItem('trey-signed', JSON.stringify(memory));
    });
    await page.reload();
    const warning = page.locator('.banner.alarm');
    await expect(warning).toContainText('two different histories');
    await expect(warning).toContainText('A'.repeat(43));
    await page.goto('/');
    await expect(warning).toContainText('two different histories');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(warning).toHaveCount(0);
});
