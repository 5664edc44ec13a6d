/* consoles.ts -- what people of the house do at their consoles, for the tests to say in few words. */
import type { Locator, Page } from '@playwright/test';
import type { Overheard } from './frames.ts';
import { bet, expect, test as base } from './table.ts';

type Somebody = { page: Page; heard: Overheard };

interface Fixtures {
    staff: (name: string, path: string) => Promise<Page>; /* in a browser of his own, at his console */
    guest: (table: string, seat: number, ...wagers: string[]) => Promise<Page>;
}

/* Signs in as anybody does, and lands at his console; or at the door of one, and goes in. */
export async function sign_in(page: Page, name: string, password: string | undefined, path = '/account'): Promise<void> {
    await page.goto(path);
    const form = page.locator('form').filter({ hasText: 'Sign in' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password').fill(password ?? '');
    await form.getByRole('button').click();
    await expect(page.locator('.console')).toBeVisible();
    await expect(page.locator('.badge')).toContainText(name);
}

/* The same without the form, which other tests fill in. */
async function come_in(page: Page, house: { url: string; passwords: Record<string, string> }, name: string, path: string): Promise<void> {
    const said = await page.request.post('/api/sign-in', {
        headers: { 'X-Trey': '1', Origin: house.url }, data: { name, password: house.passwords[name] ?? '' },
    });
    expect(said.ok(), `${name} signs in`).toBe(true);
    await page.goto(path);
    await expect(page.locator('.console')).toBeVisible();
    await expect(page.locator('.badge')).toContainText(name);
}

const ears = new WeakMap<Page, Overheard>();

/* What a page of somebody else has sent and got, and what of it broke the protocol. */
export const heard_of = (page: Page): Overheard => ears.get(page) as Overheard;

export const test = base.extend<Fixtures>({
    staff: async ({ another, opened }, use) => {
        await use(async (name, path) => {
            const { page, heard }: Somebody = await another();
            ears.set(page, heard);
            await come_in(page, opened, name, path);
            return page;
        });
    },
    guest: async ({ another }, use) => {
        await use(async (table, seat, ...wagers) => {
            const { page }: Somebody = await another();
            await put_up(page, table, seat, ...wagers);
            return page;
        });
    },
});
export { expect };

export async function put_up(page: Page, table: string, seat: number, ...wagers: string[]): Promise<void> {
    await page.goto(`/table/${table}`);
    for (const wager of wagers) await bet(page.locator(`[data-box="${seat}"]`), wager);
}

export const purse = (page: Page): Locator => page.locator('.purse-sum');
export const play_hand = (page: Page): Promise<void> => page.getByRole('button', { name: /^Play \$/ }).click();

/* A call by its key, once the house would take it. */
export async function call(desk: Page, what: string): Promise<void> {
    const button = desk.locator(`[data-call="${what}"]`);
    await expect(button).toBeEnabled();
    const letter = await button.locator('kbd').textContent();
    await desk.keyboard.press((letter ?? '').toLowerCase());
}

/* As a scanner sends them: all at once. */
export async function scan(desk: Page, cards: string): Promise<void> {
    await expect(desk.locator('.entry:not(.idle)')).toBeVisible();
    const already = await desk.locator('.tiny-card').count();
    await desk.keyboard.type(cards);
    await expect(desk.locator('.tiny-card')).toHaveCount(already + (cards.match(/10|[2-9TJQKA](?=[CDHS])/gi) ?? []).length);
}

/* The number under which a guest is known, from his own page. */
export async function number_of(page: Page): Promise<number> {
    return page.evaluate(async () => ((await (await fetch('/api/me')).json()) as { you: { id: number } }).you.id);
}

/* Pays a hit as the pit does: by typing what it is worth. */
export async function confirm_hit(hit: Locator): Promise<void> {
    const value = (await hit.locator('.facts dd').first().locator('.sum').textContent()) ?? '';
    await hit.getByLabel('Type the amount to pay').fill(value.replace(/[$,]/g, ''));
    await hit.getByRole('button', { name: /Confirm the hit|Sign for the hit/ }).click();
}
