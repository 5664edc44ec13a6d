/* sentences.spec.ts -- what the page says before something happens is what happens: at every table, with
 * every combination of wagers, by every move and by none, at one position, at two and on somebody else's hand,
 * with chips that run short, each sentence is held against what follows. The result itself, line by line, is
 * held against the house's settlement and against the purse. */
import type { Locator, Page } from '@playwright/test';
import type { Overheard } from './frames.ts';
import { books, expect, free_box, names, next_round, play_on, press_deal, real, result, sent, sent_count, settled, test } from './table.ts';

test.skip(!real, 'the stand-in has its own ways');
test.use({ settings: 'sentences.yaml' });

const wager_names: Record<string, string> = { ante: 'Ante', pair_plus: 'Pair Plus', progressive: 'Progressive', six_card_bonus: '6 Card Bonus', play: 'Play', ante_bonus: 'Ante Bonus', envy: 'Envy Bonus' };
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
    lines: { seat: number; wager: string; why: string; net: number }[]; /* seat 0 where only one position is ours */
}

/* Wagers at one position, and what is done with its hand. */
interface Place {
    box: Locator;
    seat: number;
    wagers: readonly string[];
    move: 'play' | 'fold' | 'wait';
}

interface HouseLine { player: number; seat: number; wager: string; staked: number; back: number; why: string; pays: string | null; hand: string | null }

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
async function put_down(page: Page, places: readonly Pick<Place, 'box' | 'wagers'>[]): Promise<{ warned: string[]; before: number; staked: number }> {
    await bets_are_open(page, (places[0] as Place).box);
    const before = await purse(page);
    let staked = 0;
    for (const { box, wagers } of places) {
        for (const wager of wagers) {
            const spot = box.locator(`.spot-${wager}`);
            await expect(spot).toHaveAttribute('aria-disabled', 'false');
            await spot.click();
            await expect(spot.locator('.spot-amount')).toBeVisible();
            staked += dollars(await spot.locator('.spot-amount').textContent());
        }
    }
    await expect.poll(() => purse(page)).toBe(before - staked);
    await expect.poll(async () => dollars(await page.locator('.dock-say').textContent()), 'what is on the table').toBe(staked);
    return { warned: await page.locator('.dock-warn').allTextContents(), before, staked };
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

/* What the house has settled for this player, from the last frame that told of it. */
async function house_lines(page: Page, heard: Overheard): Promise<HouseLine[]> {
    const me = await page.evaluate(async () => ((await (await fetch('/api/me')).json()) as { you: { id: number } }).you.id);
    const told = heard.got.map((frame) => (frame as { view?: { settlement?: { lines: HouseLine[] } | null } }).view?.settlement).filter((one) => one);
    return (told[told.length - 1]?.lines ?? []).filter((line) => line.player === me);
}

async function ended(page: Page, heard: Overheard, before: number): Promise<Ended> {
    const head = await result(page);
    const text = await head.textContent() ?? '';
    const net = text.includes('lose') ? -dollars(text) : dollars(text);
    const lines = (await page.locator('.dock .line').evaluateAll((all) => all.map((line) => {
        const name = line.querySelector('.line-wager')?.textContent ?? '';
        return {
            seat: Number(/^Position (\d)/.exec(name)?.[1] ?? 0), wager: name.replace(/^Position \d/, ''),
            why: (line.querySelector('.line-why')?.textContent ?? '').trim(), net: line.querySelector('.line-net')?.textContent ?? '',
        };
    }))).map((line) => ({ ...line, net: dollars(line.net) }));
    await expect.poll(() => purse(page), 'the head of the result is what the purse changed by').toBeCloseTo(before + net, 2);
    expect(lines.reduce((sum, line) => sum + line.net, 0), 'and what its lines add up to').toBeCloseTo(net, 2);
    /* Line by line it is what the house has settled, with its reason. */
    const house = await house_lines(page, heard);
    const own = lines.filter((line) => line.wager !== 'Collection');
    expect(own).toHaveLength(house.length);
    for (const line of house) {
        const name = wager_names[line.wager] ?? line.wager;
        const shown = own.find((one) => one.wager === name && (one.seat === line.seat || one.seat === 0));
        expect(shown?.net, `${name} at position ${line.seat}`).toBeCloseTo((line.back - line.staked) / 100, 2);
        const by_hand = line.pays !== null && line.hand !== null && !['ante', 'play'].includes(line.wager);
        expect(shown?.why).toContain(by_hand ? `pays ${line.pays?.replace(':', ' to ')}` : line.why);
    }
    return { net, lines };
}

/* Of a hand without an Ante it is said what stays in play; that is all of it. */
async function continue_as_said(page: Page, places: readonly Place[]): Promise<void> {
    const title = (await page.locator('.dock-say').textContent()) ?? '';
    const named = /^Position (\d): /.exec(title);
    const place = places.find((one) => !one.wagers.includes('ante') && (named === null || one.seat === Number(named[1])));
    const wagers = (place?.wagers ?? []).map((one) => wager_names[one]);
    expect(title).toContain(`${wagers.join(' and ')} ${wagers.length > 1 ? 'stay' : 'stays'} in play`);
    await page.locator('.moves [data-move=continue]').click();
    await expect(page.locator('.dock-say').filter({ hasText: title })).toHaveCount(0);
}

/* Decides every hand as planned, one after the other, and keeps what was said of each. */
async function decide(page: Page, places: readonly Place[]): Promise<Map<number, Told>> {
    const said = new Map<number, Told>();
    const due = places.filter((one) => one.wagers.includes('ante') && one.move !== 'wait');
    while (said.size < due.length) {
        const stays = page.locator('.moves [data-move=continue]');
        await expect(stays.or(page.locator('.moves [data-move=fold]')).first()).toHaveAttribute('aria-disabled', 'false');
        if (await stays.count() > 0) {
            await continue_as_said(page, places);
            continue;
        }
        const first = await told(page);
        const named = /^Position (\d): /.exec(first.title);
        const seat = named ? Number(named[1]) : due[0]?.seat ?? 0;
        const place = due.find((one) => one.seat === seat && !said.has(seat));
        expect(place, `a hand that is ours to decide: ${first.title}`).toBeDefined();
        if (places.length > 1) expect(named, 'the position is named where there are several').not.toBeNull();
        expect(first.title).toMatch(/^(Position \d: )?Play or fold\?/);
        expect(first.short).toBe(false);
        said.set(seat, first);
        await page.locator(`[data-move=${place?.move ?? ''}]`).click();
        await expect(page.locator('.dock-say').filter({ hasText: named?.[0] ?? 'Play or fold?' })).toHaveCount(0);
    }
    return said;
}

/* What was said of every position came to pass. */
function came_true(places: readonly Place[], said: Map<number, Told>, warned: readonly string[], end: Ended, heard: Overheard): void {
    const several = places.length > 1;
    for (const { seat, wagers, move } of places) {
        const lines = end.lines.filter((line) => line.wager !== 'Collection' && (!several || line.seat === seat));
        const folded = lines.filter((line) => line.why === 'folded').map((line) => line.wager).sort();
        if (!wagers.includes('ante')) {
            expect(folded).toEqual([]);
            expect(lines.map((line) => line.wager).sort()).toEqual(wagers.map((one) => wager_names[one]).sort());
            continue;
        }
        /* Where time runs out nobody may have read anything: then it is the house's word that counts. */
        const loses = fold_loses(heard, seat).sort();
        const first = said.get(seat);
        if (first) expect([...first.fold].sort()).toEqual(loses);
        if (move === 'play') {
            expect(folded).toEqual([]);
            expect([-(first?.play ?? NaN), 0, first?.play]).toContain(lines.find((one) => one.wager === 'Play')?.net);
        } else {
            expect(folded).toEqual(loses);
            expect(folded).toContain('Ante');
            for (const name of loses) expect(lines.find((line) => line.wager === name)?.net).toBeLessThan(0);
        }
    }
    const returned = end.lines.filter((line) => line.why.startsWith('returned')).map((line) => line.wager);
    const said_so = warned.filter((text) => text.includes('is returned')).map((text) => /your (.*) bet/.exec(text)?.[1]);
    expect(returned, 'what was said to go back is what goes back').toEqual(said_so);
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

/* A free position beside the one that invites. */
async function another_box(page: Page): Promise<Locator> {
    const free = page.locator('.box').filter({ has: page.locator('.plate.free') }).filter({ hasNot: page.locator('.invites') });
    return page.locator(`[data-box="${await free.first().getAttribute('data-box')}"]`);
}

const seat_of = async (box: Locator) => Number(await box.getAttribute('data-box'));

for (const book of books) {
    for (const move of ['fold', 'play', 'wait'] as const) {
        test.describe(() => {
            if (move === 'wait') test.use({ settings: 'quick.yaml' });
            test(`every_sentence_comes_true_${book}_${move}`, async ({ page, heard }) => {
                await page.addInitScript(keep_said);
                const box = await own_box(page, book);
                const seat = await seat_of(box);
                for (const wagers of combinations(book)) {
                    const places: Place[] = [{ box, seat, wagers, move }];
                    const first = await put_down(page, places);
                    if (wagers.includes('ante')) expect(first.warned, wagers.join()).toEqual([]);
                    await press_deal(page);
                    const said = await decide(page, places);
                    const end = await ended(page, heard, first.before);
                    came_true(places, said, first.warned, end, heard);
                    /* Where nothing is to be decided and that is said at all, it is true. */
                    for (const title of await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))) {
                        expect(title).toContain('Pair Plus');
                        expect(title).toMatch(/stays? in play/);
                    }
                    await next_round(page);
                }
            });
        });
    }

    test(`short_of_chips_is_said_and_true_${book}`, async ({ another }) => {
        /* In California the limit of the Ante is half of the chips: alone it leaves enough. */
        for (const wagers of combinations(book).filter((one) => one.includes('ante') && (book !== 'ca-six-card' || one.length > 1))) {
            const { page, heard } = await another();
            const box = await own_box(page, book);
            await bets_are_open(page, box);
            const before = await purse(page);
            const sides = wagers.filter((one) => one !== 'ante');
            /* More than half of what there is, so that Play cannot be paid; or, where the limit is lower, the rest beside it. */
            await page.keyboard.press('3');
            expect(dollars(await page.locator('.rack-chip[aria-checked=true]').getAttribute('aria-label'))).toBe(100);
            const stakes: Record<string, number> = book === 'ca-six-card' ? { ante: 200, ...(sides[0] ? { [sides[0]]: 100 } : {}) } : { ante: 300 };
            for (const [wager, amount] of Object.entries(stakes)) {
                const spot = box.locator(`.spot-${wager}`);
                for (let lies = 100; lies <= amount; lies += 100) {
                    await spot.click();
                    await expect(spot.locator('.spot-amount')).toHaveText(`$${lies}`);
                }
            }
            await page.keyboard.press('1');
            for (const wager of sides.filter((one) => !(one in stakes))) {
                await box.locator(`.spot-${wager}`).click();
                await expect(box.locator(`.spot-${wager} .spot-amount`)).toBeVisible();
            }
            const amounts = (await box.locator('.spot-amount').allTextContents()).map((text) => dollars(text));
            const left = before - amounts.reduce((sum, one) => sum + one, 0);
            await expect.poll(() => purse(page)).toBe(left);
            const { ante = 0 } = stakes;
            expect(dollars(await page.locator('.dock-warn').textContent())).toBe(ante - left);
            await press_deal(page);
            const said = await told(page);
            expect(said.short).toBe(true);
            expect(said.play).toBe(ante);
            /* A collection may have been taken; what is missing is said when the purse shows it. */
            await expect.poll(async () => dollars(await page.locator('.dock-say').textContent()) + await purse(page)).toBe(ante);
            await page.locator('[data-move=play]').click({ force: true });
            await page.locator('[data-move=fold]').first().click();
            const seat = await seat_of(box);
            came_true([{ box, seat, wagers, move: 'fold' }], new Map([[seat, said]]), [], await ended(page, heard, before), heard);
            await sent_count(heard, 1, 'fold');
            expect(sent(heard, 'play')).toEqual([]);
            /* The next one finds the table as this one did. */
            await next_round(page);
            await page.getByRole('button', { name: /^Leave this seat/ }).first().click();
            await page.locator('.dock').getByRole('button', { name: 'Leave this seat', exact: true }).click();
            await expect(page.locator('.plate.own')).toHaveCount(0);
        }
    });
}

