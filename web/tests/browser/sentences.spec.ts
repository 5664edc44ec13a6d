/* sentences.spec.ts -- what the page says before something happens is what happens: at every table, with
 * every combination of wagers, by every move and by none, with chips that run short, and with two
 * positions, each sentence is held against the result that follows. */
import type { Locator, Page } from '@playwright/test';
import type { Overheard } from './frames.ts';
import { books, expect, free_box, names, next_round, play_on, press_deal, real, result, sent, sent_count, settled, test } from './table.ts';

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
}

interface Ended {
    net: number;
    lines: { wager: string; why: string; net: number }[];
}

async function own_box(page: Page, book: string): Promise<Locator> {
    await page.goto(`/table/${names[book]}`);
    return free_box(page, 1);
}

/* Until bets can be made here: the bank goes to the house's own player. */
async function bets_are_open(page: Page, box: Locator): Promise<void> {
    const ante = box.locator('.spot-ante[aria-disabled=false]'), pass = page.getByRole('button', { name: 'Pass', exact: true });
    await expect(ante.or(pass).first()).toBeVisible();
    if (await pass.count() > 0) await pass.click();
    await expect(ante).toBeVisible();
}

/* What lies there and what there is left are told in two frames: what is said of them is read when both agree. */
async function put_down(page: Page, box: Locator, wagers: readonly string[]): Promise<{ staked: number; warned: string[]; before: number }> {
    await bets_are_open(page, box);
    const before = await purse(page);
    for (const wager of wagers) {
        const spot = box.locator(`.spot-${wager}`);
        await expect(spot).toHaveAttribute('aria-disabled', 'false');
        await spot.click();
        await expect(spot.locator('.spot-amount')).toBeVisible();
    }
    const spots = (await box.locator('.spot-amount').allTextContents()).reduce((sum, text) => sum + dollars(text), 0);
    await expect.poll(() => purse(page)).toBe(before - spots);
    const staked = dollars(await page.locator('.dock-say').textContent());
    expect(staked).toBe(spots);
    return { staked, warned: await page.locator('.dock-warn').allTextContents(), before };
}

/* What the page says while nothing is to be decided may go by faster than anybody reads: it is kept. */
function keep_said(): void {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    new MutationObserver(() => {
        const title = document.querySelector('[data-move=continue]') && document.querySelector('.dock-say')?.textContent;
        if (title) said.push(title);
    }).observe(document, { childList: true, subtree: true, characterData: true });
}

/* The wagers that the house says a fold at this seat loses, as it said last. */
function fold_loses(heard: Overheard, seat: number): string[] {
    let loses: string[] = [];
    for (const frame of heard.got) {
        const can = (frame as { view?: { can?: { do: string; seat?: number; keep?: boolean; loses?: string[] }[] } }).view?.can ?? [];
        loses = can.find((one) => one.do === 'fold' && one.seat === seat && !one.keep)?.loses ?? loses;
    }
    return loses.map((one) => wager_names[one] ?? one);
}

async function told(page: Page): Promise<Told> {
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
    const head = await result(page);
    const text = await head.textContent() ?? '';
    const net = text.includes('lose') ? -dollars(text) : dollars(text);
    const lines = await page.locator('.dock .line').evaluateAll((all) => all.map((line) => ({
        wager: (line.querySelector('.line-wager')?.textContent ?? '').replace(/^Position \d/, ''), why: (line.querySelector('.line-why')?.textContent ?? '').trim(),
        net: line.querySelector('.line-net')?.textContent ?? '',
    })));
    await expect.poll(() => purse(page), 'the head of the result is what the purse changed by').toBeCloseTo(before + net, 2);
    return { net, lines: lines.map((line) => ({ ...line, net: dollars(line.net) })) };
}

