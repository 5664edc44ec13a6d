/* trouble.spec.ts -- what happens rarely: a remedy leaves a choice, a ruling is awaited, the
 * table is closed, the bank comes round. Views are changed on their way to the page, so that
 * any server will do. */
import type { Page } from '@playwright/test';
import { bet, deal, expect, names, result, sit_down, test } from './table.ts';

/* Lays `changes` over every full view, and collects what the page sends. */
async function with_view(page: Page, changes: object): Promise<{ do: string; back?: boolean; seat?: number }[]> {
    const sent: { do: string; back?: boolean; seat?: number }[] = [];
    await page.routeWebSocket(/\/socket/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
            sent.push(JSON.parse(String(text)) as { do: string });
            server.send(text);
        });
        server.onMessage((text) => {
            const frame = JSON.parse(String(text)) as { is: string; full?: boolean; view: object };
            if (frame.is !== 'table') return void socket.send(text);
            if (frame.full) socket.send(JSON.stringify({ ...frame, view: { ...frame.view, ...changes } }));
        });
    });
    return sent;
}

test('a_choice_that_a_remedy_leaves_is_two_buttons', async ({ page }) => {
    const sent = await with_view(page, {
        gate: 'options', phase: 'decision', clock: null,
        can: [{ do: 'choose', seat: 2, back: false }, { do: 'choose', seat: 2, back: true }],
    });
    await page.goto(`/table/${names['rws']}`);
    await expect(page.locator('.gate')).toContainText('choice');
    await expect(page.getByRole('button', { name: 'Go on with the hand' })).toBeVisible();
    await page.getByRole('button', { name: 'Take my wagers back' }).click();
    await expect.poll(() => sent.find((one) => one.do === 'choose')).toMatchObject({ seat: 2, back: true });
});

test('a_ruling_that_is_awaited_and_a_closed_table_are_said', async ({ page }) => {
    await with_view(page, { gate: 'ruling', closed: true, can: [] });
    await page.goto(`/table/${names['mbs']}`);
    await expect(page.locator('.gate')).toHaveCount(2);
    await expect(page.locator('.gate').last()).toContainText('ruling');
    await expect(page.locator('.gate').first()).toContainText('closed');
    await expect(page.locator('.spot.open')).toHaveCount(0);
});

test('the_bank_is_offered_with_an_amount_and_can_be_passed', async ({ page }) => {
    const sent = await with_view(page, {
        phase: 'betting', clock: null, can: [{ do: 'bank', seat: 1, least: 1, most: 100_000 }, { do: 'pass' }],
    });
    await page.goto(`/table/${names['ca-six-card']}`);
    await page.getByRole('slider').fill('70000');
    await expect(page.getByRole('button', { name: 'Take the bank with $700' })).toBeVisible();
    await page.getByRole('button', { name: 'Pass' }).click();
    await expect.poll(() => sent.some((one) => one.do === 'pass')).toBe(true);
});

test('a_player_who_takes_the_bank_sees_it_settled', async ({ page }) => {
    test.skip(Boolean(process.env.TREY_PROGRAM), 'there the bank comes round after many rounds only');
    const box = await sit_down(page, 'ca-six-card');
    await bet(box, 'ante');
    await deal(page);
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    await result(page);
    await page.getByRole('button', { name: /^Take the bank/ }).click({ timeout: 15_000 });
    await expect(page.locator('.dealer-name')).toContainText('Bank');
    await expect(await result(page)).toContainText(/You (win|lose|are even)/);
    await expect(page.locator('.result-note')).toContainText('Bank $');
});