/* In California a second position is a bet on somebody else's hand; that is below. */
for (const book of books.filter((one) => one !== 'ca-six-card')) {
    test(`at_two_positions_every_sentence_comes_true_${book}`, async ({ page, heard }) => {
        const box = await own_box(page, book);
        await bets_are_open(page, box);
        const other = await another_box(page);
        const all = combinations(book);
        /* Each combination is played at the one position and folded at the other, beside the next one. */
        for (const [i, wagers] of all.entries()) {
            const places: Place[] = [
                { box, seat: await seat_of(box), wagers, move: 'play' },
                { box: other, seat: await seat_of(other), wagers: all[(i + 1) % all.length] as string[], move: 'fold' },
            ];
            const first = await put_down(page, places);
            await press_deal(page);
            const said = await decide(page, places);
            came_true(places, said, first.warned, await ended(page, heard, first.before), heard);
            await next_round(page);
        }
    });

    test(`short_for_the_second_of_two_hands_is_said_and_true_${book}`, async ({ page, heard }) => {
        const box = await own_box(page, book);
        await bets_are_open(page, box);
        const before = await purse(page);
        const other = await another_box(page);
        await page.keyboard.press('3');
        for (const [at, amount] of [[box, 100], [other, 200]] as const) {
            for (let lies = 100; lies <= amount; lies += 100) {
                await at.locator('.spot-ante').click();
                await expect(at.locator('.spot-ante .spot-amount')).toHaveText(`$${lies}`);
            }
        }
        await expect.poll(() => purse(page)).toBe(before - 300);
        expect(dollars(await page.locator('.dock-warn').textContent()), '$300 for both, $100 is there').toBe(200);
        await press_deal(page);
        const seats = { first: await seat_of(box), second: await seat_of(other) };
        /* The one that can be played is played; of the other it is said what it lacks. */
        const said = new Map<number, Told>();
        for (let i = 0; i < 2; i++) {
            const now = await told(page);
            const seat = Number(/^Position (\d): /.exec(now.title)?.[1]);
            said.set(seat, now);
            const is_first = seat === seats.first;
            if (!is_first) {
                expect(now.short).toBe(true);
                expect(now.play).toBe(200);
                await expect.poll(async () => dollars(await page.locator('.dock-say').textContent()) + await purse(page)).toBe(200);
            }
            await page.locator(`[data-move=${is_first ? 'play' : 'fold'}]`).first().click();
            await expect(page.locator('.dock-say').filter({ hasText: `Position ${seat}: ` })).toHaveCount(0);
        }
        const places: Place[] = [
            { box, seat: seats.first, wagers: ['ante'], move: 'play' }, { box: other, seat: seats.second, wagers: ['ante'], move: 'fold' },
        ];
        came_true(places, said, [], await ended(page, heard, before), heard);
    });
}

