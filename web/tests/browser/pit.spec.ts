/* pit.spec.ts -- the pit: hits confirmed in their order, limits, tables and restrictions, the link,
 * rounds again as the players saw them, and doors that stay closed. */
import { call, expect, number_of, play_hand, purse, scan, sign_in, test } from './consoles.ts';
import { sound } from './sound.ts';
import { real } from './table.ts';

test.use({ settings: 'pit.yaml' });
test.describe.configure({ timeout: 90_000 }); /* several people, each with a password to be checked */
test.skip(!real, 'the stand-in has no pit of its own');

test('hits_on_two_tables_are_confirmed_in_the_right_order', async ({ staff, guest }) => {
    const [dawn, sunset] = [await staff('Dora', '/desk/dawn'), await staff('Sam', '/desk/sunset')];
    const pit = await staff('Petra', '/pit');
    for (const desk of [dawn, sunset]) await call(desk, 'open');
    const first = await guest('dawn', 3, 'ante', 'progressive');
    const second = await guest('sunset', 4, 'ante', 'progressive');
    for (const desk of [dawn, sunset]) {
        await call(desk, 'close');
        await scan(desk, 'ASKSQSJS10S2D');
    }
    for (const player of [first, second]) await play_hand(player);

    /* The table that dealt later settles sooner: while it is alone it has the whole meter. */
    const hits = pit.locator('.waits-hit');
    const settle = async (desk: typeof pit, waiting: number) => {
        await call(desk, 'reveal');
        await call(desk, 'settle');
        await expect(hits).toHaveCount(waiting);
    };
    await settle(sunset, 1);
    await expect(hits.first()).toContainText('table sunset, box 4Value$25,002.00');
    await settle(dawn, 2);
    await expect(hits.first()).toContainText('table dawn, box 3Value$25,002.00');
    await expect(hits.first()).toContainText('first');
    await expect(hits.nth(1)).toContainText('table sunset, box 4Value$10,000.00');
    await sound(pit, 'the pit with two hits');

    /* The house has the last word on the order, with a reason, until the first confirmation settles it. */
    const place_first = async (table: string) => {
        const hit = hits.filter({ hasText: `table ${table}` });
        await hit.getByRole('button', { name: 'Otherwise…' }).click();
        await hit.getByLabel('Place in the line').fill('1');
        await hit.getByLabel('Why this place?').fill('seen on the tape');
        await hit.getByRole('button', { name: 'Set the place' }).click();
        await expect(hits.first()).toContainText(`table ${table}`);
        await expect(hits.first()).toContainText('$25,002.00');
    };
    await place_first('sunset');
    await place_first('dawn');
    const before = [await purse(first).textContent(), await purse(second).textContent()];
    await hits.first().getByRole('button', { name: 'Confirm the hit' }).click();
    await expect(hits).toHaveCount(1);
    await expect(hits.first()).toContainText('frozen');
    await expect(purse(first)).not.toHaveText(before[0] ?? '');
    await expect(purse(second)).toHaveText(before[1] ?? '');
    await hits.first().getByRole('button', { name: 'Confirm the hit' }).click();
    await expect(hits).toHaveCount(0);
    await expect(purse(second)).not.toHaveText(before[1] ?? '');
    const dollars = async (page: typeof pit) => Number((await purse(page).textContent())?.replace(/[$,]/g, ''));
    expect((await dollars(first)) - (await dollars(second))).toBe(25002 - 10000);
    await expect(pit.locator('.incidents')).toContainText('award', { ignoreCase: true });
});

