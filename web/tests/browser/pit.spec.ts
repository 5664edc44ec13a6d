/* pit.spec.ts -- the pit: hits confirmed in their order, limits, tables and restrictions, the link,
 * rounds again as the players saw them, and doors that stay closed. */
import { call, confirm_hit, expect, heard_of, number_of, play_hand, purse, put_up, scan, sign_in, test } from './consoles.ts';
import { sound_everywhere } from './sound.ts';
import { bet, real } from './table.ts';

test.use({ settings: 'pit.yaml' });
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
    await expect(hits.first()).toContainText('table sunset, position 4Value$25,002.00');
    await settle(dawn, 2);
    await expect(hits.first()).toContainText('table dawn, position 3Value$25,002.00');
    await expect(hits.first()).toContainText('first');
    await expect(hits.nth(1)).toContainText('table sunset, position 4Value$10,000.00');
    await sound_everywhere(pit, 'the pit with two hits');

    /* The house has the last word on the order, with a reason, until the first confirmation settles it. */
    const place_first = async (table: string) => {
        const hit = hits.filter({ hasText: `table ${table}` });
        await hit.getByRole('button', { name: 'Reject or reorder…' }).click();
        await hit.getByLabel('Place in line').fill('1');
        await hit.getByLabel('Why this place?').fill('seen on the tape');
        await hit.getByRole('button', { name: 'Set the place' }).click();
        await expect(hits.first()).toContainText(`table ${table}`);
        await expect(hits.first()).toContainText('$25,002.00');
    };
    await place_first('sunset');
    await place_first('dawn');
    const before = [await purse(first).textContent(), await purse(second).textContent()];
    await confirm_hit(hits.first());
    await expect(hits).toHaveCount(1);
    await expect(hits.first()).toContainText('frozen');
    await expect(purse(first)).not.toHaveText(before[0] ?? '');
    await expect(purse(second)).toHaveText(before[1] ?? '');
    await confirm_hit(hits.first());
    await expect(hits).toHaveCount(0);
    await expect(purse(second)).not.toHaveText(before[1] ?? '');
    const dollars = async (page: typeof pit) => Number((await purse(page).textContent())?.replace(/[$,]/g, ''));
    expect((await dollars(first)) - (await dollars(second))).toBe(25002 - 10000);
    await expect(pit.locator('.incidents')).toContainText('award', { ignoreCase: true });
});

test('an_award_that_a_lost_link_missed_is_claimed_and_paid', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/dawn');
    const pit = await staff('Petra', '/pit');
    const sheet = pit.getByRole('dialog');
    const link = async (reason: string, says: string) => {
        await sheet.locator('form').first().getByLabel('Reason').fill(reason);
        await sheet.getByRole('button', { name: says }).click();
    };
    await call(desk, 'open');
    const player = await guest('dawn', 3, 'ante', 'progressive');
    await call(desk, 'close');
    await scan(desk, 'ASKSQSJS10S2D');
    await play_hand(player);
    await pit.locator('[data-jackpot="sentosa"]').click();
    await link('a cable is loose', 'Report link down');
    await expect(pit.locator('.pit-jackpot.down')).toHaveCount(1);
    await call(desk, 'reveal');
    await call(desk, 'settle');

    /* While the link is down nothing can be claimed; what was typed stays. */
    const owed = sheet.locator('[data-unpaid="dawn 1 3"]');
    await expect(owed).toContainText('$25,001.00');
    await expect(pit.locator('.waits-hit')).toHaveCount(0);
    await expect(owed.getByLabel('Reason')).toHaveAttribute('required');
    await owed.getByLabel('Reason').fill('the tape shows it');
    await owed.getByRole('button', { name: 'Claim the award' }).click();
    await expect(owed.locator('.refused')).toHaveAttribute('data-reason', 'link_down');
    await sound_everywhere(pit, 'an award that is not paid yet');
    await link('it is mended', 'Report link restored');
    await expect(pit.locator('.pit-jackpot.down')).toHaveCount(0);
    await owed.getByRole('button', { name: 'Claim the award' }).click();
    await expect(owed).toHaveCount(0);
    await pit.keyboard.press('Escape');
    const hit = pit.locator('.waits-hit');
    await expect(hit).toContainText('table dawn, position 3Value$25,001.00');
    await expect(pit.locator('.incident-claim')).toContainText('round 1 at dawn, seat 3, is claimed as hit 1: the tape shows it');
    const dollars = async () => Number((await purse(player).textContent())?.replace(/[$,]/g, ''));
    const before = await dollars();
    await confirm_hit(hit);
    await expect(hit).toHaveCount(0);
    await expect.poll(async () => (await dollars()) - before).toBe(25001);
});

