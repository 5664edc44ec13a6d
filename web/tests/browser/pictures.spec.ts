/* pictures.spec.ts -- the pictures of the cards, and what the page weighs.
 *
 * All pictures are one file, which is fetched while people bet: on a slow network no card is turned
 * without its picture, and on a broken one it can still be read. */
import type { Page } from '@playwright/test';
import { bet, deal, expect, names, play_on, real, result, sit_down, test } from './table.ts';

const pictures = /\/cards-[0-9a-f]+\.svg$/;

/* As a phone at the edge of a network: 400 kbit/s and 400 ms. */
async function slow_down(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
}

/* Counts cards that were turned up when their picture was not there. */
function keep_bare_cards(): void {
    const seen = new Set<Element>();
    (window as unknown as { bare: () => number; turned: () => number }).turned = () => seen.size;
    let bare = 0;
    (window as unknown as { bare: () => number }).bare = () => bare;
    new MutationObserver(() => {
        for (const face of document.querySelectorAll('.card.up .card-face')) {
            if (seen.has(face)) continue;
            seen.add(face);
            if (!face.querySelector('svg path, svg use')) bare++;
        }
    }).observe(document, { childList: true, subtree: true });
}

test('on_a_slow_network_every_card_has_its_picture_when_it_is_turned', async ({ page }) => {
    await page.addInitScript(keep_bare_cards);
    const asked: string[] = [];
    page.on('request', (request) => { if (/cards|\.svg/.test(request.url()) && !request.url().endsWith('icon.svg')) asked.push(request.url()); });
    await slow_down(page);
    const fetched = page.waitForResponse(pictures).then((answer) => answer.finished());
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await fetched; /* the table waits for bets: nothing has been dealt */
    expect(await page.locator('.card').count()).toBe(0);
    await deal(page);
    await play_on(page);
    await result(page);
    await expect(page.locator('.dealer .card.up .card-picture svg')).toHaveCount(3);
    const seen = await page.evaluate(() => {
        const { bare, turned } = window as unknown as { bare: () => number; turned: () => number };
        return { bare: bare(), turned: turned() };
    });
    expect(seen.turned).toBeGreaterThanOrEqual(6);
    expect(seen.bare, 'cards that were turned without a picture').toBe(0);
    /* One file, whatever is dealt: who listens on the line learns nothing about a hand. */
    expect(asked).toHaveLength(1);
});

test('a_card_can_be_read_until_its_picture_comes', async ({ page }) => {
    let lost = 0;
    let give = false;
    await page.route(pictures, (route) => {
        if (give) return route.continue();
        lost++;
        return lost % 2 ? route.abort() : route.fulfill({ status: 503, body: 'busy' });
    });
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await expect(box.locator('.card.up .card-type')).toHaveCount(3);
    await expect(box.locator('.card-type').first()).toHaveText(/^([2-9JQKA]|10)[♣♦♥♠]$/);
    await expect(page.locator('img')).toHaveCount(0); /* nothing that could show as broken */
    await expect.poll(() => lost).toBeGreaterThanOrEqual(2);
    await expect(box.locator('.card-picture svg')).toHaveCount(0);
    give = true;
    await expect(box.locator('.card-picture svg')).toHaveCount(3);
});

test('pictures_that_never_end_are_asked_for_again_with_the_next_connection', async ({ page, context }) => {
    let held = 0;
    await page.route(pictures, (route) => (held++ === 0 ? undefined : route.continue()));
    const box = await sit_down(page, 'mbs');
    await expect.poll(() => held).toBe(1);
    await bet(box, 'ante');
    await context.setOffline(true);
    await expect(page.locator('.banner')).toBeVisible();
    await context.setOffline(false);
    await expect(page.locator('.banner')).toHaveCount(0);
    await deal(page);
    await expect(box.locator('.card.up .card-picture svg')).toHaveCount(3);
});

test('a_deck_of_four_colours_needs_no_other_pictures', async ({ page }) => {
    let asked = 0;
    page.on('request', (request) => { if (pictures.test(request.url())) asked++; });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const box = await sit_down(page, 'mbs');
    await bet(box, 'ante');
    await deal(page);
    await expect(box.locator('.card.up .card-picture svg')).toHaveCount(3);
    const colours = () => page.evaluate(() => {
        const face = document.createElement('span');
        document.body.append(face);
        const found = ['c', 'd', 'h', 's'].map((suit) => { face.className = `card-face suit-${suit}`; return getComputedStyle(face).color; });
        face.remove();
        return new Set(found).size;
    });
    expect(await colours()).toBe(2);
    await page.evaluate(() => { document.documentElement.dataset.deck = 'four'; });
    expect(await colours()).toBe(4);
    expect(asked).toBe(1);
});

/* What a newcomer has fetched when the first bet can be made. Before the page was mended that was 63,095 bytes in
 * gzip, and a deck 208,000 more, card by card as they were turned. Now the deck comes afterwards. */
test('the_page_weighs_no_more_than_it_did', async ({ page }) => {
    test.skip(!real, 'the stand-in packs nothing');
    const paths = new Set<string>();
    const encodings = new Set<string>();
    page.on('response', async (answer) => {
        const path = new URL(answer.url()).pathname;
        if (path.startsWith('/api/') || path.startsWith('/checkpoints') || path === '/icon.svg' || answer.status() !== 200) return;
        paths.add(path);
        encodings.add((await answer.allHeaders())['content-encoding'] ?? 'none');
    });
    await page.goto('/');
    await expect(page.locator('.table-card').first()).toBeVisible();
    const fetched = page.waitForResponse(pictures);
    await sit_down(page, 'mbs');
    await fetched;
    paths.delete(`/table/${names['mbs']}`); /* the same as / */
    const weigh = async (encoding: string, which: (path: string) => boolean) => {
        let sum = 0;
        for (const path of [...paths].filter(which)) {
            const { headers } = await page.request.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': encoding } }).then((one) => ({ headers: one.headers() }));
            expect(headers['content-encoding'], path).toBe(encoding);
            sum += Number(headers['content-length']);
        }
        return sum;
    };
    const is_deck = (path: string) => pictures.test(path);
    const weights = { gzip: await weigh('gzip', (path) => !is_deck(path)), br: await weigh('br', (path) => !is_deck(path)), deck: await weigh('br', is_deck) };
    console.log('bytes of the page:', JSON.stringify(weights));
    expect(weights.gzip).toBeGreaterThan(20_000);
    expect(weights.gzip).toBeLessThanOrEqual(65_700); /* 63,095 without what checks a shuffle and the house's signatures */
    expect(weights.br).toBeLessThanOrEqual(63_095);
    expect(weights.br).toBeLessThan(0.95 * weights.gzip);
    expect(weights.deck).toBeLessThanOrEqual(104_000);
    expect([...encodings], 'what a browser gets').toEqual(['br']);
});
