/* award.spec.ts -- the money of a jackpot: won while the link is down it is owed, said to be owed, and
 * first in the pit; a large hit is paid by two people who type what it is worth. */
import type { Page } from '@playwright/test';
import { call, confirm_hit, expect, play_hand, purse, scan, test } from './consoles.ts';
import { noted, real } from './table.ts';

test.use({ settings: 'award.yaml' });
test.skip(!real, 'the stand-in has no staff');

/* To the moment before the settlement, with the spade mini-royal at position 3. */
async function royal(desk: Page, player: Page): Promise<void> {
    await call(desk, 'close');
    await scan(desk, 'ASKSQS9C8D4H');
    await play_hand(player);
    await call(desk, 'reveal');
}

test('a_jackpot_won_while_the_link_is_down_is_owed_and_nobody_can_overlook_it', async ({ staff, guest }) => {
    const [desk, pit, second] = [await staff('Dora', '/desk/grand'), await staff('Petra', '/pit'), await staff('Mara', '/pit')];
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante', 'progressive');
    const before = await purse(player).textContent();
    const began = Date.now();
    await call(desk, 'close');
    await scan(desk, 'ASKSQS9C8D4H');
    await play_hand(player);
    await pit.locator('[data-jackpot=marina]').click();
    await pit.getByRole('dialog').getByLabel('Reason').first().fill('cable cut');
    const lost = Date.now();
    await pit.getByRole('button', { name: 'Report link down' }).click();
    await pit.keyboard.press('Escape');
    /* One cause, one item for the link; the ruling is as old as the loss. */
    await expect(pit.locator('[data-waiting^="link "]')).toHaveCount(1);
    const young = Date.now() - began < 100_000; /* nobody has waited for two minutes */
    if (young) await expect(pit.locator('.waits-alert').filter({ hasText: /long wait/i })).toHaveCount(0);
    const gate = pit.locator('.waits-gate');
    await expect(gate).toHaveCount(1);
    await expect(gate.locator('.since')).toHaveText(/^\d+:\d\d$/);
    const [minutes, seconds] = ((await gate.locator('.since').textContent()) ?? '').split(':').map(Number);
    expect(60 * (minutes ?? NaN) + (seconds ?? NaN)).toBeLessThanOrEqual(Math.ceil((Date.now() - lost) / 1000));
    await expect(pit).toHaveTitle(/^\(\d\) Pit/);
    await gate.getByRole('button', { name: 'Issue ruling' }).click();
    await pit.locator('[data-ruling=continue]').click();
    await pit.getByRole('dialog').locator('form').filter({ has: pit.locator('[data-ruling]') }).getByLabel('Reason').fill('played on');
    await pit.getByRole('dialog').getByRole('button', { name: 'Issue ruling' }).click();
    await pit.keyboard.press('Escape');
    await call(desk, 'reveal');
    await call(desk, 'settle');

    /* The winner is told what is true: won, and not paid. */
    await expect(player.locator('[data-standing=unpaid]')).toContainText('not paid yet');
    await player.getByRole('button', { name: 'Back to the table' }).click();
    await expect(player.locator('.result-owed')).toContainText(/Won, not paid yet: \$12,34\d/);
    await expect(player.locator('.result-head')).toContainText(/You win \$\d\d$/); /* the rest is owed */
    const now = Number((await purse(player).textContent())?.replace(/[$,]/g, ''));
    expect(now - Number(before?.replace(/[$,]/g, ''))).toBeLessThan(100);

    /* It is the first thing in the pit, with its clock, and stays there when the link is back. */
    const owed = pit.locator('.waits').first();
    await expect(owed).toHaveClass(/waits-owed/);
    await expect(owed.locator('.since')).toBeVisible();
    await pit.locator('[data-jackpot=marina]').click();
    await pit.getByRole('dialog').getByLabel('Reason').first().fill('mended');
    await pit.getByRole('button', { name: 'Report link restored' }).click();
    await pit.keyboard.press('Escape');
    await owed.getByLabel('Reason').fill('the tape shows it');
    await owed.getByRole('button', { name: 'Claim the award' }).click();

    /* Claiming takes two people, and so does paying. */
    await expect(pit.locator('.waits-note')).toContainText('takes two people');
    await expect(pit.locator('.waits-second')).toContainText('Claim an award');
    await expect(pit.locator('.waits-second').getByRole('button', { name: 'Stand by it' })).toHaveCount(0);
    await second.locator('.waits-second').getByRole('button', { name: 'Stand by it' }).click();
    await confirm_hit(pit.locator('.waits-hit'));
    await second.locator('.waits-second').getByRole('button', { name: 'Stand by it' }).click();
    await expect(second.locator('.waits-hit')).toHaveCount(0);
    await noted(player, 'jackpot award of $12,34');
    await expect.poll(async () => Number((await purse(player).textContent())?.replace(/[$,]/g, ''))).toBeGreaterThan(12_000);
});