test('limits_tables_and_restrictions', async ({ page: player, heard, staff }) => {
    const pit = await staff('Petra', '/pit');
    const dealer = await staff('Dora', '/desk/royal');
    const supervisor = await staff('Sam', '/pit');
    const sheet = pit.getByRole('dialog');
    await expect(pit.locator('[data-table="grand"]')).toContainText('between rounds');

    /* Limits: refused while a round runs, taken between two; a supervisor may not. */
    await call(dealer, 'open');
    await put_up(player, 'royal', 2, 'ante');
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
    await expect((await limits(pit, 'grand', '300')).locator('.done')).toBeVisible();
    await expect(sheet).toContainText('Ante $5.00 – $300.00');

    /* Closing a table and opening it again are rulings. */
    const rule = async (ruling: string) => {
        await sheet.locator(`[data-ruling="${ruling}"]`).click();
        await sheet.locator('.guided').first().getByLabel('Reason').fill('the felt is torn');
        await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
        await expect(sheet.locator('.done').first()).toBeVisible();
    };
    const rulings = await sheet.locator('[data-ruling]').allTextContents();
    expect(rulings.length).toBeGreaterThan(15);
    for (const name of rulings) expect(name).toMatch(/^[A-Z][^_]+$/); /* a name, not the word of the record */
    await rule('close_table');
    await expect(pit.locator('tr[data-table="grand"]')).toContainText('closed');
    await rule('reopen_table');
    await expect(pit.locator('tr[data-table="grand"]')).not.toContainText('closed');
    await sound_everywhere(pit, 'a table in the pit');
    await pit.keyboard.press('Escape');

    /* A player is held to one position by a manager with a phone, and let go again. */
    const wide = pit.viewportSize();
    await pit.setViewportSize({ width: 390, height: 844 });
    await pit.locator('.pit-card[data-table="royal"]').click();
    await sheet.locator('[data-ruling="restrict"]').click();
    await sheet.getByLabel('Which player?').selectOption(String(await number_of(player)));
    await sheet.locator('.guided').first().getByLabel('Reason').fill('he was asked twice');
    await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await expect(pit.locator('.pit-card[data-table="royal"]')).toContainText('1 restricted');
    if (wide) await pit.setViewportSize(wide);
    await sheet.getByRole('button', { name: 'Lift…' }).click();
    await sheet.locator('.guided').first().getByLabel('Reason').fill('he has understood');
    await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await expect(pit.locator('tr[data-table="royal"]')).not.toContainText('restricted');
    await pit.keyboard.press('Escape');

    /* A new table, by a shift manager: limits of every wager of its book, positions and a title of its own. */
    await pit.getByRole('button', { name: 'New table' }).click();
    await sheet.getByRole('textbox', { name: /^Name/ }).fill('grand');
    await sheet.getByLabel('Display name').fill('The Annex');
    const limit = (wager: string, end: string) => sheet.locator(`[data-limit="${wager}"]`).getByRole('textbox', { name: end });
    await sheet.getByLabel('Rulebook').selectOption('ca-six-card');
    await expect(sheet).toContainText('Blank fields copy Bay, except the jackpot.');
    await expect(limit('six_card_bonus', 'To')).toHaveAttribute('placeholder', '200');
    await expect(sheet.getByLabel('Positions')).toHaveAttribute('placeholder', '8');
    await sheet.getByLabel('Rulebook').selectOption('mbs');
    await expect(sheet.locator('[data-limit]')).toHaveCount(2);
    await expect(limit('ante', 'To')).toHaveAttribute('placeholder', '300'); /* as it was changed above */
    await limit('ante', 'From').fill('10');
    await expect(sheet.locator('[data-limit="ante"]')).toContainText('Enter both limits');
    const open = sheet.getByRole('button', { name: 'Open the table' });
    await expect(open).toBeDisabled();
    await limit('ante', 'To').fill('100');
    await limit('pair_plus', 'From').fill('20');
    await limit('pair_plus', 'To').fill('50');
    await sheet.getByLabel('Positions').fill('3');
    await open.click();
    await expect(sheet.locator('.refused')).toHaveAttribute('data-reason', 'name_taken');
    await sheet.getByRole('textbox', { name: /^Name/ }).fill('annex');
    await open.click();
    await expect(sheet.locator('.refused')).toContainText('the book does not allow this number of positions');
    await sheet.getByLabel('Positions').fill('5');
    await sheet.getByRole('combobox', { name: 'Jackpot', exact: true }).selectOption('marina');
    await sound_everywhere(pit, 'a new table');
    await open.click();
    await expect(pit.locator('tr[data-table="annex"]')).toContainText('The Annex');

    /* Players find it in the lobby, and their bets are held to its limits. */
    await player.goto('/');
    const card = player.locator('.table-card').filter({ hasText: 'The Annex' });
    await expect(card).toContainText('Ante $10 to $100');
    await expect(card).toContainText('5 seats free');
    await card.click();
    await expect(player.locator('.box')).toHaveCount(5);
    await dealer.goto('/desk/annex');
    await call(dealer, 'open');
    const box = player.locator('[data-box="4"]');
    for (const [wager, least, most] of [['ante', '$10', 9000], ['pair_plus', '$20', 3000]] as const) {
        await bet(box, wager);
        await expect(box.locator(`.spot-${wager}`)).toContainText(least);
        const offers = () => heard.got.flatMap((frame) => ((frame as { view?: { can?: object[] } }).view?.can ?? []));
        await expect.poll(offers).toContainEqual(expect.objectContaining({ do: 'bet', seat: 4, wager, most }));
    }
});

