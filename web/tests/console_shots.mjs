/* console_shots.mjs -- pictures of every console against `trey serve`, to be looked at by a person.
 *
 *   node tests/console_shots.mjs FOLDER [SETS]     sets: wide-dark,wide-light,narrow-light,narrow-dark
 *
 * One evening is played for all of them at tables of all four rulebooks: a round with a hit, an irregularity that
 * waits for a ruling, hands that are put right, a bank, a lost link, some business at the cage, and a shift that
 * is closed. TREY_PROGRAM names another `trey`. */
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch_options } from './browser.mjs';
import { start_house } from './house.mjs';

process.env.TREY_PROGRAM ??= fileURLToPath(new URL('../../build/release/bin/trey', import.meta.url));
const [folder = 'shots', sets = 'wide-dark,wide-light,narrow-light,narrow-dark'] = process.argv.slice(2);
const sizes = {
    wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 }, sideways: { width: 844, height: 390 },
    tablet: { width: 1024, height: 768 }, zoom: { width: 720, height: 450 }, /* zoom: 1440x900 at 200 % */
};
mkdirSync(folder, { recursive: true });
const house = await start_house('consoles.yaml');
const browser = await chromium.launch(launch_options);

async function person(path, viewport = sizes.wide, colorScheme = 'dark') {
    const context = await browser.newContext({ baseURL: house.url, viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(page.url(), error.message));
    if (path) await page.goto(path);
    return page;
}

async function staff(name, path, ...look) {
    const page = await person('/account', ...look);
    const form = page.locator('form').filter({ hasText: 'Sign in' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password').fill(house.passwords[name] ?? '');
    await form.getByRole('button').click();
    await page.locator('.badge').waitFor();
    await page.goto(path);
    await page.locator('.console').waitFor();
    return page;
}

async function put_up(page, seat, ...wagers) {
    for (const wager of wagers) {
        const spot = page.locator(`[data-box="${seat}"] .spot-${wager}`);
        await spot.click();
        await spot.locator('.spot-amount').waitFor();
    }
}

const call = async (desk, what) => {
    await desk.locator(`[data-call="${what}"]:enabled`).waitFor();
    await desk.locator(`[data-call="${what}"]`).click();
};

async function scan(desk, cards, count) {
    await desk.locator('.entry:not(.idle)').waitFor();
    await desk.keyboard.type(cards);
    await desk.locator('.tiny-card').nth(count - 1).waitFor();
}

async function bank(shot) {
    const bay = await staff('Dora', '/desk/bay');
    const [banker, player] = [await person('/table/bay'), await person('/table/bay')];
    for (const [page, seat] of [[banker, 2], [player, 5]]) await page.getByRole('button', { name: `Sit here, position ${seat}` }).click();
    await call(bay, 'open');
    await banker.getByRole('button', { name: /^Bank \$/ }).click();
    await put_up(player, 5, 'ante', 'pair_plus', 'six_card_bonus');
    await shot('desk-6-bank', bay);
}

async function misdeal(shot) {
    const single = await staff('Sam', '/desk/single');
    await call(single, 'open');
    for (const seat of [1, 3]) await put_up(await person('/table/single'), seat, 'ante');
    await call(single, 'close');
    await single.locator('.entry:not(.idle)').waitFor();
    await single.keyboard.press('b');
    await scan(single, 'KH9CQDKD9D7S4C2H5H', 10);
    await call(single, 'report');
    await single.locator('[data-kind="misdeal"]').click();
    for (const seat of [1, 3]) await single.getByRole('dialog').locator('.tick').filter({ hasText: `Position ${seat}` }).click();
    await single.locator('[data-fact="reconstructable"]').getByText('yes').click();
    await single.locator('.would').waitFor();
    await shot('desk-7-guided', single);
    await single.getByRole('button', { name: 'Report it' }).click();
    await call(single, 'confirm');
    await call(single, 'mend');
    await single.getByRole('dialog').locator('input').nth(1).fill('8c 6d');
    await single.getByRole('button', { name: 'Correct', exact: true }).click();
    await single.getByRole('dialog').locator('.refused').waitFor();
    await shot('desk-8-mend', single);
}

/* Everybody's part of the evening, with `shot` wherever there is something to be seen. */
async function evening(shot) {
    const [grand, royal] = [await staff('Dora', '/desk/grand'), await staff('Sam', '/desk/royal')];
    const cage = await staff('Cass', '/cage');
    await call(grand, 'open');
    const players = [await person('/table/grand'), await person('/table/grand'), await person('/table/royal')];
    await put_up(players[0], 3, 'ante', 'pair_plus', 'progressive');
    await put_up(players[1], 5, 'ante');
    await call(grand, 'close');
    await scan(grand, 'ASKSQS7H', 4);
    await grand.keyboard.type('7HKD');
    await grand.locator('.aside').waitFor();
    await grand.waitForTimeout(500); /* a person reads before he goes on */
    await shot('desk-1-cards', grand);
    await scan(grand, '7D2C9C8D4H', 9);
    for (const one of players.slice(0, 2)) await one.getByRole('button', { name: /^Play \$/ }).click();
    await call(grand, 'reveal');
    await call(grand, 'settle');
    await shot('desk-2-settled', grand);
    await bank(shot);
    await misdeal(shot);
    await call(royal, 'open');
    await put_up(players[2], 4, 'ante', 'pair_plus');
    await call(royal, 'close');
    await scan(royal, 'ADKDQD9C8D4H', 6);
    await call(royal, 'report');
    await royal.locator('[data-kind="exposed_cards"]').waitFor();
    await shot('desk-3-kinds', royal);
    await royal.locator('[data-kind="exposed_cards"]').click();
    await royal.getByText('several').click();
    await royal.locator('.would').waitFor();
    await shot('desk-4-would', royal);
    await royal.getByRole('button', { name: 'Choose another' }).click();
    await royal.locator('[data-kind="boxed_card"]').click();
    await royal.locator('.would').waitFor();
    await royal.getByRole('button', { name: 'Report it' }).click();
    await royal.locator('.waiting-report').waitFor();
    await shot('desk-5-reported', royal);
    await call(royal, 'confirm');
    const who = await players[0].evaluate(async () => (await (await fetch('/api/me')).json()).you.id);
    await cage.getByLabel('Patron').fill(String(who));
    await cage.locator('.found-one').first().click();
    await cage.locator('.person').getByLabel('Amount').fill('250');
    await cage.locator('.person').getByRole('button', { name: 'Buy in', exact: true }).click();
    await cage.locator('.person .done').waitFor();
    await cage.locator('.person').getByLabel('Cash out').check({ force: true });
    await cage.locator('.person').getByLabel('Amount').fill('9000');
    await cage.locator('.person').getByRole('button', { name: 'Cash out', exact: true }).click();
    await cage.locator('.person .refused').waitFor();
    await cage.locator('.drawer').getByLabel('Amount').fill('20,000');
    await cage.locator('[data-way=float]').click();
    await cage.locator('.fills').getByLabel('Amount').fill('1,500');
    await cage.locator('[data-way=fill]').click();
    await cage.locator('[data-kind=fill]').waitFor();
    await shot('cage-1', cage);
    await cage.locator('.person').getByLabel('Amount').fill('12,000');
    await cage.locator('.id-check').waitFor();
    await cage.locator('[data-kind=buy_in]').first().getByRole('button').click();
    await cage.getByRole('button', { name: 'Reverse…' }).click();
    await shot('cage-2-receipt', cage);
}

const seen = [];
const shot = async (name, page) => {
    seen.push(name);
    for (const set of sets.split(',')) {
        const [size, scheme] = set.split('-');
        await page.setViewportSize(sizes[size]);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${folder}/${name}-${set}.png`, fullPage: !(await page.locator('dialog[open]').count()) });
    }
    await page.setViewportSize(sizes.wide);
};

try {
    await evening(shot);
    const pit = await staff('Petra', '/pit');
    await pit.locator('.waits').first().waitFor();
    await shot('pit-1', pit);
    await pit.locator('[data-waiting="gate royal"]').getByRole('button', { name: 'Issue ruling' }).click();
    await pit.locator('[data-ruling="void"]').click();
    await pit.locator('.would').waitFor();
    await shot('pit-2-ruling', pit);
    await pit.keyboard.press('Escape');
    await pit.getByRole('button', { name: 'New table' }).click();
    await pit.getByLabel('Rulebook').selectOption('ca-six-card');
    await pit.locator('[data-limit="ante"]').getByRole('textbox').first().fill('10');
    await shot('pit-4-new-table', pit);
    await pit.keyboard.press('Escape');
    await pit.locator('[data-jackpot="sentosa"]').click();
    await pit.getByRole('dialog').getByLabel('Reason').first().fill('a cable is loose');
    await pit.getByRole('button', { name: 'Report link down' }).click();
    await pit.locator('.pit-jackpot.down').waitFor();
    await shot('pit-5-jackpot', pit);
    await pit.keyboard.press('Escape');
    await shot('pit-6-busy', pit);
    await pit.goto('/pit/grand');
    await pit.locator('.replay').waitFor();
    await shot('pit-3-replay', pit);
    await pit.goto('/office');
    await pit.locator('.office-tables').first().waitFor();
    await shot('office-1', pit);
    await pit.getByRole('button', { name: 'Close the shift' }).click();
    await pit.getByRole('button', { name: 'Close shift' }).click();
    await pit.locator('.paper').waitFor();
    await shot('office-2-shift', pit);
    await pit.pdf({ path: `${folder}/office-shift.pdf`, preferCSSPageSize: true });
    await shot('door', await person('/pit'));
} catch (error) {
    console.log(error.message);
}
await browser.close();
await house.stop();
console.log(seen.join(' '));
