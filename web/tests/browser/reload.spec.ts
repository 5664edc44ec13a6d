/* reload.spec.ts -- a page that is loaded again shows the same table, whatever the phase; and
 * two people at one table see each other, but not each other's cards. */
import type { Page } from '@playwright/test';
import { cards_in, type Overheard } from './frames.ts';
import { bet, deal, expect, free_box, names, play_on, press_deal, result, sit_down, test } from './table.ts';

async function again(page: Page): Promise<void> {
    await page.reload();
    await expect(page.locator('.felt')).toBeVisible();
}

test('a_reload_in_every_phase_loses_nothing', async ({ page }) => {
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    const seat = await box.getAttribute('data-box');
    const ante = page.locator(`[data-box="${seat}"] .spot-ante .spot-amount`);
    const staked = await ante.textContent();
    await again(page);
    await expect(ante).toHaveText(staked ?? '');
    await deal(page);
    const up = page.locator(`[data-box="${seat}"] .card.up .card-type`);
    await expect(up).toHaveCount(3);
    const cards = await up.allTextContents();
    await again(page);
    await expect(up).toHaveCount(3);
    expect(await up.allTextContents()).toEqual(cards);
    await expect(page.locator('.dealer .card.up')).toHaveCount(0);
    await play_on(page);
    const head = await (await result(page)).textContent();
    await again(page);
    await expect(page.locator('.result-head')).toHaveText(head ?? '');
});

/* The frames that a page got before the hands were opened. */
function before_settlement(heard: Overheard): unknown[] {
    const over = heard.got.findIndex((frame) => frame.is === 'table' && (frame['view'] as { settlement?: unknown }).settlement);
    expect(over).toBeGreaterThan(0);
    return heard.got.slice(0, over);
}

test('two_people_see_each_other_and_only_their_own_cards', async ({ page, heard, another }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    const first = await box.getAttribute('data-box');
    const friend = await another();
    const other = friend.page;
    await other.goto(`/table/${names['rws']}`);
    const theirs = await free_box(other);
    await bet(theirs, 'ante');
    const second = await theirs.getAttribute('data-box');
    expect(second).not.toBe(first);
    await expect(page.locator(`[data-box="${second}"] .spot-ante .spot-amount`)).toBeVisible();
    for (const one of [page, other]) {
        await press_deal(one);
    }
    for (const [one, own] of [[page, first], [other, second]] as const) {
        await expect(one.locator(`[data-box="${own}"] .card.up`)).toHaveCount(3);
    }
    /* Not one of the others' cards is on the wire: only three have been named to each. */
    const own = [...new Set(heard.got.flatMap(cards_in))];
    const others = [...new Set(friend.heard.got.flatMap(cards_in))];
    expect(own).toHaveLength(3);
    expect(others).toHaveLength(3);
    expect(own.filter((card) => others.includes(card))).toEqual([]);
    for (const [one, foreign] of [[page, second], [other, first]] as const) {
        await expect(one.locator(`[data-box="${foreign}"] .card`)).toHaveCount(3);
        await expect(one.locator(`[data-box="${foreign}"] .card.up`)).toHaveCount(0);
        await expect(one.locator('.dealer .card.up')).toHaveCount(0);
    }
    await play_on(page);
    await play_on(other);
    await result(other);
    await result(page);
    await expect(page.locator(`[data-box="${second}"] .card.up`)).toHaveCount(3);
    /* Until the settlement the dealer's three have come to them, and nothing else. */
    for (const [one, mine, theirs] of [[heard, own, others], [friend.heard, others, own]] as const) {
        const seen = new Set(before_settlement(one).flatMap(cards_in));
        expect([...seen].filter((card) => theirs.includes(card))).toEqual([]);
        expect([...seen].filter((card) => !mine.includes(card))).toHaveLength(3);
    }
});

test('a_lost_connection_is_said_and_mended', async ({ page }) => {
    await page.addInitScript(() => {
        const Real = window.WebSocket;
        (window as unknown as { sockets: WebSocket[] }).sockets = [];
        window.WebSocket = class extends Real {
            constructor(url: string | URL, protocols?: string | string[]) {
                super(url, protocols);
                (window as unknown as { sockets: WebSocket[] }).sockets.push(this);
            }
        };
    });
    const box = await sit_down(page, 'mbs');
    await page.route('**/api/ticket', (route) => route.abort());
    await page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.forEach((one) => one.close()));
    await expect(page.locator('.banner')).toBeVisible();
    await box.locator('.spot-ante').click();
    await expect(page.locator('.banner')).toContainText('sent again');
    await page.unroute('**/api/ticket');
    await expect(page.locator('.banner')).toHaveCount(0);
    await expect(box.locator('.spot-ante .spot-amount')).toBeVisible();
});

test('a_bet_whose_answer_is_lost_is_sent_again_and_lies_there_once', async ({ page }) => {
    let bet_id: string | null = null;
    let again = false;
    await page.routeWebSocket(/\/socket/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
            const message = JSON.parse(String(text)) as { id: string; do: string };
            if (message.do === 'bet') bet_id ??= message.id;
            server.send(text);
        });
        server.onMessage((text) => {
            const frame = JSON.parse(String(text)) as { is: string; id?: string; again?: boolean };
            if (frame.is === 'answer' && frame.id === bet_id && !again) {
                if (!frame.again) return void socket.close();
                again = true;
            }
            socket.send(text);
        });
    });
    const box = await sit_down(page, 'rws');
    const chip = await page.locator('.rack-chip[aria-checked=true] .chip-value').textContent();
    await box.locator('.spot-ante').click();
    await expect.poll(() => again).toBe(true);
    await expect(page.locator('.banner')).toHaveCount(0);
    await expect(box.locator('.spot-ante .spot-amount')).toHaveText(`$${chip}`);
});