test('limits_tables_restrictions_and_the_link', async ({ staff, guest }) => {
    const pit = await staff('Petra', '/pit');
    const dealer = await staff('Dora', '/desk/royal');
    const supervisor = await staff('Sam', '/pit');
    const sheet = pit.getByRole('dialog');
    await expect(pit.locator('[data-table="grand"]')).toContainText('between rounds');

    /* Limits: refused while a round runs, taken between two; a supervisor may not. */
    await call(dealer, 'open');
    const player = await guest('royal', 2, 'ante');
    const limits = async (page: typeof pit, table: string, most: string) => {
        await page.locator(`[data-table="${table}"] .row-link`).click();
        const form = page.locator('.limits-form');
        await form.getByLabel('To').first().fill(most);
        await form.getByLabel('Reason').fill('a busy evening');
        await form.getByRole('button', { name: 'Change the limits' }).click();
        return form;
    };
    await expect((await limits(pit, 'royal', '300')).locator('.refused')).toContainText('round is running');
    await pit.keyboard.press('Escape');
    await expect((await limits(supervisor, 'grand', '300')).locator('.refused')).toBeVisible();
    await supervisor.keyboard.press('Escape');
    await limits(pit, 'grand', '300');
    await expect(sheet).toContainText('Ante $5.00 – $300.00');

    /* Closing a table and opening it again are rulings. */
    const rule = async (ruling: string) => {
        await sheet.locator(`[data-ruling="${ruling}"]`).click();
        await sheet.locator('.guided').first().getByLabel('Reason').fill('the felt is torn');
        await sheet.getByRole('button', { name: 'Rule', exact: true }).click();
        await expect(sheet.locator('.done').first()).toBeVisible();
    };
    await rule('close_table');
    await expect(pit.locator('tr[data-table="grand"]')).toContainText('closed');
    await rule('reopen_table');
    await expect(pit.locator('tr[data-table="grand"]')).not.toContainText('closed');
    await sound(pit, 'a table in the pit');
    await pit.keyboard.press('Escape');

    /* A player is held to one position, and let go again. */
    await pit.locator('[data-table="royal"] .row-link').click();
    await sheet.locator('[data-ruling="restrict"]').click();
    await sheet.getByLabel('Which player?').selectOption(String(await number_of(player)));
    await sheet.locator('.guided').first().getByLabel('Reason').fill('he was asked twice');
    await sheet.getByRole('button', { name: 'Rule', exact: true }).click();
    await expect(pit.locator('tr[data-table="royal"]')).toContainText('1 restricted');
    await sheet.getByRole('button', { name: 'Lift…' }).click();
    await sheet.locator('.guided').first().getByLabel('Reason').fill('he has understood');
    await sheet.getByRole('button', { name: 'Rule', exact: true }).click();
    await expect(pit.locator('tr[data-table="royal"]')).not.toContainText('restricted');
    await pit.keyboard.press('Escape');

    /* The link is lost and comes back. */
    await pit.locator('[data-jackpot="marina"]').click();
    const link = sheet.locator('form').first();
    await link.getByLabel('Reason').fill('a cable is loose');
    await sheet.getByRole('button', { name: 'The link is lost' }).click();
    await expect(sheet).toContainText('The link is lost; no jackpot bets are taken.');
    await expect(pit.locator('.pit-jackpot.down')).toBeVisible();
    await sheet.getByRole('button', { name: 'The link is back' }).click();
    await expect(pit.locator('.pit-jackpot.down')).toHaveCount(0);
    await pit.keyboard.press('Escape');

    /* A new table, by a shift manager. */
    await pit.getByRole('button', { name: 'New table' }).click();
    await sheet.getByLabel('Name').fill('annex');
    await sheet.getByLabel('Rulebook').selectOption('rws');
    await sheet.getByLabel('Ante from').fill('10');
    await sheet.getByLabel('Ante to').fill('200');
    await sheet.getByRole('button', { name: 'Open the table' }).click();
    await expect(pit.locator('tr[data-table="annex"]')).toBeVisible();
});

test('any_round_can_be_seen_again_as_its_players_saw_it', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/grand');
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante');
    await guest('grand', 5, 'ante');
    await call(desk, 'close');
    await scan(desk, 'QSKH10D7S7D2C9C8D4H');
    const pit = await staff('Sam', '/pit/grand');
    await expect(pit.locator('main')).toContainText('No round has been played here yet');
    await call(desk, 'report');
    await desk.getByRole('dialog').locator('[data-kind="foreign_card"]').click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Report it' }).click();
    await call(desk, 'confirm');
    await expect(player.locator('.result-head')).toContainText('void');
    await pit.reload();
    await expect(pit.locator('.round-list')).toContainText('void');
    await expect(pit.locator('.round .line')).toHaveCount(2);
    await pit.getByLabel('As seen by').selectOption(String(await number_of(player)));
    await expect(pit.locator('.round .line')).toHaveCount(1);
    await expect(pit.locator('.replay [data-box="3"] .card.up')).toHaveCount(3);
    await expect(pit.locator('.replay [data-box="5"] .card.up')).toHaveCount(0);
    await sound(pit, 'a round seen again');
});

test('who_has_no_business_there_is_told_why', async ({ page, opened }) => {
    await page.goto('/pit');
    await expect(page.locator('h2')).toContainText('Sign in first');
    await sound(page, 'sign in first');
    await page.goto('/table/grand');
    await expect(page.locator('.purse-sum')).toBeVisible();
    for (const path of ['/pit', '/cage', '/office', '/desk/grand']) {
        await page.goto(path);
        await expect(page.locator('.closed-door'), path).toContainText('is not open to you');
        await expect(page.locator('.closed-door'), path).toContainText(/signed in as Guest \d+, player/);
    }
    await sound(page, 'a closed door');
    await sign_in(page, 'Cass', opened.passwords['Cass']);
    await expect(page).toHaveURL(/\/cage$/);
    await expect(page.locator('.console-link')).toHaveText(['Cage']);
    await page.goto('/pit');
    await expect(page.locator('.closed-door')).toContainText('Cass, cashier');
});

test.describe('on_a_phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'light' });
    test('the_pit_is_usable_on_a_phone', async ({ staff }) => {
        const pit = await staff('Petra', '/pit');
        await pit.locator('.pit-card[data-table="grand"]').click();
        await expect(pit.getByRole('dialog')).toBeVisible();
        await expect(pit.getByRole('dialog').locator('[data-ruling="close_table"]')).toBeVisible();
        await sound(pit, 'the pit on a phone');
        const wide = await pit.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(wide).toBe(false);
    });
});
