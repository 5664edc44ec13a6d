/* fairness.spec.ts -- what a person sees of the shuffle: their own share in it, what was checked and what was
 * not, a house that says something else afterwards, and a player who withholds a share. */
import { bet, deal, expect, names, play_on, press_deal, real, result, sent, sit_down, test } from './table.ts';
import type { Page } from '@playwright/test';
import type { Round } from '../../src/frames.ts';

const finding = (page: Page, check: string) => page.locator(`.fair .findings li[data-check=${check}]`);

async function play_round(page: Page): Promise<void> {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await deal(page);
    await play_on(page);
    await result(page);
}

test('the_page_pledges_with_the_bet_and_opens_its_share_after_the_closing_call', async ({ page, heard }) => {
    const box = await sit_down(page, 'rws');
    await expect(page.locator('.fair-badge')).toContainText('committed');
    expect(sent(heard, 'pledge')).toEqual([]);
    await bet(box, 'ante');
    await expect(page.locator('.fair-badge')).toContainText('you have a share');
    await bet(box, 'pair_plus');
    expect(sent(heard, 'share')).toEqual([]);
    await deal(page);
    await expect(page.locator('.fair-badge')).toContainText('3 cards checked');
    expect(sent(heard, 'pledge').length).toBe(1);
    expect(sent(heard, 'share').length).toBe(1);
    await page.locator('.fair-badge').click();
    for (const check of ['commitment', 'live', 'list', 'list_live', 'own', 'joint', 'spare', 'order', 'openings', 'places', 'shown']) {
        await expect(finding(page, check), check).toHaveClass('agrees');
    }
    await expect(page.locator('[data-shares] summary')).toHaveText('Who has a share: 1');
});

test('a_reload_between_the_pledge_and_the_closing_call_loses_no_share', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    await bet(box, 'ante');
    await expect(page.locator('.fair-badge')).toContainText('you have a share');
    await page.reload();
    await deal(page);
    await page.locator('.fair-badge').click();
    await expect(finding(page, 'own')).toHaveClass('agrees');
});

/* Both windows see the bet and may both pledge; one pledge counts, and whichever window made it opens it. */
test('two_windows_of_one_person_have_one_share', async ({ page }) => {
    const box = await sit_down(page, 'rws');
    const second = await page.context().newPage();
    await second.goto(`/table/${names['rws']}`);
    await expect(second.locator('.fair-badge')).toContainText('committed');
    await bet(box, 'ante');
    for (const one of [page, second]) await expect(one.locator('.fair-badge')).toContainText('you have a share');
    await deal(page);
    await page.locator('.fair-badge').click();
    await expect(page.locator('[data-shares] summary')).toHaveText('Who has a share: 1');
    await expect(finding(page, 'own')).toHaveClass('agrees');
});

test('whoever_has_no_share_is_told_so_and_nothing_is_called_good', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('trey.prefs', JSON.stringify({ share: false })));
    await play_round(page);
    await page.goto(`/table/${names['rws']}/history`);
    await expect(page.locator('[data-nobody]')).toHaveText('No player has a share in this shuffle: the house alone could have chosen it.');
    await expect(page.locator('.fair .verdict')).toHaveClass('verdict partly');
    await expect(finding(page, 'own')).toHaveClass('unknown');
});

test('a_browser_that_saw_nothing_of_a_round_does_not_call_it_good', async ({ page }) => {
    await play_round(page);
    await page.goto(`/table/${names['rws']}/history`);
    await expect(page.locator('.fair .verdict')).toHaveClass('verdict good');
    await page.evaluate(() => { for (const key of Object.keys(localStorage)) if (key.startsWith('trey.round')) localStorage.removeItem(key); });
    await page.reload();
    await expect(page.locator('.fair .verdict')).toHaveClass('verdict partly');
    for (const check of ['live', 'list_live', 'own', 'order']) await expect(finding(page, check)).toHaveClass('unknown');
});

