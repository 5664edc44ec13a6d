/* layouts.spec.ts -- a round on every shape of screen: what is to be pressed is on the screen, lies on
 * nothing else, and a result has its lines. */
import type { Locator, Page } from '@playwright/test';
import { call, expect, scan, test } from './consoles.ts';
import { bet, deal, real, result, settled, sit_down } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');

const shapes = { sideways: [844, 390], zoomed: [720, 450], narrow: [390, 844], small: [360, 640], tablet: [1024, 768], wide: [1440, 900] } as const;

/* Whole on the screen, and on top where it is pressed. */
async function in_sight(page: Page, what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    const seen = await what.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return { inside: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1, top: element === top || element.contains(top) || (top?.contains(element) ?? false) };
    });
    expect(seen, String(await what.getAttribute('class'))).toEqual({ inside: true, top: true });
}

async function apart(one: Locator, other: Locator): Promise<void> {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) throw new Error('not on the page');
    const over = a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
    expect(over, 'they lie on each other').toBe(false);
}

/* A result takes room from the felt; the hand and its bets stay whole, and clear of the other positions. */
async function hand_is_clear(page: Page, box: Locator): Promise<void> {
    const hand = box.locator('.hand');
    await in_sight(page, hand);
    await in_sight(page, box.locator('.spots'));
    await apart(hand, page.locator('.dealer .hand'));
    if (await page.locator('.strip').isVisible()) await apart(hand, page.locator('.strip'));
    if (await box.locator('.plate').isVisible()) await in_sight(page, box.locator('.plate'));
}

for (const [shape, [width, height]] of Object.entries(shapes)) {
    for (const book of ['mbs', 'ca-six-card']) {
        test(`a_round_fits_the_screen_${shape}_${book}`, async ({ page }) => {
            await page.setViewportSize({ width, height });
            const box = await sit_down(page, book);
            const invites = page.locator('.spot-ante.open').first();
            const sides = book === 'mbs' ? ['ante', 'pair_plus', 'progressive'] : ['ante', 'pair_plus', 'six_card_bonus'];
            await in_sight(page, invites);
            for (const wager of sides) {
                await in_sight(page, box.locator(`.spot-${wager}`));
                await bet(box, wager);
            }
            /* Every position is on the felt, however long the names of those who sit there; nothing lies on the name of the bank. */
            await page.locator('.boxes .plate').evaluateAll((plates) => {
                for (const one of plates) ((one.querySelector('.plate-name') ?? one).firstChild as Text).data = 'Bartholomew Featherstonehaugh IV';
            });
            const felt = await page.locator('.felt').boundingBox();
            for (const one of await page.locator('.boxes .slot :is(.spots, .plate)').all()) {
                const at = await one.boundingBox();
                expect(at && felt && at.x >= felt.x && at.x + at.width <= felt.x + felt.width, `${await one.getAttribute('class')} is off the felt`).toBe(true);
            }
            if (await page.locator('.bank-amount').count() > 0) await apart(page.locator('.bank-amount'), page.locator('.fair-badge'));
            await in_sight(page, page.getByRole('button', { name: 'Deal', exact: true }));
            await deal(page);
            await settled(page);
            const hand = box.locator('.hand');
            await in_sight(page, hand);
            /* The mark where action starts lies on no card. Positions are tilted, so this is asked of their own layout. */
            for (const mark of await page.locator('.boxes .button-mark').all()) {
                const room = await mark.evaluate((one: HTMLElement) => ((one.parentElement?.querySelector('.box-hand') as HTMLElement).offsetTop) - one.offsetTop - one.offsetHeight);
                expect(room, 'from the mark to the cards').toBeGreaterThanOrEqual(0);
            }
            await in_sight(page, page.locator('.dealer .hand'));
            await apart(hand, page.locator('.dealer .hand'));
            await apart(hand, box.locator('.spots'));
            await in_sight(page, page.locator('[data-move=fold]'));
            await in_sight(page, page.locator('[data-move=play]'));
            await page.locator('[data-move=play]').click();
            await result(page);
            await in_sight(page, page.locator('.result-head'));
            await hand_is_clear(page, box);
            const lines = page.locator('.dock .line');
            for (let i = 0; i < 4; i++) {
                await in_sight(page, lines.nth(i).locator('.line-net'));
                await in_sight(page, lines.nth(i).locator('.line-why'));
            }
            await apart(lines.first().locator('.line-net'), page.locator('.dock .ring'));
            expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        });
    }
}

for (const [shape, [width, height]] of Object.entries(shapes)) {
    test(`a_round_needs_no_pointer_${shape}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await sit_down(page, 'rws');
        await expect(page.locator('.rack-chip').first()).toBeVisible();
        const at = (what: string) => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what);
        const tab_to = async (what: string) => {
            for (let i = 0; i < 60 && !(await at(what)); i++) await page.keyboard.press('Tab');
            const focused = page.locator(`${what}:focus`);
            await expect(focused).toHaveCount(1);
            await in_sight(page, focused);
        };
        await tab_to('.spot');
        await page.keyboard.press('Enter');
        await expect(page.locator('.spot:focus .spot-amount')).toBeVisible();
        await tab_to('.dock-go .press');
        await page.keyboard.press('Enter');
        await settled(page);
        await tab_to('[data-move=play]');
        await page.keyboard.press('Enter');
        await result(page);
        await expect(page.getByRole('button', { name: 'Next round' })).toHaveAttribute('aria-disabled', 'false');
        await tab_to('.dock-next .press');
        await page.keyboard.press('Enter');
        await tab_to('.last-hand');
        await page.keyboard.press('Enter');
        await expect(page.locator('.sheet .line').first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.locator('.sheet')).toHaveCount(0);
    });
}

/* The most lines that one hand has: four bets and the Ante Bonus. */
test.describe('a straight flush', () => {
    test.use({ settings: 'desk.yaml' });
    for (const [shape, [width, height]] of Object.entries(shapes)) {
        test(`five_lines_of_a_result_fit_the_screen_${shape}`, async ({ page, staff }) => {
            const desk = await staff('Dora', '/desk/grand');
            await call(desk, 'open');
            await page.setViewportSize({ width, height });
            await page.goto('/table/grand');
            const invites = page.locator('.spot.invites');
            await expect(invites).toBeVisible();
            const box = page.locator(`[data-box="${await invites.getAttribute('data-seat')}"]`);
            for (const wager of ['ante', 'pair_plus', 'progressive']) await bet(box, wager);
            await call(desk, 'close');
            await scan(desk, '9S8S7S2D4C6H');
            await settled(page);
            await page.locator('[data-move=play]').click();
            await call(desk, 'reveal');
            await call(desk, 'settle');
            await result(page);
            await in_sight(page, page.locator('.result-head'));
            await hand_is_clear(page, box);
            const lines = page.locator('.dock .line');
            await expect(lines).toHaveCount(5);
            for (let i = 0; i < 5; i++) {
                await in_sight(page, lines.nth(i).locator('.line-net'));
                await in_sight(page, lines.nth(i).locator('.line-why'));
            }
        });
    }
});
