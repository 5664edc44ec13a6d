/* decisions.spec.ts -- every move, bets by tap, key and drag, and the coach. */
import { call, expect, put_up, test } from './consoles.ts';
import { bet, deal, next_round, play_on, real, result, sent, sent_count, settled, sit_down } from './table.ts';

test('a_fold_loses_the_ante_and_says_so', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    await expect(await result(page)).toContainText('You lose');
    await expect(page.locator('.dock .line').first()).toContainText('folded');
});

test.describe('a person deals', () => {
    test.use({ settings: 'staffed.yaml' });
    test.skip(!real, 'the stand-in deals by itself');
    test('pair_plus_alone_goes_on_without_play', async ({ page, heard, staff }) => {
        const desk = await staff('Dora', '/desk/mbs');
        await call(desk, 'open');
        await put_up(page, 'mbs', 3, 'pair_plus');
        await call(desk, 'close');
        await call(desk, 'deal');
        await expect(page.locator('.dock-say')).toContainText('Pair Plus stays in play');
        await expect(page.getByRole('button', { name: /^Play \$/ })).toHaveCount(0);
        await page.getByRole('button', { name: 'Continue' }).click();
        await sent_count(heard, 1, 'continue');
        await call(desk, 'reveal');
        await call(desk, 'settle');
        await result(page);
        await expect(page.locator('.dock .line')).toHaveCount(1);
    });
});

test('bets_are_undone_cleared_doubled_and_repeated', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    const amount = box.locator('.spot-ante .spot-amount');
    await bet(box, 'ante');
    const once = await amount.textContent();
    await page.getByRole('button', { name: 'Double' }).click();
    await expect(amount).not.toHaveText(once ?? '');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(amount).toHaveText(once ?? '');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(amount).toHaveCount(0);
    await bet(box, 'ante');
    await bet(box, 'pair_plus');
    await deal(page);
    await play_on(page);
    await result(page);
    await next_round(page);
    await page.getByRole('button', { name: /^Rebet/ }).click();
    await expect(amount).toHaveText(once ?? '');
    await expect(box.locator('.spot-pair_plus .spot-amount')).toBeVisible();
});

test('a_round_is_played_by_keys_alone', async ({ page }) => {
    await sit_down(page, 'mbs');
    await expect(page.locator('.rack-chip').first()).toBeVisible();
    for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(() => document.activeElement?.classList.contains('spot') ?? false)) break;
    }
    const focused = page.locator('.spot:focus');
    await expect(focused).toHaveCount(1);
    await expect(focused).toHaveAttribute('data-wager', 'ante');
    const box = page.locator(`[data-box="${await focused.getAttribute('data-seat')}"]`);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    const amount = focused.locator('.spot-amount');
    await expect(amount).toBeVisible();
    const once = await amount.textContent();
    await page.keyboard.press('d');
    await expect(amount).not.toHaveText(once ?? '');
    await page.keyboard.press('u');
    await expect(amount).toHaveText(once ?? '');
    await page.keyboard.press('c');
    await expect(amount).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(amount).toHaveText(once ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveAttribute('data-wager', 'play');
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveAttribute('data-wager', 'pair_plus');
    await page.keyboard.press('Enter');
    await expect(focused.locator('.spot-amount')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(focused.locator('.spot-amount')).toHaveCount(0);
    await page.keyboard.press('g');
    await settled(page);
    await page.keyboard.press('p');
    await result(page);
    await expect(page.locator('.dock .line-wager').filter({ hasText: 'Play' })).toHaveCount(1);
    /* And the same bets once more. */
    await expect(page.getByRole('button', { name: 'Next round' })).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('g');
    await expect(page.getByRole('button', { name: /^Rebet/ })).toBeEnabled();
    await page.keyboard.press('r');
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText(once ?? '');
});

