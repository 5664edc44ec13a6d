/* table.ts -- what a person does at a table, for the tests to say in few words.
 *
 * Each test has a server of its own, so that tests do not meet each other's bets. Whatever its
 * pages send and get is held against the schema of the protocol. */
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { start_house, tables } from '../house.mjs';
import { overhear, type Overheard } from './frames.ts';

export const names: Record<string, string> = tables;
export const books = ['mbs', 'rws', 'rws-progressive', 'ca-six-card'];

interface House {
    url: string;
    passwords: Record<string, string>;
    data?: string; /* where its store lies */
    halt: () => Promise<void>;
    signal?: (name: string) => void; /* to its process */
}

interface Fixtures {
    settings: string; /* a file beside serve.yaml */
    opened: House;
    house: string; /* its address */
    heard: Overheard; /* what the page sends and gets */
    another: () => Promise<{ page: Page; heard: Overheard }>; /* somebody else, in a browser of his own */
}

export const real = Boolean(process.env.TREY_PROGRAM);

export const test = base.extend<Fixtures>({
    settings: ['serve.yaml', { option: true }],
    opened: async ({ settings }, use) => {
        const house = await start_house(settings);
        await use(house);
        await house.stop();
    },
    house: async ({ opened }, use) => use(opened.url),
    baseURL: async ({ house }, use) => use(house),
    heard: [async ({ page }, use) => {
        const heard = overhear(page, real);
        await use(heard);
        expect(heard.wrong, 'against docs/protocol.schema.json').toEqual([]);
    }, { auto: true }],
    another: async ({ browser, house, viewport, colorScheme }, use) => {
        const all: { page: Page; heard: Overheard }[] = [];
        await use(async () => {
            const context = await browser.newContext({ baseURL: house, viewport, colorScheme, reducedMotion: 'reduce' });
            const page = await context.newPage();
            const one = { page, heard: overhear(page, real) };
            all.push(one);
            return one;
        });
        for (const { page, heard } of all) {
            expect(heard.wrong, 'against docs/protocol.schema.json').toEqual([]);
            await page.context().close();
        }
    },
});
export { expect };

/* The box that asks a newcomer in, once the house's own players have taken theirs. */
export async function free_box(page: Page, bots = 2): Promise<Locator> {
    const spot = page.locator('.spot.invites');
    await expect(spot).toBeVisible();
    await expect(page.locator('.plate:not(.free, .empty)').nth(bots - 1)).toBeVisible();
    await page.waitForTimeout(200);
    const seat = await spot.getAttribute('data-seat');
    return page.locator(`[data-box="${seat}"]`);
}

export async function sit_down(page: Page, book: string): Promise<Locator> {
    await page.goto(`/table/${names[book]}`);
    return free_box(page, real && book === 'ca-six-card' ? 3 : 2); /* as serve.yaml has them */
}

export async function bet(box: Locator, wager: string): Promise<void> {
    const spot = box.locator(`.spot-${wager}`);
    await spot.click();
    await expect(spot.locator('.spot-amount')).toBeVisible();
}

/* Ends the betting: by the button where the house has one, else by waiting. */
export async function deal(page: Page): Promise<void> {
    const button = page.getByRole('button', { name: 'Deal', exact: true });
    const moves = page.locator('.moves');
    await expect(button.or(moves).first()).toBeVisible({ timeout: 25_000 });
    if (!(await button.isVisible())) return;
    await button.click();
    await expect(moves).toBeVisible({ timeout: 25_000 });
}

/* Moves that have just come up take no press for a moment. */
export async function settled(page: Page): Promise<void> {
    await expect(page.locator('.moves [data-move=fold][aria-disabled=true]')).toHaveCount(0);
}

export async function play_on(page: Page): Promise<void> {
    const play = page.getByRole('button', { name: /^Play \$/ });
    await expect(play.first()).toBeVisible(); /* where decisions come in turn, others may be first */
    while (await play.count() > 0) {
        const title = await page.locator('.dock-say').textContent();
        await play.first().click();
        await expect(page.locator('.dock-say').filter({ hasText: title ?? '' })).toHaveCount(0);
    }
}

export async function result(page: Page): Promise<Locator> {
    const head = page.locator('.result-head');
    await expect(head).toBeVisible({ timeout: 25_000 });
    return head;
}
