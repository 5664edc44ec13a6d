/* pace.mjs -- how many presses a round takes, and how long: somebody who presses as soon as there is something to
 * press and their own cards lie before them, with all motion. Times are printed and judge nothing.
 *
 *   node tests/pace.mjs [ROUNDS] [--next]     --next presses "Next round" instead of waiting for it
 *
 * It knows buttons by their words, so that it can be laid into an older tree and measure that. */
import { chromium } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { launch_options } from './browser.mjs';
import { start_house } from './house.mjs';

process.env.TREY_PROGRAM ??= fileURLToPath(new URL('../../build/release/bin/trey', import.meta.url));
const rounds = Number(process.argv[2] ?? 11) || 11;
const hurry = process.argv.includes('--next');

const house = await start_house('pace.yaml');
const browser = await chromium.launch(launch_options);
const page = await (await browser.newContext({ baseURL: house.url, viewport: { width: 1280, height: 800 } })).newPage();
await page.goto('/table/mbs');
await page.locator('.plate.free').first().click();
await page.locator('.spot.invites').click();

/* In the page, so that nothing but the page is measured. */
const round = (press_next) => page.evaluate(async (press_next) => {
    const button = (words) => [...document.querySelectorAll('.dock button')].find((one) => words.test(one.textContent ?? '') && !one.disabled && one.getAttribute('aria-disabled') !== 'true');
    const until = (find) => new Promise((done) => {
        const look = () => { const found = find(); if (found) done(found); else requestAnimationFrame(look); };
        look();
    });
    let presses = 0;
    const press = (one) => { presses++; one.click(); };
    const open = await until(() => button(/^Deal/) ?? button(/^Rebet/));
    if (!/^Deal/.test(open.textContent)) press(open);
    const deal = await until(() => button(/^Deal/));
    const begin = performance.now();
    press(deal);
    const landed = () => {
        const cards = [...document.querySelectorAll('.box.own .card.up')];
        return cards.length === 3 && cards.every((one) => one.getAnimations({ subtree: true }).every((motion) => motion.playState !== 'running'));
    };
    const play = await until(() => landed() && button(/^Play \$/));
    const offered = performance.now();
    press(play);
    await until(() => document.querySelector('.result-head'));
    const ended = performance.now();
    await until(() => document.querySelector('.felt').getAnimations({ subtree: true }).every((one) => one.playState !== 'running'));
    const rested = performance.now();
    if (press_next) press(await until(() => button(/^Next round/)));
    await until(() => button(/^Rebet/));
    return { presses, to_decide: offered - begin, to_result: ended - offered, round: ended - begin, at_rest: rested - begin, next_bets: performance.now() - begin };
}, press_next);

const all = [];
for (let i = 0; i < rounds; i++) all.push(await round(hurry));
const middle = (of) => { const sorted = all.map(of).sort((a, b) => a - b); return sorted[Math.floor(sorted.length / 2)]; };
const seconds = (of) => (middle(of) / 1000).toFixed(2);
console.log(`${rounds} rounds, middle: Deal to decision ${seconds((one) => one.to_decide)} s, decision to result ${seconds((one) => one.to_result)} s, `
    + `together ${seconds((one) => one.round)} s; at rest after ${seconds((one) => one.at_rest)} s, bets open again after ${seconds((one) => one.next_bets)} s; `
    + `presses ${all.map((one) => one.presses).join(' ')}`);
await browser.close();
await house.stop();