function sums_agree(end: Ended): void {
    expect(end.lines.reduce((sum, line) => sum + line.net, 0), 'the head is also what its lines add up to').toBeCloseTo(end.net, 2);
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
        test.describe(() => {
            if (move === 'wait') test.use({ settings: 'quick.yaml' });
            test(`every_sentence_comes_true_${book}_${move}`, async ({ page, heard }) => {
                await page.addInitScript(keep_said);
                const box = await own_box(page, book);
                const seat = Number(await box.getAttribute('data-box'));
                for (const wagers of combinations(book)) {
                    const first = await put_down(page, box, wagers);
                    await press_deal(page);
                    if (wagers.includes('ante')) {
                        /* Where time runs out nobody may have read anything: then it is the house's word that counts. */
                        const said = move === 'wait' ? null : await told(page);
                        if (said) {
                            expect(said.title).toMatch(/^Play or fold\?/);
                            expect(said.short).toBe(false);
                            await page.locator(`[data-move=${move}]`).click();
                        }
                        const end = await ended(page, first.before);
                        sums_agree(end);
                        const loses = fold_loses(heard, seat);
                        if (said) expect([...said.fold].sort()).toEqual([...loses].sort());
                        const folded = end.lines.filter((line) => line.why === 'folded').map((line) => line.wager);
                        if (move === 'play') {
                            expect(folded).toEqual([]);
                            const line = end.lines.find((one) => one.wager === 'Play');
                            expect([-(said?.play ?? 0), 0, said?.play]).toContain(line?.net);
                        } else {
                            expect(folded.sort()).toEqual([...loses].sort());
                            expect(folded).toContain('Ante');
                            for (const name of loses) expect(end.lines.find((line) => line.wager === name)?.net).toBeLessThan(0);
                        }
                        expect(first.warned, wagers.join()).toEqual([]);
                    } else {
                        /* Nothing is to be decided; where that is said at all, it is true. */
                        const end = await ended(page, first.before);
                        sums_agree(end);
                        for (const title of await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))) {
                            expect(title).toContain('Pair Plus');
                            expect(title).toMatch(/stays? in play/);
                        }
                        expect(end.lines.filter((line) => line.why === 'folded')).toEqual([]);
                        expect(end.lines.map((line) => line.wager).filter((name) => name !== 'Collection').sort()).toEqual(wagers.map((one) => wager_names[one]).sort());
                        const returned = end.lines.filter((line) => line.why.startsWith('returned')).map((line) => line.wager);
                        const said_so = first.warned.filter((text) => text.includes('is returned')).map((text) => /your (.*) bet/.exec(text)?.[1]);
                        expect(returned, 'what was said to go back is what goes back').toEqual(said_so);
                    }
                    await next_round(page);
                }
            });
        });
    }

    test(`short_of_chips_is_said_and_true_${book}`, async ({ page, heard }) => {
        const box = await own_box(page, book);
        await bets_are_open(page, box);
        const before = await purse(page);
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
        const left = before - ante - (book === 'ca-six-card' ? 100 : 0);
        await expect.poll(() => purse(page)).toBe(left);
        expect(dollars(await page.locator('.dock-warn').textContent())).toBe(ante - left);
        await press_deal(page);
        const said = await told(page);
        expect(said.short).toBe(true);
        expect(said.play).toBe(ante);
        /* A collection may have been taken; what is missing is said when the purse shows it. */
        await expect.poll(async () => dollars(await page.locator('.dock-say').textContent()) + await purse(page)).toBe(ante);
        await page.locator('[data-move=play]').click({ force: true });
        await page.locator('[data-move=fold]').first().click();
        sums_agree(await ended(page, before));
        await sent_count(heard, 1, 'fold');
        expect(sent(heard, 'play')).toEqual([]);
    });
}

test('a_jackpot_bet_alone_goes_back_as_it_is_said', async ({ page, another }) => {
    /* Another patron bets, so that there is a round at all. */
    const other = (await another()).page;
    const theirs = await own_box(other, 'mbs');
    await put_down(other, theirs, ['ante']);
    const box = await own_box(page, 'mbs');
    const { before } = await put_down(page, box, ['progressive']);
    await expect(page.locator('.dock-warn')).toContainText('your Progressive bet is returned');
    for (const one of [other, page]) await press_deal(one);
    await play_on(other); /* it goes back at the settlement */
    await expect.poll(() => purse(page)).toBe(before);
});
