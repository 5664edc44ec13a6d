/* lab.spec.ts -- the odds lab: what is dragged, compared and taken home is what `trey odds` says. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, names, test } from './table.ts';
import { sound } from './sound.ts';

const program = process.env.TREY_PROGRAM || fileURLToPath(new URL('../../../build/release/bin/trey', import.meta.url));

/* The edge of a wager as the command line has it, as the page writes it. */
function edge(words: string, wager: string): string {
    const ran = spawnSync(program, ['odds', ...words.split(' '), '--json'], { encoding: 'utf8' });
    const odds = JSON.parse(ran.stdout) as { wagers: Record<string, { house_edge: number }> };
    return `${(100 * (odds.wagers[wager]?.house_edge ?? NaN)).toFixed(4)}%`.replace('-', '\u2212');
}

const now = (page: Page, wager: string) => page.locator(`.lab-now [data-wager="${wager}"] b`);
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

async function open(page: Page, hash = ''): Promise<void> {
    await page.goto(`/lab${hash}`);
    await expect(page.locator('.lab-took')).toBeVisible();
}

test('a_pay_is_dragged_and_the_edge_follows', async ({ page }) => {
    await open(page);
    await expect(now(page, 'pair_plus')).toHaveText(edge('mbs', 'pair_plus'));
    const straight = slider(page, 'Pair Plus, straight');
    await straight.scrollIntoViewIfNeeded();
    const at = await straight.boundingBox();
    if (!at) throw new Error('the slider is not there');
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width * 0.78, at.y + at.height / 2, { steps: 12 });
    await page.mouse.up();
    const pays = Number(await straight.inputValue());
    expect(pays).toBeGreaterThan(5);
    await expect(now(page, 'pair_plus')).toHaveText(edge(`mbs --set pays.pair_plus.straight=${pays}`, 'pair_plus'));
    await straight.press('Home');
    await expect(now(page, 'pair_plus')).toHaveText(edge('mbs --set pays.pair_plus.straight=none', 'pair_plus'));
    await expect(straight).toHaveAttribute('aria-valuetext', 'nothing');
    await page.getByRole('button', { name: 'Pair Plus, straight: Back to 5 to 1' }).click();
    await expect(now(page, 'pair_plus')).toHaveText(edge('mbs', 'pair_plus'));
});

test('a_link_brings_the_settings_back', async ({ page }) => {
    const words = 'rws-progressive --progressive 5 --seats 3 --meter 400000';
    await open(page, '#rws-progressive?progressive=5&seats=3');
    await page.getByRole('textbox', { name: 'Meter, typed', exact: true }).fill('400,000');
    await page.getByRole('textbox', { name: 'Meter, typed', exact: true }).press('Enter');
    await expect(now(page, 'progressive')).toHaveText(edge(words, 'progressive'));
    await expect(page.locator('.lab-command')).toContainText(`trey odds ${words}`);
    await expect(page).toHaveURL(/meter=400000/);
    await page.reload();
    await expect(now(page, 'progressive')).toHaveText(edge(words, 'progressive'));
    await page.goto('/');
    await page.getByRole('link', { name: 'Odds lab' }).click();
    await expect(now(page, 'ante_play')).toHaveText(edge('mbs', 'ante_play'));
});

test('two_readings_stand_beside_each_other', async ({ page }) => {
    await open(page);
    await page.getByText('Where the book can be read').click();
    await page.getByRole('button', { name: 'Compare the letters of A-MBS-01' }).click();
    await expect(now(page, 'ante_play')).toHaveText([edge('mbs', 'ante_play'), edge('mbs --reading A-MBS-01=B', 'ante_play')]);
    const row = page.locator('.lab-table tr').filter({ hasText: 'Ante and Play' });
    await expect(row.locator('td').first()).toHaveClass(/differs/);
    await expect(row.locator('td').first()).toContainText('points against A');
    await expect(page.locator('.lab-chart .cell.differs').first()).toBeVisible();
    await expect(page.locator('.lab-words')).toContainText(['Q-6-4 or better', 'every hand']);
    await page.getByRole('radio', { name: 'Setting B' }).check({ force: true });
    await slider(page, 'Ante').press('ArrowRight');
    await expect(page.locator('.lab-command')).toContainText('--reading A-MBS-01=B --ante 11');
    await sound(page, 'lab, two settings');
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await expect(now(page, 'ante_play')).toHaveText([edge('mbs --reading A-MBS-01=B', 'ante_play')]);
});

test('what_the_library_refuses_stands_beside_its_control', async ({ page }) => {
    await open(page);
    const field = page.getByRole('textbox', { name: 'Pair Plus, straight, typed' });
    await field.fill('six');
    await field.press('Enter');
    const dial = page.locator('.dial[data-name="pays.pair_plus.straight"]');
    await expect(dial.getByRole('alert')).toContainText('"six" is not a rate');
    await expect(now(page, 'pair_plus')).toHaveText(edge('mbs', 'pair_plus'));
    await field.fill('6');
    await field.press('Enter');
    await expect(dial.getByRole('alert')).toHaveCount(0);
    await expect(now(page, 'pair_plus')).toHaveText(edge('mbs --set pays.pair_plus.straight=6', 'pair_plus'));
    const bet = page.getByRole('textbox', { name: 'Progressive, typed' });
    await bet.fill('99999999999');
    await bet.press('Enter');
    await expect(page.locator('.dial[data-name="progressive"]').getByRole('alert')).toContainText('out of range');
});

