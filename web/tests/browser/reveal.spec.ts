/* reveal.spec.ts -- nothing is named, and nothing is paid, before the cards that decide it can be seen. Times are
 * those that the style sheets give, so no machine is too slow for them. */
import type { Locator, Page } from '@playwright/test';
import { call, expect, put_up, test } from './consoles.ts';
import { bet, real } from './table.ts';

test.use({ settings: 'staffed.yaml', contextOptions: { reducedMotion: 'no-preference' } });
test.skip(!real, 'the stand-in deals by itself');

interface Moves { name: string; fill: string; begins: number; ends: number; turn_ends: number }

/* In milliseconds from the frame that brings it. */
const moves = (what: Locator): Promise<Moves[]> => what.evaluateAll((all) => all.map((one) => {
    const ms = (text: string) => Math.max(...text.split(',').map((part) => parseFloat(part) * (part.trim().endsWith('ms') ? 1 : 1000)));
    const own = getComputedStyle(one), turn = one.querySelector('.card-turn');
    const turned = turn ? getComputedStyle(turn) : null;
    return {
        name: own.animationName, fill: own.animationFillMode, begins: ms(own.animationDelay), ends: ms(own.animationDelay) + ms(own.animationDuration),
        turn_ends: turned ? ms(turned.transitionDelay) + ms(turned.transitionDuration) : 0,
    };
}));
const last = (all: readonly number[]) => Math.max(...all);

/* Hidden at first, and shown when the others have ended. */
async function shown_after(what: Locator, end: number): Promise<void> {
    const [one] = await moves(what);
    expect(one).toMatchObject({ name: 'after_the_cards', fill: 'backwards' });
    expect(one?.begins).toBeGreaterThanOrEqual(end);
}

async function five_hands(page: Page, other: Page, desk: Page): Promise<void> {
    await call(desk, 'open');
    await put_up(other, 'mbs', 1, 'ante');
    for (const seat of [2, 3, 4]) await bet(other.locator(`[data-box="${seat}"]`), 'ante');
    await put_up(page, 'mbs', 5, 'ante');
    await call(desk, 'close');
    await call(desk, 'deal');
    await expect(page.locator('[data-box="5"] .card.up')).toHaveCount(3);
}

test('a_hand_is_named_when_its_cards_lie_there_and_paid_when_the_dealer_has_turned', async ({ page, staff, another }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const desk = await staff('Dora', '/desk/mbs');
    const other = (await another()).page;
    await five_hands(page, other, desk);
    const own = await moves(page.locator('[data-box="5"] .card'));
    const landed = last(own.map((one) => one.ends));
    /* One after the other, the own hand behind the four before it. */
    expect(new Set(own.map((one) => one.begins)).size).toBe(3);
    expect(own[0]?.begins).toBeGreaterThan(last((await moves(page.locator('[data-box="4"] .card'))).map((one) => one.begins)));
    await shown_after(page.locator('[data-box="5"] .hand-words > span'), landed);
    await shown_after(page.locator('.dock-hand'), landed);
    /* The moves do not change under a finger: what they are, they are from the first. */
    await expect(page.locator('.moves [data-move]')).toHaveCount(2);

    await page.locator('[data-move=play]').click();
    for (let i = 0; i < 4; i++) await other.locator('[data-move=fold]').click();
    await call(desk, 'reveal');
    await expect(page.locator('.dealer .card.up')).toHaveCount(3);
    const turned = await moves(page.locator('.dealer .card'));
    expect(new Set(turned.map((one) => one.turn_ends)).size).toBe(3);
    for (const words of await page.locator('.dealer-said > *').all()) await shown_after(words, last(turned.map((one) => one.turn_ends)));
    await expect(page.locator('.stack.paid')).toHaveCount(0);
});

test('whoever_wants_no_motion_sees_everything_at_once', async ({ page, staff, another }) => {
    const desk = await staff('Dora', '/desk/mbs');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await five_hands(page, (await another()).page, desk);
    for (const what of ['[data-box="5"] .card', '[data-box="5"] .hand-words > span', '.dock-hand']) {
        for (const one of await moves(page.locator(what))) expect(one.name, what).toBe('none');
    }
});
