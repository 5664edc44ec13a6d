/* trouble.spec.ts -- what happens rarely: a remedy leaves a choice, a ruling is awaited, the
 * table is closed. Views are changed on their way to the page, so that any server will do. */
import type { Page } from '@playwright/test';
import { expect, names, test } from './table.ts';

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
    await expect(page.getByRole('button', { name: 'Keep playing the hand' })).toBeVisible();
    await page.getByRole('button', { name: 'Take my bets back' }).click();
    await expect.poll(() => sent.find((one) => one.do === 'choose')).toMatchObject({ seat: 2, back: true });
});

test('a_ruling_that_is_awaited_and_a_closed_table_are_said', async ({ page }) => {
    await with_view(page, { gate: 'ruling', closed: true, can: [] });
    await page.goto(`/table/${names['mbs']}`);
    await expect(page.locator('.gate')).toHaveCount(2);
    await expect(page.locator('.gate').last()).toContainText('ruling');
    await expect(page.locator('.gate').first()).toContainText('closed');
    await expect(page.locator('.spot.open')).toHaveCount(0);
    await expect(page.locator('.dock-say')).toContainText('No rounds are being played here');
});

test('while_a_correction_is_due_nothing_can_be_decided', async ({ page }) => {
    const sent = await with_view(page, {
        gate: 'mending', phase: 'decision', clock: null,
        can: [{ do: 'view', seat: 2 }, { do: 'play', seat: 2, amount: 500 }, { do: 'fold', seat: 2, loses: ['ante'] }],
    });
    await page.goto(`/table/${names['mbs']}`);
    await expect(page.locator('.gate')).toContainText('The deal is being corrected');
    await expect(page.locator('.dock-say')).toContainText('The deal is being corrected');
    await expect(page.locator('[data-move]')).toHaveCount(0);
    await page.keyboard.press('p');
    await page.keyboard.press('f');
    /* Whoever goes away says so; what was sent before has been heard then. */
    await page.locator('.head a[href="/"]').first().click();
    await expect.poll(() => sent.some((one) => one.do === 'unwatch')).toBe(true);
    expect(sent.filter((one) => ['play', 'fold', 'view'].includes(one.do))).toEqual([]);
});