test('parameters_of_a_jackpot_and_its_link_reach_the_players', async ({ staff, guest }) => {
    const desk = await staff('Dora', '/desk/dawn');
    const [pit, supervisor] = [await staff('Petra', '/pit'), await staff('Sam', '/pit')];
    const form = (page: typeof pit) => page.getByRole('dialog').locator('form').filter({ hasText: 'Ceiling' });
    const change = async (page: typeof pit, bet: string) => {
        await page.locator('[data-jackpot="sentosa"]').click();
        await form(page).getByRole('textbox', { name: 'Bet', exact: true }).fill(bet);
        await form(page).getByLabel('Contribution per bet').fill('2.50');
        await form(page).getByLabel('Reset value').fill('20,000');
        await expect(form(page).getByLabel('Reason')).toHaveAttribute('required');
        await form(page).getByLabel('Reason').fill('the new season');
        await form(page).getByRole('button', { name: 'Change' }).click();
    };
    const parameters = () => (heard_of(pit).got.filter((frame) => frame.is === 'pit').at(-1) as unknown as
        { jackpots: { name: string; parameters: Record<string, number> }[] }).jackpots.find((one) => one.name === 'sentosa')?.parameters;
    await change(supervisor, '10');
    await expect(form(supervisor).locator('.refused')).toHaveAttribute('data-reason', 'role_too_low');
    await supervisor.keyboard.press('Escape');
    expect(parameters()).toMatchObject({ bet: 500, fixed: 100, reset: 1_000_000 });

    /* What makes no sense is refused with a reason too, and what was typed stays. */
    await change(pit, '2');
    await expect(form(pit).locator('.refused')).toHaveAttribute('data-reason', 'bad_parameters');
    await expect(form(pit).getByLabel('Reset value')).toHaveValue('20,000');
    await form(pit).getByRole('textbox', { name: 'Bet', exact: true }).fill('10');
    await form(pit).getByRole('button', { name: 'Change' }).click();
    await expect(pit.getByRole('dialog').locator('.done')).toBeVisible();
    await expect(pit.getByRole('dialog').locator('.facts')).toContainText('Reset$20,000.00');
    expect(parameters()).toEqual({ bet: 1000, fixed: 250, rate: 0, reserve_rate: 0, reset: 2_000_000, ceiling: 0 });
    await expect(supervisor.locator('.incident-parameters')).toContainText('the new season');

    /* The players bet what is asked now, and the meter grows by as much. */
    await call(desk, 'open');
    const player = await guest('dawn', 3, 'ante', 'progressive');
    await expect(player.locator('[data-box="3"] .spot-progressive')).toContainText('10');
    await expect(purse(player)).toHaveText('$1,985');
    await call(desk, 'close');
    await expect(player.locator('.meter-value')).toHaveText('$25,002.50');
    await form(pit).getByRole('textbox', { name: 'Bet', exact: true }).fill('5');
    await form(pit).getByLabel('Reason').fill('too dear');
    await form(pit).getByRole('button', { name: 'Change' }).click();
    await expect(form(pit).locator('.refused')).toHaveAttribute('data-reason', 'round_running');
    await scan(desk, '7S7D2C9C8D4H');
    await play_hand(player);
    await call(desk, 'reveal');
    await call(desk, 'settle');

    /* The link is lost: said at every table that plays for it; how each goes on is ruled there. */
    const sheet = pit.getByRole('dialog');
    const link = async (reason: string, says: string) => {
        await sheet.locator('form').first().getByLabel('Reason').fill(reason);
        await sheet.getByRole('button', { name: says }).click();
    };
    const rule = async (ruling: string) => {
        await sheet.locator(`[data-ruling="${ruling}"]`).click();
        await sheet.getByLabel('Reason').first().fill('as posted');
        await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
        await expect(sheet.locator('.done').first()).toBeVisible();
    };
    await link('a cable is loose', 'Report link down');
    await expect(pit.locator('.pit-jackpot.down')).toContainText('link down');
    await expect(sheet).toContainText('issue a ruling at each');
    await pit.keyboard.press('Escape');
    await expect(pit.locator('.waits-alert').filter({ hasText: 'Link down' })).toHaveCount(1); /* one cause, one item */
    await pit.locator('[data-waiting="link sentosa"] [data-show=dawn]').click();
    await rule('no_jackpot');
    await expect(player.locator('.meter-off')).toContainText('No jackpot bets');
    await call(desk, 'open');
    await expect(player.locator('.felt')).toHaveAttribute('data-phase', 'betting');
    await bet(player.locator('[data-box="3"]'), 'ante');
    await player.locator('[data-box="3"] .spot-progressive').click({ force: true });
    await expect(purse(player)).toHaveText('$1,990'); /* no jackpot bet */
    await rule('jackpot_on');
    await pit.keyboard.press('Escape');
    await pit.locator('[data-jackpot="sentosa"]').click();
    await link('it is mended', 'Report link restored');
    await expect(pit.locator('.pit-jackpot.down')).toHaveCount(0);
    await expect(player.locator('.meter-off')).toHaveCount(0);
    await bet(player.locator('[data-box="3"]'), 'progressive');
    await expect(purse(player)).toHaveText('$1,980');
    await sound_everywhere(pit, 'a jackpot in the pit');
});

