/* shots.mjs -- pictures of every page and phase, wide and narrow, light and dark, to be looked
 * at by a person.
 *
 *   node tests/shots.mjs FOLDER [ADDRESS]     without an address the stand-in server is started */
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { launch_options } from './browser.mjs';

const [folder = 'shots', address, only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

async function start() {
    const env = { ...process.env, PORT: '0', MOCK_BETS_MS: '30000', MOCK_DECIDE_MS: '40000', MOCK_STEP_MS: '300', MOCK_PAUSE_MS: '7000' };
    const child = spawn(process.execPath, [new URL('../mock/server.mjs', import.meta.url).pathname], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await new Promise((done) => child.stdout.once('data', (bytes) => done(String(bytes).trim())));
    return { url: line, stop: () => child.kill() };
}

const server = address && address !== '-' ? { url: address, stop() {} } : await start();
const browser = await chromium.launch(launch_options);

async function phases(page, shot, table) {
    await page.goto(`${server.url}/table/${table}`);
    await page.locator('.felt').waitFor();
    await page.waitForTimeout(400);
    await shot(`${table}-1-newcomer`);
    const narrow = page.viewportSize().width < 860;
    const box = (seat) => page.locator(narrow ? '.large .box' : `[data-box="${seat}"]`);
    const seat = narrow ? 0 : await page.evaluate(() => Number(document.querySelector('.invites')?.closest('[data-box]')?.dataset.box));
    const ante = box(seat).locator('.spot-ante');
    await ante.click();
    await page.waitForTimeout(150);
    await ante.click();
    await box(seat).locator('.spot-pair_plus').click();
    if (await box(seat).locator('.spot-progressive').count()) await box(seat).locator('.spot-progressive').click();
    if (await box(seat).locator('.spot-six_card_bonus').count()) await box(seat).locator('.spot-six_card_bonus').click();
    if (!narrow && table === 'mbs') await page.locator(`[data-box="${seat === 3 ? 4 : 3}"] .spot-ante`).click();
    await page.waitForTimeout(600);
    await shot(`${table}-2-bets`);
    await page.getByRole('button', { name: 'Deal' }).click();
    await page.locator('.moves').waitFor();
    await page.waitForTimeout(2200);
    await shot(`${table}-3-decision`);
    for (let i = 0; i < 3; i++) {
        const play = page.getByRole('button', { name: /^Play \$/ });
        if (await play.count() === 0) break;
        await play.first().click();
        await page.waitForTimeout(250);
    }
    await page.waitForTimeout(450);
    await shot(`${table}-4-showdown`);
    await page.locator('.dock-result').waitFor();
    await page.waitForTimeout(1700);
    await shot(`${table}-5-result`);
}

async function set(name, viewport, scheme) {
    const context = await browser.newContext({ viewport, colorScheme: scheme, hasTouch: viewport.width < 860, deviceScaleFactor: 1 });
    const page = await context.newPage();
    page.on('console', (message) => { if (message.type() === 'error') console.log(name, message.text()); });
    page.on('pageerror', (error) => console.log(name, error.message));
    const shot = (what) => page.screenshot({ path: `${folder}/${name}-${what}.png` });
    if (!only || only.includes('lobby')) {
        await page.goto(server.url);
        await page.locator('.table-card').first().waitFor();
        await shot('lobby');
    }
    const tables = ['mbs', 'california', 'rws', 'rws-progressive'].filter((t) => !only || only.split(',').includes(t));
    for (const table of scheme === 'dark' ? tables : tables.slice(0, 1)) await phases(page, shot, table);
    if (!only || only.includes('pages')) {
        await page.goto(`${server.url}/table/mbs/history`);
        await page.locator('.findings').waitFor();
        await page.screenshot({ path: `${folder}/${name}-history.png`, fullPage: true });
        await page.goto(`${server.url}/table/mbs/rules`);
        await page.locator('.odds').waitFor();
        await shot('rules');
        await page.goto(`${server.url}/account`);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${folder}/${name}-account.png`, fullPage: true });
        await page.goto(`${server.url}/jackpot/Marina%20Grand`);
        await page.locator('.wall-value').waitFor();
        await shot('jackpot');
        await page.goto(`${server.url}/table/mbs`);
        await page.getByRole('button', { name: 'Rules' }).click();
        await page.locator('.odds').waitFor();
        await shot('sheet');
    }
    await context.close();
}

const wanted = (process.env.SETS ?? 'wide-dark,narrow-dark,wide-light,narrow-light,small-dark,huge-dark').split(',');
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 }, small: { width: 360, height: 640 }, huge: { width: 1920, height: 1080 } };
try {
    for (const name of wanted) {
        const [size, scheme] = name.split('-');
        await set(name, sizes[size], scheme).catch((error) => console.log(name, error.message));
    }
} finally {
    await browser.close();
    server.stop();
}