/* "Your bet rides on Ada’s cards": a fold of theirs is a fold of it. Where the owner plays, a share of Play may be
 * asked of us (MBS), or a decision of our own (California); then the position is named. Only where the page said
 * "you decide" is there anything to fold. */
for (const book of ['mbs', 'ca-six-card']) { /* elsewhere positions are not shared */
    for (const move of ['play', 'fold'] as const) {
        test(`a_bet_on_anothers_hand_goes_with_it_as_it_is_said_${book}_${move}`, async ({ page, heard, another }) => {
            const their_page = (await another()).page;
            const theirs = await own_box(their_page, book);
            await put_down(their_page, [{ box: theirs, wagers: ['ante'] }]);
            const seat = await seat_of(theirs);
            const own = await own_box(page, book);
            const places: Place[] = [{ box: own, seat: await seat_of(own), wagers: ['ante'], move: 'play' }];
            const { before, staked } = await put_down(page, places);
            await page.locator(`[data-box="${seat}"] .spot-ante`).click();
            await expect(page.locator('.dock-say')).toHaveText(book === 'mbs'
                ? /^This is (.+)’s position\. Your bet rides on \1’s cards, and \1 decides\.$/
                : /^This is (.+)’s position\. Your bet rides on \1’s cards\. If \1 folds, so does your bet; if \1 plays, you decide\.$/);
            const yes = page.getByRole('button', { name: /^Bet \$\d+ on .*hand$/ });
            const amount = dollars(await yes.textContent());
            await yes.click();
            await expect.poll(() => purse(page)).toBe(before - staked - amount);
            for (const one of [their_page, page]) await press_deal(one);
            const them = async () => {
                await settled(their_page);
                await their_page.locator(`[data-move=${move}]`).click();
            };
            const behind = async () => {
                const more = page.locator('[data-move=fund], [data-move=play]');
                await expect(more.or(page.locator('.result-head')).first()).toBeVisible();
                const asked = await more.count() > 0;
                if (book === 'ca-six-card') expect(asked).toBe(move === 'play');
                if (!asked) return;
                await expect(page.locator('.dock-say')).toContainText(`Position ${seat}: `);
                await expect(page.locator('[data-move=fold]')).toHaveCount(book === 'mbs' ? 0 : 1); /* who decides may fold */
                await more.click();
            };
            if (book === 'ca-six-card') {
                /* In turn, and who sits to the left of the other depends on where the bank is. */
                const first = their_page.locator('.moves [data-move=fold]');
                const second = page.locator('.moves [data-move=fold]');
                await expect.poll(async () => await first.count() + await second.count()).toBeGreaterThan(0);
                const they_begin = await first.count() > 0;
                if (!they_begin) await decide(page, places);
                await them();
                if (they_begin) await decide(page, places);
                await behind();
            } else {
                await Promise.all([decide(page, places).then(behind), them()]);
            }
            const end = await ended(page, heard, before);
            const ante = end.lines.find((line) => line.wager === 'Ante' && line.seat === seat);
            if (move === 'fold') expect(ante).toMatchObject({ why: 'folded', net: -amount });
            else expect(ante?.why).not.toBe('folded');
        });
    }
}

for (const book of ['mbs', 'rws-progressive']) {
    test(`a_jackpot_bet_alone_goes_back_as_it_is_said_${book}`, async ({ page, another }) => {
        /* Another patron bets, so that there is a round at all. */
        const other = (await another()).page;
        const theirs = await own_box(other, book);
        await put_down(other, [{ box: theirs, wagers: ['ante'] }]);
        const box = await own_box(page, book);
        const { before } = await put_down(page, [{ box, wagers: ['progressive'] }]);
        await expect(page.locator('.dock-warn')).toContainText('your Progressive bet is returned');
        for (const one of [other, page]) await press_deal(one);
        await play_on(other); /* it goes back at the settlement */
        await expect.poll(() => purse(page)).toBe(before);
    });
}