test('a_house_that_says_something_else_afterwards_is_noticed', async ({ page }) => {
    await play_round(page);
    await page.goto(`/table/${names['rws']}/history`);
    await expect(page.locator('.fair .verdict')).toHaveClass('verdict good');
    const other = (hex: string) => hex.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const tamper = async (check: string, change: (round: Round, fair: NonNullable<Round['fair']>) => void) => {
        await page.route(/\/rounds\/\d+$/, async (route) => {
            const round = await (await route.fetch()).json() as Round;
            change(round, round.fair!);
            await route.fulfill({ json: round });
        });
        await page.reload();
        await expect(page.locator('.fair .verdict')).toHaveClass('verdict bad');
        await expect(finding(page, check), check).toHaveClass('differs');
        await page.unroute(/\/rounds\/\d+$/);
    };
    await tamper('live', (_, fair) => { fair.commitment = other(fair.commitment); });
    await tamper('commitment', (_, fair) => { fair.roots.reverse(); });
    await tamper('own', (_, fair) => { fair.pledges = []; });
    await tamper('list', (_, fair) => { fair.pledges[0]!.share = other(fair.pledges[0]!.share as string); });
    await tamper('joint', (_, fair) => { fair.joint = other(fair.joint as string); });
    await tamper('spare', (_, fair) => { fair.spare = other(fair.spare as string); });
    await tamper('order', (_, fair) => { fair.order!.hands.reverse(); });
    await tamper('openings', (_, fair) => { fair.openings[0]!.salt = other(fair.openings[0]!.salt); });
    await tamper('shown', (_, fair) => { fair.openings.pop(); });
    await tamper('shown', (round) => { for (const { view } of round.steps) view.dealer.cards.reverse(); });
});

test('a_round_that_the_house_leaves_out_of_the_list_is_named', async ({ page }) => {
    await play_round(page);
    await page.goto(`/table/${names['rws']}/history`);
    await expect(page.locator('.round-list li')).toHaveCount(1);
    await expect(page.locator('[data-gone]')).toHaveCount(0);
    await page.route(/\/rounds$/, (route) => route.fulfill({ json: { rounds: [], more: false } }));
    await page.reload();
    await expect(page.locator('[data-gone]')).toContainText('leaves out rounds your browser took part in');
});

test.describe('a_share_that_does_not_come', () => {
    test.use({ settings: 'withheld.yaml' });
    test.skip(!real, 'the stand-in server waits for ever');

    test('ends_the_round_before_a_card_and_everybody_sees_whose_it_was', async ({ page, another, heard }) => {
        const { page: other } = await another();
        await other.routeWebSocket(/\/socket/, (socket) => {
            const server = socket.connectToServer();
            socket.onMessage((message) => { if (!String(message).includes('"do":"share"')) server.send(message); });
        });
        const one = await sit_down(page, 'rws');
        await bet(one, 'ante');
        const two = await sit_down(other, 'rws');
        await bet(two, 'ante');
        await expect(other.locator('.fair-badge')).toContainText('you have a share');
        await expect(page.locator('.fair-badge')).toContainText('you have a share');
        await press_deal(page);
        await press_deal(other);
        await expect(page.locator('.fair-badge')).toContainText('share withheld');
        await page.locator('.fair-badge').click();
        await expect(page.locator('[data-withheld]')).toContainText('did not open the share they had pledged');
        await page.locator('[data-aborts] summary').click();
        await expect(page.locator('[data-aborts]')).toContainText('1 of 1 rounds are void');
        await expect(page.locator('[data-aborts]')).toContainText('withheld once, no say up to round 21');
        expect(sent(heard, 'share').length).toBe(1);
        await page.goto(`/table/${names['rws']}/history`);
        await expect(page.locator('.round-list li').first()).toContainText('void');
        await expect(page.locator('[data-withheld]')).toBeVisible();
    });
});