test('one_click_pays_nothing_and_one_person_not_alone', async ({ staff, guest }) => {
    const [desk, pit, sam] = [await staff('Dora', '/desk/grand'), await staff('Petra', '/pit'), await staff('Mara', '/pit')];
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante', 'progressive');
    await royal(desk, player);
    await call(desk, 'settle');
    await expect(player.locator('[data-standing=checked]')).toBeVisible();
    await expect(purse(player)).toHaveText('$2,025');
    const before = await purse(player).textContent();
    const hit = pit.locator('.waits-hit');
    /* The hand is there to be seen, and the amount has to be typed. */
    await expect(hit.locator('.hit-hand .card.up')).toHaveCount(3);
    await expect(hit.locator('.hit-hand > b')).toHaveText('spade mini-royal');
    const sign = hit.getByRole('button', { name: 'Sign for the hit' });
    await expect(sign).toBeDisabled();
    await hit.getByLabel('Type the amount to pay').fill('12');
    await expect(sign).toBeDisabled();
    await confirm_hit(hit);
    await expect(pit.locator('.waits-second')).toContainText('You asked for it');
    await expect(purse(player)).toHaveText(before ?? '');
    await expect(sam.locator('.waits-second')).toContainText('Asked for by Petra');
    await sam.locator('.waits-second').getByRole('button', { name: 'Stand by it' }).click();
    await expect(hit).toHaveCount(0);
    await expect(purse(player)).not.toHaveText(before ?? '');
});

test('a_new_table_has_a_plain_name_and_a_jackpot_of_its_own_book', async ({ staff }) => {
    const sam = await staff('Sam', '/pit');
    await expect(sam.locator('.pit-tables')).toBeVisible();
    await expect(sam.getByRole('button', { name: 'New table' })).toHaveCount(0);
    const pit = await staff('Petra', '/pit');
    await pit.getByRole('button', { name: 'New table' }).click();
    const form = pit.getByRole('dialog');
    await expect(form.locator('label').filter({ hasText: /^Jackpot/ }).locator('option')).toHaveText(['No jackpot', 'marina']);
    await form.getByLabel('Rulebook').selectOption('rws-progressive');
    await expect(form.locator('label').filter({ hasText: /^Jackpot/ }).locator('option')).toHaveText(['No jackpot', 'sentosa']);
    await form.getByRole('textbox', { name: /^Name/ }).fill('Test 1');
    await form.getByRole('button', { name: 'Open the table' }).click();
    await expect(form).toBeVisible(); /* the browser says what is wrong, and nothing was sent */
    await expect(pit.locator('.incident-refused')).toHaveCount(0);
    await form.getByRole('textbox', { name: /^Name/ }).fill('test-1');
    await form.getByRole('button', { name: 'Open the table' }).click();
    await expect(form).toHaveCount(0);
    await expect(pit.locator('.pit-tables')).toContainText('test-1');
});

test('people_are_counted_once', async ({ staff, another }) => {
    const pit = await staff('Petra', '/pit');
    const { page } = await another();
    for (const table of ['grand', 'royal']) {
        await page.goto(`/table/${table}`);
        await page.getByRole('button', { name: 'Sit here, position 2' }).click();
        await expect(page.locator('[data-box="2"] .plate')).toContainText('You');
    }
    /* The pit has seen both seats before its sum is read. */
    for (const table of ['grand', 'royal']) await expect(pit.locator(`tr[data-table="${table}"] td`).nth(3)).toHaveText('1');
    await expect(pit.locator('.tiles div').filter({ hasText: 'At the tables' }).locator('dd')).toHaveText('1');
});