for (const [shape, viewport] of Object.entries({ wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 }, sideways: { width: 844, height: 390 } })) {
    for (const book of ['mbs', 'ca-six-card']) {
        test(`arrows_go_round_the_positions_and_bet_nothing_${shape}_${book}`, async ({ page, heard }) => {
            await page.setViewportSize(viewport);
            const box = await sit_down(page, book);
            const count = await page.locator('.felt').evaluate((felt) => Number(felt.style.getPropertyValue('--boxes')));
            const banks = heard.got.map((frame) => (frame as { view?: { bank?: { seat: number | null } | null } }).view?.bank).filter((one) => one);
            const bank = banks[banks.length - 1]?.seat ?? 0; /* nobody bets there */
            expect(bank > 0).toBe(book === 'ca-six-card');
            const start = Number(await box.getAttribute('data-box'));
            await box.locator('.spot-ante').focus();
            const at = () => page.evaluate(() => {
                const { seat, wager } = (document.activeElement as HTMLElement).dataset;
                return { seat: Number(seat), wager };
            });
            const walk = async (key: string, turns: number) => {
                const seen: number[] = [];
                for (let i = 0; i < turns; i++) {
                    const before = await at();
                    await page.keyboard.press(key);
                    await expect.poll(async () => { const { seat } = await at(); return seat > 0 && seat !== before.seat; }).toBe(true);
                    const now = await at();
                    expect(now.wager).toBe('ante');
                    await expect(page.locator('.spot:focus')).toBeInViewport({ ratio: 0.9 });
                    seen.push(now.seat);
                }
                return seen;
            };
            const ring = Array.from({ length: count }, (_, i) => ((start + i) % count) + 1).filter((seat) => seat !== bank);
            expect(await walk('ArrowRight', ring.length)).toEqual(ring);
            expect(await walk('ArrowLeft', ring.length)).toEqual([...ring.slice(0, -1).reverse(), start]);
            /* Up from the first circle is the last one of the same position. */
            await page.keyboard.press('ArrowUp');
            await expect.poll(at).toEqual({ seat: start, wager: book === 'mbs' ? 'progressive' : 'six_card_bonus' });
            await page.keyboard.press('ArrowDown');
            await expect.poll(at).toEqual({ seat: start, wager: 'ante' });
            /* Only one circle is a stop of the tab key, wherever the arrows have led. */
            await expect(page.locator('.spot[tabindex="0"]')).toHaveCount(1);
            await page.keyboard.press('Enter');
            await expect(page.locator('.spot:focus .spot-amount')).toBeVisible();
            expect(sent(heard, 'bet')).toHaveLength(1);
        });
    }
}

test('a_chip_is_dragged_onto_a_circle', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    const from = await page.locator('.rack-chip').nth(1).boundingBox();
    const to = await box.locator('.spot-ante').boundingBox();
    if (!from || !to) throw new Error('no chip, or no circle');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await expect(page.locator('.chip.ghost')).toBeVisible();
    await page.mouse.up();
    await expect(box.locator('.spot-ante .spot-amount')).toBeVisible();
    await expect(page.locator('.chip.ghost')).toHaveCount(0);
});

test('one_player_takes_several_boxes_and_decides_on_each', async ({ page }) => {
    await sit_down(page, 'mbs');
    const open = page.locator('.box:not(.own) .spot-ante.open');
    await open.first().click();
    await expect(page.locator('.box.own')).toHaveCount(1);
    await open.first().click();
    await expect(page.locator('.box.own')).toHaveCount(2);
    await deal(page);
    await expect(page.locator('.box.acting')).toHaveCount(2);
    await expect(page.locator('.box.own .card.up')).toHaveCount(0);
    await page.locator('.box.own .look').first().click();
    await expect(page.locator('.box.own .card.up')).toHaveCount(3);
    await play_on(page);
    await result(page);
    expect(new Set(await page.locator('.dock .line small').allTextContents()).size).toBe(2);
});

test('the_coach_says_what_each_move_is_worth', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await page.getByRole('button', { name: 'Coach' }).click();
    await bet(box, 'ante');
    await deal(page);
    await expect(page.locator('.moves .press small')).toHaveCount(2);
    await expect(page.locator('.moves .press.best')).toHaveCount(1);
    await expect(page.locator('.dock-coach')).toContainText('Basic strategy: play');
});
