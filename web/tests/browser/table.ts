/* table.ts -- what a person does at a table, for the tests to say in few words.
 *
 * Each test has a server of its own, so that tests do not meet each other's bets. Whatever its
 * pages send and get is held against the schema of the protocol.
 *
 * No verdict depends on how fast the machine is. The houses of tests have clocks that do not run out
 * (quick.yaml has them where that is the matter); what takes time in a page is played with its clock
 * stopped (`stop_time`); that nothing was sent is asserted behind something that was; and what goes away
 * again, as notes do, is kept (`notes`). */
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

/* Notes go away after some seconds: the page keeps what they said. */
function keep_notes(): void {
    const notes: string[] = [];
    (window as unknown as { notes: string[] }).notes = notes;
    const look = () => {
        for (const one of document.querySelectorAll('.toast')) {
            const text = one.textContent ?? '';
            if (!notes.includes(text)) notes.push(text);
        }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
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
        await page.addInitScript(keep_notes);
        await use(heard);
        expect(heard.wrong, 'against docs/protocol.schema.json').toEqual([]);
    }, { auto: true }],
    another: async ({ browser, house, viewport, colorScheme }, use) => {
        const all: { page: Page; heard: Overheard }[] = [];
        await use(async () => {
            const context = await browser.newContext({ baseURL: house, viewport, colorScheme, reducedMotion: 'reduce' });
            const page = await context.newPage();
            const one = { page, heard: overhear(page, real) };
            await page.addInitScript(keep_notes);
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

/* Waits for a note, whether it is still there or not. */
export async function noted(page: Page, text: string): Promise<void> {
    const notes = () => page.evaluate(() => (window as unknown as { notes: string[] }).notes.join('\n'));
    await expect.poll(notes).toContain(text);
}

/* What was sent of a kind. A message that goes out again on a new connection is the same message. */
export function sent(heard: Overheard, ...kinds: string[]): Overheard['sent'] {
    const all = heard.sent.filter((one) => kinds.includes(String(one.do)));
    return all.filter((one, i) => all.findIndex((other) => other['id'] === one['id']) === i);
}

/* Waits until so many have gone out. What went before them has been heard then. */
export async function sent_count(heard: Overheard, count: number, ...kinds: string[]): Promise<void> {
    await expect.poll(() => sent(heard, ...kinds).length).toBe(count);
}

/* From here on the page's time passes only by `page.clock.runFor`; `page.clock.install` comes before the page
 * is opened. Frames come as ever. */
export async function stop_time(page: Page): Promise<void> {
    await page.clock.pauseAt(await page.evaluate(() => Date.now()) + 1000);
}

/* How many players of its own the house of serve.yaml has at a table. */
const bots_at = (book: string) => (real && book === 'ca-six-card' ? 3 : 2);

/* The box that asks a newcomer in, once the house's own players have taken theirs. */
export async function free_box(page: Page, bots = 2): Promise<Locator> {
    await expect(page.locator('.felt')).toHaveAttribute('data-seated', new RegExp(`^[${bots}-9]$`));
    const spot = page.locator('.spot.invites');
    await expect(spot).toBeVisible();
    const seat = await spot.getAttribute('data-seat');
    return page.locator(`[data-box="${seat}"]`);
}

export async function sit_down(page: Page, book: string): Promise<Locator> {
    await page.goto(`/table/${names[book]}`);
    return free_box(page, bots_at(book));
}

export async function bet(box: Locator, wager: string): Promise<void> {
    const spot = box.locator(`.spot-${wager}`);
    await spot.click();
    await expect(spot.locator('.spot-amount')).toBeVisible();
}

export async function press_deal(page: Page): Promise<void> {
    const button = page.getByRole('button', { name: 'Deal', exact: true });
    await button.click();
    await expect(button).toHaveCount(0);
}

/* Ends the betting, and waits for something to decide. */
export async function deal(page: Page): Promise<void> {
    await press_deal(page);
    await expect(page.locator('.moves')).toBeVisible();
}

/* Moves that have just come up take no press for a moment. */
export async function settled(page: Page): Promise<void> {
    await expect(page.locator('.moves [data-move=fold]').first()).toHaveAttribute('aria-disabled', 'false');
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

/* The head of the result. A jackpot that the deal happens to hit is celebrated first. */
export async function result(page: Page): Promise<Locator> {
    const head = page.locator('.result-head');
    await expect(head).toBeVisible();
    const back = page.locator('.celebration').getByRole('button', { name: 'Back to the table' });
    if (await back.count() > 0) await back.click();
    return head;
}

/* Goes on from a result. Whoever is offered the bank passes. */
export async function next_round(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Next round', exact: true }).click();
    await expect(page.locator('.result-head')).toHaveCount(0);
}