test('the_sheet_opens_and_is_saved', async ({ page, context }) => {
    await open(page, '#mbs?pair-plus=5');
    const coming = context.waitForEvent('page');
    await page.getByRole('button', { name: 'PAR sheet', exact: true }).click();
    const sheet = await coming;
    await expect(sheet.locator('body')).toContainText('trey odds mbs --pair-plus 5');
    await expect(sheet.locator('body')).toContainText('-686689/20358520');
    const font = await sheet.evaluate(() => getComputedStyle(document.body).maxWidth);
    expect(font, 'the sheet has its style').not.toBe('none');
    await sheet.close();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the PAR sheet' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^trey-mbs-\d{4}-\d\d-\d\d\.html$/);
    expect(readFileSync(await saved.path(), 'utf8')).toMatch(/^<!DOCTYPE html>[\s\S]*-308\/5525[\s\S]*<\/html>\s*$/i);
});

test('a_table_opens_in_the_lab', async ({ page }) => {
    await page.goto(`/table/${names['mbs']}/rules`);
    await page.getByRole('link', { name: 'Open in the odds lab' }).click();
    await expect(page.locator('.lab-took')).toBeVisible();
    await expect(page.getByLabel('Rulebook')).toHaveValue('mbs');
    const words = ((await page.locator('.lab-command code').textContent()) ?? '').replace('trey odds ', '');
    expect(words).toContain('--ante');
    await expect(now(page, 'progressive')).toHaveText(edge(words, 'progressive'));
    await expect(page.locator('.lab-controls [role=alert]')).toHaveCount(0);
});

test('the_bank_of_a_player_is_dealt_out', async ({ page }) => {
    await open(page, '#ca-six-card?six-card-bonus=5&bank=500&seats=3');
    await expect(page.locator('section.panel').filter({ hasText: 'The player-dealer' })).toContainText('from 100,000 rounds', { timeout: 30_000 });
    await expect(page.locator('.lab-words')).toContainText('2 to J');
});

for (const look of [
    { name: 'wide_and_dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' as const, hash: '#mbs?progressive=5&seats=3' },
    { name: 'narrow_and_light', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const, hash: '#ca-six-card' },
]) {
    test.describe(look.name, () => {
        test.use({ viewport: look.viewport, colorScheme: look.colorScheme });
        test(`the_lab_is_sound_${look.name}`, async ({ page }) => {
            await open(page, look.hash);
            await page.locator('.lab details').evaluateAll((all) => { for (const one of all) (one as HTMLDetailsElement).open = true; });
            await expect(page.locator('.lab-exact').first()).toBeVisible();
            await sound(page, 'lab');
            const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(wider, 'nothing sticks out to the side').toBeLessThanOrEqual(0);
        });
    });
}

/* No promise of a time is tested: a busy machine would break it. The figures are printed. */
test('a_change_reaches_the_picture_soon', async ({ page }) => {
    const told: string[] = [];
    for (const hash of ['#mbs?progressive=5&seats=6', '#rws?pair-plus=5', '#rws-progressive?progressive=5&seats=7', '#ca-six-card?six-card-bonus=5']) {
        await open(page, hash);
        const times: number[] = [], counts: number[] = [];
        for (let i = 0; i < 12; i++) {
            const before = await page.locator('.lab-took').getAttribute('data-number');
            await slider(page, 'Pair Plus, straight').press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
            await expect(page.locator('.lab-took')).not.toHaveAttribute('data-number', before ?? '');
            times.push(Number(await page.locator('.lab-took').getAttribute('data-picture-ms')));
            counts.push(Number(await page.locator('.lab-took').getAttribute('data-count-ms')));
        }
        for (const list of [times, counts]) list.sort((a, b) => a - b);
        told.push(`${hash.slice(1)}: ${times[6]} ms (middle), ${times[11]} ms (slowest of 12), of which counting ${counts[6]} ms (middle)`);
    }
    await open(page, '#mbs');
    for (const book of ['rws', 'rws-progressive', 'ca-six-card']) {
        const before = await page.locator('.lab-took').getAttribute('data-number');
        await page.getByLabel('Rulebook').selectOption(book);
        await expect(page.locator('.lab-took')).not.toHaveAttribute('data-number', before ?? '');
        told.push(`another book, ${book}: ${await page.locator('.lab-took').getAttribute('data-picture-ms')} ms`);
    }
    const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
    console.log(`from a change to the picture, at a load of ${load}\n  ${told.join('\n  ')}`);
    expect(told).toHaveLength(7);
});
