/* shots.mjs -- pictures of every page and phase against `trey serve`, to be looked at by a person.
 *
 *   node tests/shots.mjs FOLDER [SETS] [PARTS]   sets: wide-dark,narrow-light,...; parts: pages,hit,mbs,...
 *   node tests/shots.mjs --readme                those of the README into docs/images
 *
 * TREY_PROGRAM names another `trey` than build/release's. The README's table has a real deck, so its
 * cards are the same every time; ImageMagick's `convert` reduces its pictures to 160 colours. */
import { chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch_options } from './browser.mjs';
import { start_house } from './house.mjs';
import { Staff } from './staff.mjs';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
process.env.TREY_PROGRAM ??= beside('../../build/release/bin/trey');

const sizes = {
    wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 },
    small: { width: 360, height: 640 }, huge: { width: 1920, height: 1080 },
    sideways: { width: 844, height: 390 }, tablet: { width: 1024, height: 768 },
    zoom: { width: 720, height: 450 }, /* 1440x900 at 200 % */
    laptop: { width: 1280, height: 800 }, zoomed: { width: 640, height: 400 }, /* the same at 200 % */
};
const [first = 'shots', sets = 'wide-dark,narrow-light,wide-light,narrow-dark,small-dark,huge-dark', parts = 'pages,hit,mbs,california,rws,rws-progressive'] = process.argv.slice(2);
let house = null; /* a new one for each set, so that seats are free */
const browser = await chromium.launch(launch_options);

async function person(viewport = sizes.wide, colorScheme = 'dark', scale = 1) {
    const context = await browser.newContext({ baseURL: house.url, viewport, colorScheme, hasTouch: viewport.width < 860, deviceScaleFactor: scale });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(page.url(), error.message));
    return page;
}

const narrow = (page) => page.viewportSize().width < 860;

/* The box of a seat; on a narrow screen it is chosen in the strip first. */
async function box_of(page, seat) {
    if (!narrow(page)) return page.locator(`[data-box="${seat}"]`);
    await page.locator('.mini').nth(seat - 1).click();
    return page.locator('.large .box');
}

async function put_up(page, seat, ...wagers) {
    const box = await box_of(page, seat);
    for (const wager of wagers) {
        const spot = box.locator(`.spot-${wager}`);
        await spot.click();
        await spot.locator('.spot-amount').waitFor();
    }
}

/* ---- A table that deals by itself ------------------------------------------------------------ */
async function phases(page, shot, table) {
    await page.goto(`/table/${table}`);
    await page.locator('.spot.invites').waitFor();
    await page.waitForTimeout(900);
    await shot(`${table}-1-newcomer`);
    const seat = Number(await page.locator('.spot.invites').getAttribute('data-seat'));
    const more = { mbs: ['progressive'], 'rws-progressive': ['progressive'], california: ['six_card_bonus'], rws: [] };
    await put_up(page, seat, 'ante', 'pair_plus', ...more[table]);
    await page.waitForTimeout(400);
    await shot(`${table}-2-bets`);
    await page.getByRole('button', { name: 'Deal' }).click();
    await page.locator('.moves').waitFor();
    await page.waitForTimeout(2000);
    await shot(`${table}-3-decision`);
    await page.getByRole('button', { name: /^Play \$/ }).click();
    await page.locator('.dock-result').waitFor();
    await page.waitForTimeout(1600);
    await shot(`${table}-4-result`);
}

/* ---- The table with a real deck -------------------------------------------------------------- */
let staff = null;

async function in_a_house(work) {
    house = await start_house('shots.yaml');
    staff = null;
    await work().catch((error) => console.log(error.message));
    await house.stop();
}

async function calls() {
    if (!staff) {
        const sign_in = async (name) => Staff.sign_in(await person(), name, house.passwords[name], 'grand');
        staff = { dealer: await sign_in('Dora'), manager: await sign_in('Petra') };
    }
    return staff;
}

/* A round in which `page` sits at box 4 between two others: stopped at the decision. */
async function grand_round(page, friends, cards, wagers) {
    const { dealer } = await calls();
    for (const one of [page, ...friends]) await one.goto('/table/grand');
    await dealer.call('open');
    await page.locator('.rack-chip').nth(1).click();
    await put_up(page, 4, ...wagers);
    await put_up(friends[0], 2, 'ante', 'pair_plus');
    await put_up(friends[1], 6, 'ante', 'progressive');
    await dealer.call('close');
    await dealer.cards(...cards.split(' '));
    await page.locator('.moves').waitFor();
    await page.waitForTimeout(1800);
}