test('after_a_jackpot_fault_the_game_goes_on_as_the_house_rules', async ({ staff, another }) => {
    const desk = await staff('Dora', '/desk/dawn');
    const pit = await staff('Petra', '/pit');
    const player = (await another()).page;
    await player.goto('/table/dawn');
    const form = desk.getByRole('dialog');
    const report = async (mode: string, ...boxes: number[]) => {
        await call(desk, 'report');
        await form.locator('[data-kind="after_jackpot_fault"]').click();
        await expect(form.locator('.asks')).toHaveText('Choose how play continues.');
        await form.getByLabel('How does play continue?').selectOption(mode);
        for (const box of boxes) await form.locator('.tick').filter({ hasText: `Position ${box}` }).click();
        await expect(form.locator('.would .decides')).toContainText('shift manager');
        await form.getByRole('button', { name: 'Report it' }).click();
        await expect(desk.locator('.gate-panel')).toContainText('A supervisor confirms or withdraws it');
        await expect(desk.locator('.waiting-report')).toContainText(`then: ${mode.replace('_', ' ')}`);
        await pit.locator('[data-waiting="gate dawn"]').getByRole('button', { name: 'Confirm' }).click();
        await expect(pit.locator('[data-waiting="gate dawn"]')).toHaveCount(0);
    };
    const rule = async (table: string, ruling: string, box?: number) => {
        const sheet = pit.getByRole('dialog');
        await pit.locator(`tr[data-table="${table}"] .row-link`).click();
        await sheet.locator(`[data-ruling="${ruling}"]`).click();
        if (box) await sheet.locator('.tick').filter({ hasText: `Position ${box}` }).click();
        await sheet.locator('.guided').first().getByLabel('Reason').fill('the technician was here');
        await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
        await expect(sheet.locator('.done')).toBeVisible();
        await pit.keyboard.press('Escape');
    };

    /* The book of these tables knows three ways, and the pit can take each of them back. */
    const modes = await desk.evaluate(async () => ((await (await fetch('/api/tables/dawn/desk')).json()) as { modes: string[] }).modes);
    expect(modes).toEqual(['close', 'disable', 'without_jackpot']);
    await report('disable', 5);
    await expect(player.locator('[data-box="5"]')).toContainText('no bets here');
    await rule('dawn', 'enable', 5);
    await expect(player.locator('[data-box="5"]')).not.toContainText('no bets here');

    await call(desk, 'open');
    await bet(player.locator('[data-box="3"]'), 'ante');
    await report('without_jackpot');
    await expect(player.locator('.meter-off')).toContainText('No jackpot bets');
    await expect(pit.locator('tr[data-table="dawn"]')).toContainText('jackpot off');
    await player.locator('[data-box="3"] .spot-progressive').click({ force: true });
    await expect(player.locator('[data-box="3"] .spot-progressive .spot-amount')).toHaveCount(0);
    await rule('dawn', 'jackpot_on');
    await expect(player.locator('.meter-off')).toHaveCount(0);
    await bet(player.locator('[data-box="3"]'), 'progressive');

    await report('close');
    await expect(pit.locator('tr[data-table="dawn"]')).toContainText('closed');
    await call(desk, 'close');
    await scan(desk, '7S7D2C9C8D4H');
    await play_hand(player);
    await call(desk, 'reveal');
    await call(desk, 'settle');
    await expect(player.locator('.result-head')).toContainText('You break even'); /* the Ante won what the jackpot bet lost */
    await expect(desk.locator('[data-call="open"]')).toBeDisabled();
    await rule('dawn', 'reopen_table');
    await expect(desk.locator('[data-call="open"]')).toBeEnabled();
    await expect(pit.locator('.incidents')).toContainText(/rounds after the jackpot system failed/i);

    /* The other book leaves it to a ruling. */
    await desk.goto('/desk/grand');
    await call(desk, 'open');
    await call(desk, 'report');
    await form.locator('[data-kind="after_jackpot_fault"]').click();
    await expect(form.locator('.would')).toContainText('Ruling');
    await form.getByRole('button', { name: 'Report it' }).click();
    await call(desk, 'confirm');
    await pit.locator('[data-waiting="gate grand"]').getByRole('button', { name: 'Issue ruling' }).click();
    await pit.getByRole('dialog').locator('[data-ruling="continue"]').click();
    await pit.getByRole('dialog').getByLabel('Reason').first().fill('play on');
    await pit.getByRole('dialog').getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await expect(pit.locator('[data-waiting="gate grand"]')).toHaveCount(0);
    await rule('grand', 'no_jackpot');
    await player.goto('/table/grand');
    await expect(player.locator('.meter-off')).toContainText('No jackpot bets');
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
    await sound_everywhere(pit, 'a round seen again');
});

test('who_has_no_business_there_is_told_why', async ({ page, opened }) => {
    await page.goto('/pit');
    await expect(page.locator('h2')).toContainText('Sign in first');
    await sound_everywhere(page, 'sign in first');
    await page.goto('/table/grand');
    await expect(page.locator('.purse-sum')).toBeVisible();
    for (const path of ['/pit', '/cage', '/office', '/desk/grand']) {
        await page.goto(path);
        await expect(page.locator('.closed-door'), path).toContainText('is not open to you');
        await expect(page.locator('.closed-door'), path).toContainText(/signed in as Guest \d+, player/);
    }
    await sound_everywhere(page, 'a closed door');
    await sign_in(page, 'Cass', opened.passwords['Cass']);
    await expect(page).toHaveURL(/\/cage$/);
    await expect(page.locator('.console-link')).toHaveText(['Cage']);
    await page.goto('/pit');
    await expect(page.locator('.closed-door')).toContainText('Cass, cashier');
});
