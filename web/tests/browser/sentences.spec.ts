/* sentences.spec.ts -- what the page says before something happens is what happens: at every table, with
 * every combination of wagers, by every move and by none, with chips that run short, and with two
 * positions, each sentence is held against the result that follows. */
import type { Locator, Page } from '@playwright/test';
import { books, expect, names, real, settled, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');
test.use({ settings: 'sentences.yaml' });

const wager_names: Record<string, string> = { ante: 'Ante', pair_plus: 'Pair Plus', progressive: 'Progressive', six_card_bonus: '6 Card Bonus' };
const dollars = (text: string | null | undefined) => {
    const found = /([−+-])?\$([\d,]+(?:\.\d\d)?)/.exec(text ?? '');
    return found ? (found[1] === '−' || found[1] === '-' ? -1 : 1) * Number(found[2]?.replace(/,/g, '')) : 0;
};
const purse = async (page: Page) => dollars(await page.locator('.purse-sum').textContent());

interface Told {
    title: string;
    fold: string[]; /* the wagers that a fold is said to lose */
    play: number;
    short: boolean;
    staked: number;
    warned: string[];
}

interface Ended {
    net: number;
    change: number;
    lines: { wager: string; why: string; net: number }[];
}

/* Until bets can be made here. */
async function own_box(page: Page, book: string): Promise<Locator> {
    await page.goto(`/table/${names[book]}`);
    const invites = page.locator('.spot.invites');
    await expect(invites).toBeVisible({ timeout: 20_000 });
    await page.waitForTimeout(800);
    return page.locator(`[data-box="${await invites.getAttribute('data-seat')}"]`);
}

async function put_down(page: Page, box: Locator, wagers: readonly string[]): Promise<void> {
    await expect(page.locator('.rack')).toBeVisible({ timeout: 25_000 });
    for (const wager of wagers) {
        const spot = box.locator(`.spot-${wager}`);
        await expect(spot).toHaveAttribute('aria-disabled', 'false', { timeout: 20_000 });
        await spot.click();
        await expect(spot.locator('.spot-amount')).toBeVisible();
    }
}

async function before_the_deal(page: Page): Promise<{ staked: number; warned: string[] }> {
    return { staked: dollars(await page.locator('.dock-say').textContent()), warned: await page.locator('.dock-warn').allTextContents() };
}

async function press_deal(page: Page): Promise<void> {
    const deal = page.getByRole('button', { name: 'Deal', exact: true });
    await deal.click();
    await expect(deal).toHaveCount(0);
}

async function told(page: Page): Promise<Omit<Told, 'staked' | 'warned'>> {
    await settled(page);
    const fold = page.locator('[data-move=fold]');
    const note = await fold.count() > 0 ? (await fold.locator('small').textContent()) ?? '' : '';
    const play = page.locator('[data-move=play]');
    return {
        title: ((await page.locator('.dock-say').textContent()) ?? '').trim(),
        fold: note.replace(/^loses /, '').split(/, and |, | and /).filter(Boolean),
        play: await play.count() > 0 ? dollars(await play.textContent()) : 0,
        short: await play.count() > 0 && (await play.getAttribute('aria-disabled')) === 'true',
    };
}

async function ended(page: Page, before: number): Promise<Ended> {
    const head = page.locator('.result-head');
    await expect(head).toBeVisible({ timeout: 25_000 });
    const text = await head.textContent() ?? '';
    const lines = await page.locator('.dock .line').evaluateAll((all) => all.map((line) => ({
        wager: (line.querySelector('.line-wager')?.textContent ?? '').replace(/^Position \d/, ''), why: (line.querySelector('.line-why')?.textContent ?? '').trim(),
        net: line.querySelector('.line-net')?.textContent ?? '',
    })));
    return {
        net: text.includes('lose') ? -dollars(text) : dollars(text), change: await purse(page) - before,
        lines: lines.map((line) => ({ ...line, net: dollars(line.net) })),
    };
}

function sums_agree(end: Ended): void {
    expect(end.net, 'the head of the result is what the purse changed by').toBeCloseTo(end.change, 2);
    expect(end.lines.reduce((sum, line) => sum + line.net, 0), 'and what its lines add up to').toBeCloseTo(end.net, 2);
}

/* Every subset of the wagers that has a base bet, or is the jackpot alone. */
function combinations(book: string): string[][] {
    const side = book === 'rws' ? ['pair_plus'] : ['pair_plus', book === 'ca-six-card' ? 'six_card_bonus' : 'progressive'];
    const all = [['ante'], ...side.map((one) => ['ante', one])];
    if (side.length > 1) all.push(['ante', ...side]);
    if (book !== 'ca-six-card') all.push(['pair_plus']);
    if (book === 'mbs' || book === 'rws-progressive') all.push(['pair_plus', 'progressive']);
    return all;
}

for (const book of books) {
    for (const move of ['fold', 'play', 'wait'] as const) {
        test(`every_sentence_comes_true_${book}_${move}`, async ({ page }) => {
            test.setTimeout(150_000);
            const box = await own_box(page, book);
            for (const wagers of combinations(book)) {
                await put_down(page, box, wagers);
                const first = await before_the_deal(page);
                const spots = await box.locator('.spot-amount').allTextContents();
                expect(first.staked).toBe(spots.reduce((sum, text) => sum + dollars(text), 0));
                const before = await purse(page) + first.staked;
                await press_deal(page);
                const ante = wagers.includes('ante');
                if (ante) {
                    await expect(page.locator('[data-move=fold]')).toBeVisible({ timeout: 20_000 });
                    const said = await told(page);
                    expect(said.title).toMatch(/^Play or fold\?/);
                    expect(said.short).toBe(false);
                    if (move !== 'wait') await page.locator(`[data-move=${move}]`).click();
                    const end = await ended(page, before);
                    sums_agree(end);
                    const folded = end.lines.filter((line) => line.why === 'folded').map((line) => line.wager);
                    if (move === 'play') {
                        expect(folded).toEqual([]);
                        const line = end.lines.find((one) => one.wager === 'Play');
                        expect([-said.play, 0, said.play]).toContain(line?.net);
                    } else {
                        expect(folded.sort()).toEqual([...said.fold].sort());
                        for (const name of said.fold) expect(end.lines.find((line) => line.wager === name)?.net).toBeLessThan(0);
                    }
                } else {
                    /* Nothing is to be decided; where that is said at all, it is true. */
                    const go_on = page.locator('[data-move=continue]');
                    await expect(go_on.or(page.locator('.result-head')).first()).toBeVisible({ timeout: 20_000 });
                    const title = await page.evaluate(() => (document.querySelector('[data-move=continue]') ? document.querySelector('.dock-say')?.textContent ?? '' : null));
                    if (title !== null) { /* the house may have gone on by now */
                        expect(title).toContain('Pair Plus');
                        expect(title).toMatch(/stays? in play/);
                        if (move !== 'wait') await go_on.click({ timeout: 1500 }).catch(() => {});
                    }
                    const end = await ended(page, before);
                    sums_agree(end);
                    expect(end.lines.filter((line) => line.why === 'folded')).toEqual([]);
                    expect(end.lines.map((line) => line.wager).filter((name) => name !== 'Collection').sort()).toEqual(wagers.map((one) => wager_names[one]).sort());
                    const returned = end.lines.filter((line) => line.why.startsWith('returned')).map((line) => line.wager);
                    const said_so = first.warned.filter((text) => text.includes('is returned')).map((text) => /your (.*) bet/.exec(text)?.[1]);
                    expect(returned, 'what was said to go back is what goes back').toEqual(said_so);
                }
                if (ante) expect(first.warned, wagers.join()).toEqual([]);
                await expect(page.locator('.result-head')).toHaveCount(0, { timeout: 20_000 });
            }
        });
    }

    test(`short_of_chips_is_said_and_true_${book}`, async ({ page, heard }) => {
        test.setTimeout(90_000);
        const box = await own_box(page, book);
        await expect(page.locator('.rack')).toBeVisible({ timeout: 25_000 });
        /* More than half of what there is, so that Play cannot be paid. */
        await page.keyboard.press('3');
        const chip = dollars(await page.locator('.rack-chip[aria-checked=true]').getAttribute('aria-label'));
        expect(chip).toBe(100);
        const most = book === 'ca-six-card' ? 2 : 3;
        for (let i = 0; i < most; i++) {
            await box.locator('.spot-ante').click();
            await expect(box.locator('.spot-ante .spot-amount')).toHaveText(`$${100 * (i + 1)}`);
        }
        if (book === 'ca-six-card') {
            await box.locator('.spot-pair_plus').click();
            await expect(box.locator('.spot-pair_plus .spot-amount')).toHaveText('$100');
        }
        const ante = 100 * most;
        const left = await purse(page);
        const warned = await page.locator('.dock-warn').textContent();
        expect(dollars(warned)).toBe(ante - left);
        await press_deal(page);
        await expect(page.locator('[data-move=fold]')).toBeVisible({ timeout: 20_000 });
        const said = await told(page);
        const now = await purse(page); /* a collection may have been taken */
        expect(said.short).toBe(true);
        expect(said.play).toBe(ante);
        expect(dollars(said.title)).toBe(ante - now);
        await page.locator('[data-move=play]').click({ force: true });
        expect(heard.sent.filter((one) => one.do === 'play')).toEqual([]);
        await page.locator('[data-move=fold]').click();
        const end = await ended(page, left + ante + (book === 'ca-six-card' ? 100 : 0));
        sums_agree(end);
    });
}

test('a_jackpot_bet_alone_goes_back_as_it_is_said', async ({ page, another }) => {
    /* Another patron bets, so that there is a round at all. */
    const other = (await another()).page;
    const theirs = await own_box(other, 'mbs');
    await put_down(other, theirs, ['ante']);
    const box = await own_box(page, 'mbs');
    const before = await purse(page);
    await put_down(page, box, ['progressive']);
    await expect(page.locator('.dock-warn')).toContainText('your Progressive bet is returned');
    await expect.poll(() => purse(page), { timeout: 30_000 }).toBe(before);
});
