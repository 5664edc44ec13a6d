/* two_people.spec.ts -- what one member of staff cannot do alone waits, where it can be seen, for a
 * second; and a player's chips are the player's to hand over. */
import { call, expect, number_of, purse, scan, test } from './consoles.ts';
import { sound_everywhere } from './sound.ts';
import { real } from './table.ts';

test.use({ settings: 'two_people.yaml' });
test.skip(!real, 'the stand-in has no staff');

test('a_void_waits_in_the_pit_until_somebody_else_stands_by_it', async ({ staff, guest }) => {
    const [desk, pit, other] = [await staff('Dora', '/desk/grand'), await staff('Petra', '/pit'), await staff('Sam', '/pit')];
    await call(desk, 'open');
    const player = await guest('grand', 3, 'ante');
    await call(desk, 'close');
    await scan(desk, 'ASKDQS9C8D4H');
    await pit.locator('[data-table="grand"] .row-link').click();
    const sheet = pit.getByRole('dialog');
    await sheet.locator('[data-ruling=void]').click();
    await expect(sheet.locator('.would')).toContainText('somebody else has to stand by it');
    await sheet.locator('.guided').first().getByLabel('Reason').fill('a drink was spilt');
    await sheet.getByRole('button', { name: 'Issue ruling', exact: true }).click();
    await pit.keyboard.press('Escape');
    await expect(pit.locator('.waits-note')).toContainText('takes two people');
    const mine = pit.locator('.waits-second');
    await expect(mine).toContainText('Void the round');
    await expect(mine).toContainText('You asked for it');
    await expect(mine.getByRole('button', { name: 'Stand by it' })).toHaveCount(0);
    const theirs = other.locator('.waits-second');
    await expect(theirs).toContainText('a drink was spilt');
    await expect(theirs).toContainText('Asked for by Petra');
    await sound_everywhere(other, 'the pit with something that waits for a second person');
    await expect(purse(player)).toHaveText('$1,995');
    await theirs.getByRole('button', { name: 'Stand by it' }).click();
    await expect(theirs).toHaveCount(0);
    await expect(mine).toHaveCount(0);
    await expect(purse(player)).toHaveText('$2,000');
});

test('whoever_reports_cannot_confirm', async ({ staff, guest }) => {
    const [desk, pit] = [await staff('Dora', '/desk/grand'), await staff('Sam', '/pit')];
    await call(desk, 'open');
    await guest('grand', 3, 'ante');
    await call(desk, 'close');
    await scan(desk, 'ASKDQS9C8D4H');
    await call(desk, 'report');
    const form = desk.getByRole('dialog');
    await form.locator('[data-kind=interruption]').click();
    await form.getByRole('button', { name: 'Report it' }).click();
    await expect(desk.locator('.waiting-report')).toContainText('whoever reported it can neither confirm nor drop it');
    await expect(desk.locator('[data-call=confirm]')).toHaveCount(0);
    await expect(desk.locator('[data-call=drop]')).toHaveCount(0);
    await pit.locator('.waits-gate').getByRole('button', { name: 'Withdraw' }).click();
    await expect(desk.locator('.waiting-report')).toHaveCount(0);
});

test('much_cash_takes_two_at_the_cage', async ({ staff, another }) => {
    const { page } = await another();
    await page.goto('/table/grand');
    await expect(purse(page)).toHaveText('$2,000');
    const [cage, other] = [await staff('Cass', '/cage'), await staff('Carl', '/cage')];
    const number = String(await number_of(page));
    await cage.getByLabel('Patron').fill(number);
    await cage.locator('.found-one').first().click();
    await cage.locator('.person .pick').getByText('Cash out').click();
    await cage.locator('.person').getByLabel('Amount').fill('1500');
    await cage.locator('.person').getByRole('button', { name: 'Cash out', exact: true }).click();
    await expect(cage.locator('.waits-second')).toContainText('Cash out $1,500');
    await expect(cage.locator('.person .done')).toHaveCount(0);
    await expect(purse(page)).toHaveText('$2,000');
    await sound_everywhere(other, 'the cage with something that waits for a second person');
    await other.locator('.waits-second').getByRole('button', { name: 'Stand by it' }).click();
    await expect(purse(page)).toHaveText('$500');
    await expect(cage.locator('.waits-second')).toHaveCount(0);
    await expect(cage.locator('.movements tbody tr').first()).toContainText('with Carl');
});

test('a_player_hands_the_purse_over_and_takes_it_back', async ({ staff, another }) => {
    const desk = await staff('Dora', '/desk/grand');
    const { page } = await another();
    await page.goto('/table/grand');
    await page.getByRole('button', { name: 'Sit here, position 2' }).click();
    await call(desk, 'open');
    const hand_over = page.getByRole('button', { name: 'Dealer bets for me' });
    await expect(hand_over).toHaveAttribute('aria-pressed', 'false');
    await hand_over.click();
    await expect(hand_over).toHaveAttribute('aria-pressed', 'true');
    await sound_everywhere(page, 'a table where the dealer may bet for me');
    await hand_over.click();
    await expect(hand_over).toHaveAttribute('aria-pressed', 'false');
});