async function grand_end(page, friends) {
    const { dealer } = await calls();
    for (const one of [page, ...friends]) await one.getByRole('button', { name: /^Play \$/ }).click();
    await page.locator('.moves').waitFor({ state: 'detached' });
    await dealer.call('reveal');
    await page.waitForTimeout(500);
    await dealer.call('settle');
    await page.waitForTimeout(2200);
}

const ordinary = '9s 8h 4d Qd Qs 7c Kh 10c 3s Kd Jh 4c';
const royal = '9s 8h 4d As Ks Qs Kh 10c 3s Jh 8c 5d';

async function confirm_award() {
    const page = (await calls()).manager.page;
    const lobby = await page.evaluate(async () => (await fetch('/api/tables')).json());
    const { number } = lobby.jackpots[0].waiting[0];
    await (await calls()).manager.tell({ do: 'award', jackpot: 'marina', number, confirm: true });
}

async function hit(page, shot) {
    const friends = [await person(), await person(page.viewportSize())];
    const wall = await person(page.viewportSize());
    await wall.goto('/jackpot/marina');
    await grand_round(page, friends, royal, ['ante', 'progressive']);
    await shot('hit-1-decision');
    await grand_end(page, friends);
    await shot('hit-2-table');
    await shot('hit-3-envy', friends[1]);
    await shot('hit-4-wall', wall);
    await confirm_award();
    await page.waitForTimeout(2500);
    await shot('hit-5-paid');
    await page.getByRole('button', { name: 'Back to the table' }).click();
    await shot('hit-6-result');
    for (const one of [...friends, wall]) await one.context().close();
}

/* ---- Everything that is not the table ---------------------------------------------------------- */
async function account(page, shot) {
    await page.goto('/account');
    const form = page.locator('form').filter({ hasText: 'Sign in' });
    await form.getByLabel('Name').fill('Nobody here');
    await form.getByLabel('Password').fill('not the password');
    await form.getByRole('button').click();
    await form.locator('.wrong').waitFor();
    await shot('account-1-wrong', page, true);
    await form.getByRole('button').click();
    await page.waitForTimeout(400);
    await shot('account-2-too-soon', page, true);
    await page.goto('/table/mbs');
    await page.locator('.felt').waitFor();
    await page.goto('/account');
    await page.getByText('Create an account').waitFor();
    await shot('account-3-guest', page, true);
}

async function sheets(page, shot) {
    await page.goto('/table/mbs');
    await page.locator('.spot.invites').waitFor();
    for (const [name, wait] of [['Rules', '.odds'], ['Settings', '.settings'], ['Keys', '.keys']]) {
        const button = page.getByRole('button', { name, exact: true });
        if (!(await button.isVisible())) continue;
        await button.click();
        await page.locator(wait).waitFor();
        await page.waitForTimeout(400);
        await shot(`sheet-${name.toLowerCase()}`);
        await page.keyboard.press('Escape');
    }
    await page.locator('.fair-badge').click();
    await page.waitForTimeout(500);
    await shot('sheet-fairness');
}

async function lost(page, shot) {
    const sockets = [];
    await page.routeWebSocket(/\/socket/, (socket) => { socket.connectToServer(); sockets.push(socket); });
    await page.goto('/table/mbs');
    await page.locator('.spot.invites').waitFor();
    await page.route('**/api/ticket', (route) => route.abort());
    for (const socket of sockets) await socket.close();
    await page.locator('.banner').waitFor();
    await page.locator('.spot.invites').click();
    await page.waitForTimeout(300);
    await shot('lost');
    await page.unroute('**/api/ticket');
}

async function closed(page, shot) {
    await page.routeWebSocket(/\/socket/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
            const frame = JSON.parse(String(text));
            if (frame.is === 'table') frame.view = { ...frame.view, closed: true, can: [] };
            socket.send(JSON.stringify(frame));
        });
    });
    await page.goto('/table/mbs');
    await page.locator('.gate').waitFor();
    await shot('closed');
}

