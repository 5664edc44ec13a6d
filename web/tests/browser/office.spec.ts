/* office.spec.ts -- figures of the house: on screen and as CSV, a shift that is closed and reconciled
 * with `trey verify` on the same store. */
import { execFileSync } from 'node:child_process';
import { call, expect, play_hand, scan, test } from './consoles.ts';
import { sound_everywhere } from './sound.ts';
import { bet, real } from './table.ts';

test.use({ settings: 'office.yaml', colorScheme: 'dark' });
test.skip(!real, 'the stand-in makes its figures up');

const trey = (...words: string[]): unknown => JSON.parse(execFileSync(process.env.TREY_PROGRAM as string, words, { encoding: 'utf8' }));

test('a_shift_is_closed_and_its_report_agrees_with_the_verification', async ({ staff, guest, opened }) => {
    const desk = await staff('Dora', '/office'); /* figures are for shift managers and auditors */
    await expect(desk.locator('.closed-door')).toContainText('Dora, dealer');
    await desk.goto('/desk/grand');
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante', 'pair_plus');
    await call(desk, 'close');
    await scan(desk, 'QSKH10D9C8D4H');
    await expect(desk.locator('.entry-label')).toContainText('No card is due');
    await desk.keyboard.type('2c');
    await expect(desk.locator('.entry .refused')).toBeVisible();
    await play_hand(player);
    await call(desk, 'reveal');
    await call(desk, 'settle');
    await expect(desk.locator('[data-call="open"]')).toBeEnabled();

    /* Ante 5, Play 5 and Pair Plus 5 were staked; the house paid 5 and took 5. */
    const office = await staff('Petra', '/office');
    const row = office.locator('.office-tables tr[data-name="grand"]');
    await expect(row.locator('td').nth(0)).toHaveText('1');
    await expect(row.locator('td').nth(3)).toHaveText('$15.00');
    await expect(row.locator('td').nth(4)).toHaveText('$0.00');
    await expect(office.locator('.plot svg').first()).toBeVisible();
    await sound_everywhere(office, 'office');
    const csv = await office.evaluate(async () => (await fetch('/api/report/tables.csv')).text());
    expect(csv.split(/\r?\n/)[0]).toContain('table');
    expect(csv).toContain('grand');
    const [file] = await Promise.all([office.waitForEvent('download'), office.locator('.csv').first().click()]);
    expect(file.suggestedFilename()).toMatch(/tables.*\.csv$/);

    /* An auditor reads, and closes nothing. */
    const auditor = await staff('Audrey', '/office');
    await expect(auditor.locator('.tiles')).toBeVisible();
    await auditor.getByRole('button', { name: 'Close the shift' }).click();
    await auditor.getByRole('button', { name: 'Close shift' }).click();
    await expect(auditor.locator('.refused')).toHaveAttribute('data-reason', 'role_too_low');

    await office.getByRole('button', { name: 'Close the shift' }).click();
    await office.getByLabel('Note').fill('all quiet');
    await office.getByRole('button', { name: 'Close shift' }).click();
    await expect(office).toHaveURL(/\/office\/shift\/1$/);
    await expect(office.locator('.paper')).toContainText('closed by Petra');
    await expect(office.locator('.paper')).toContainText('all quiet');
    await expect(office.locator('.paper .incident-refused')).toContainText(['Audrey', 'no cards can be dealt now']);
    await sound_everywhere(office, 'a shift on paper');
    const root = await office.locator('[data-root]').getAttribute('data-root');
    const seq = await office.locator('[data-seq]').getAttribute('data-seq');
    await office.emulateMedia({ media: 'print' });
    await expect(office.locator('.head')).toBeHidden();
    await office.emulateMedia({ media: 'screen' });

    /* A later round changes nothing of it. */
    await call(desk, 'open');
    await expect(player.locator('.felt')).toHaveAttribute('data-phase', 'betting');
    await bet(player.locator('[data-box="3"]'), 'ante');
    await bet(player.locator('[data-box="3"]'), 'progressive');
    await call(desk, 'close');
    await scan(desk, 'ASKSQS9C8D4H');
    await play_hand(player);
    await call(desk, 'reveal');
    await call(desk, 'settle');
    await expect(desk.locator('[data-call="open"]')).toBeEnabled();
    await office.reload();
    await expect(office.locator('[data-root]')).toHaveAttribute('data-root', root ?? '');
    await expect(office.locator('.paper .office-tables tr[data-name="grand"] td').nth(0)).toHaveText('1');

    /* A hit does not hide the rest: what leaves the scale is marked, and the other wagers are told apart. Ante
     * and Ante Bonus were paid 30, of 10 that were staked. */
    await office.goto('/office');
    await expect(office.locator('.apart')).toContainText('1 jackpot hit in this time: $12,346.00.');
    await expect(office.locator('.apart')).toContainText('All other wagers: win −$30.00');
    await expect(office.locator('.apart')).toContainText('handle $10.00, hold −300.00%');
    await expect(office.locator('text.off-scale')).toHaveText('−$12,371.00, off the scale');
    await expect(office.locator('[data-table="grand"][data-off="-1"] circle.base')).toBeVisible();
    await sound_everywhere(office, 'office after a hit');

    await opened.halt();
    const verified = trey('verify', `${opened.data}/trey.db`, '--json') as { verdict: string; shifts: object[] };
    expect(verified.verdict).toBe('good');
    expect(verified.shifts).toEqual([{ number: 1, record: Number(seq), root }]);
    const figures = trey('report', `${opened.data}/trey.db`, '--shift', '1', '--json') as { report: object };
    expect(figures.report).toMatchObject({ seq: Number(seq), root, total: { handle: 1500, win: 0 } });
});