async function pages(page, shot, fresh) {
    await page.goto('/');
    await page.locator('.table-card').first().waitFor();
    await shot('lobby', page, true);
    await account(page, shot);
    await phases(page, shot, 'mbs');
    await page.goto('/table/mbs/history');
    await page.locator('.findings').waitFor();
    await page.waitForTimeout(500);
    await shot('history', page, true);
    await page.goto('/table/mbs/rules');
    await page.locator('.odds').waitFor();
    await shot('rules');
    for (const [name, hash] of [['lab', '#mbs?pair-plus=5&progressive=5&seats=4'], ['lab-two', '#ca-six-card~ca-six-card?six-card-bonus=5']]) {
        await page.goto(`/lab${hash}`);
        await page.locator('.lab-took').waitFor();
        await page.waitForTimeout(1500);
        await shot(name, page, true);
        await page.goto('/account'); /* a hash alone would not load the page anew */
    }
    await page.goto('/jackpot/sentosa');
    await page.locator('.wall-value').waitFor();
    await shot('jackpot');
    for (const [name, path] of [['no-table', '/table/nowhere'], ['no-page', '/nowhere'], ['no-jackpot', '/jackpot/nowhere'], ['no-rules', '/table/nowhere/rules'], ['no-history', '/table/nowhere/history']]) {
        await page.goto(path);
        await page.waitForTimeout(900);
        await shot(name);
    }
    await sheets(await fresh(), shot.at);
    await lost(await fresh(), shot.at);
    await closed(await fresh(), shot.at);
}

async function set(folder, name) {
    const [size, scheme] = name.split('-');
    const opened = [];
    const fresh = async () => { const one = await person(sizes[size], scheme, size === 'zoom' ? 2 : 1); opened.push(one); return one; };
    const page = await fresh();
    const shot = (what, of = page, fullPage = false) => of.screenshot({ path: `${folder}/${name}-${what}.png`, fullPage });
    shot.at = (what) => shot(what, opened.at(-1));
    for (const part of parts.split(',')) {
        if (part === 'pages') await pages(page, shot, fresh);
        else if (part === 'hit') await hit(page, shot);
        else if (part !== 'mbs' || !parts.includes('pages')) await phases(page, shot, part);
    }
    for (const one of opened) await one.context().close();
}

/* ---- The README's --------------------------------------------------------------------------------- */
async function readme(folder) {
    const shot = async (name, page) => {
        const path = `${folder}/${name}.png`;
        await page.screenshot({ path });
        execFileSync('convert', [path, '-dither', 'FloydSteinberg', '-colors', '160', '-strip', '-define', 'png:compression-level=9', path]);
    };
    const size = { width: 1200, height: 760 };
    const page = await person(size);
    const phone = await person(sizes.narrow, 'dark');
    const friend = await person(size);
    await grand_round(page, [friend, phone], ordinary, ['ante', 'pair_plus', 'progressive']);
    await page.getByRole('button', { name: 'Coach' }).click();
    await page.waitForTimeout(900);
    await shot('decision', page);
    await shot('phone', phone);
    await grand_end(page, [friend, phone]);
    await shot('result', page);
    await page.goto('/');
    await page.setViewportSize({ width: 1200, height: 960 });
    await page.locator('.table-card').first().waitFor();
    await page.waitForTimeout(1500);
    await shot('lobby', page);
    await page.setViewportSize(size);
    await page.goto('/table/grand');
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await page.locator('.odds').waitFor();
    await page.locator('.sheet-body').evaluate((body) => { body.scrollTop = body.querySelector('.odds').closest('section').offsetTop - 90; });
    await page.waitForTimeout(500);
    await shot('odds', page);
    const lab = await person({ width: 1200, height: 860 });
    await lab.goto('/lab#mbs~mbs?A-MBS-01=B&pays.pair_plus.straight=6%3A1');
    await lab.locator('.lab-took').waitFor();
    await lab.waitForTimeout(1500);
    await shot('lab', lab);
    const wall = await person({ width: 1000, height: 620 });
    await wall.goto('/jackpot/marina');
    await grand_round(page, [friend, phone], royal, ['ante', 'progressive']);
    await grand_end(page, [friend, phone]);
    await shot('jackpot', wall);
}

try {
    if (first === '--readme') {
        const folder = beside('../../docs/images');
        mkdirSync(folder, { recursive: true });
        await in_a_house(() => readme(folder));
    } else {
        mkdirSync(first, { recursive: true });
        for (const name of sets.split(',')) await in_a_house(() => set(first, name));
    }
} finally {
    await browser.close();
}
