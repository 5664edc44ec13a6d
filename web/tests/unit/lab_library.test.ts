/* lab_library.test.ts -- the library in WebAssembly says what the library says, digit for digit.
 *
 * TREY_PROGRAM is the `trey` that it is held against. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open_library } from '../../src/lab_wasm.ts';

const program = process.env.TREY_PROGRAM;
const skip = program ? false : 'TREY_PROGRAM names no program to compare with';
/* Tests are bundled into web/.built. */
const module = WebAssembly.compile(readFileSync(new URL('../../build/wasm/trey.wasm', import.meta.url)));
const library = module.then(open_library);

const native = (words: readonly string[]) => spawnSync(program ?? '', ['odds', ...words], { encoding: 'utf8', maxBuffer: 1 << 26 });
const plain = (json: string) => JSON.stringify(JSON.parse(json));

/* Every rulebook; wagers, meters, boxes, strategies, readings that move the order of hands and
 * others that move money, pays up, down and gone. */
const questions = `
mbs
mbs --ante 25 --pair-plus 5 --progressive 5 --seats 6 --meter 80000
mbs --reading A-MBS-01=B --pair-plus 10
mbs --reading A-MBS-05=B --reading A-MBS-07=B --progressive 1 --seats 3
mbs --set pays.pair_plus.straight=6 --set pays.pair_plus.flush=3 --set pays.ante_bonus.royal=none
mbs --set progressive.awards.royal=$500 --set progressive.awards.straight_flush=$100 --progressive 5
mbs --strategy always --pair-plus 5
mbs --strategy mimic --progressive 5 --seats 7
rws
rws --pair-plus 5 --strategy queen-high --set pays.pair_plus.pair=3:2
rws --reading A-RWS-03=B --progressive 5 --seats 5 --reset 20000
rws-progressive
rws-progressive --progressive 5 --seats 7 --pair-plus 5
rws-progressive --progressive 5 --meter 900000 --contribution 0.50
rws-progressive --progressive 5 --seats 2 --reading A-RWS-03=B --strategy q-6-4
ca-six-card
ca-six-card --pair-plus 5 --six-card-bonus 5 --seats 3 --bank 500
ca-six-card --six-card-bonus 5 --set pays.six_card_bonus.straight=10 --strategy mimic
ca-six-card --reading A-CA-16=B
`.trim().split('\n').map((line) => line.split(' '));

test('every_digit_is_the_same_in_a_browser', { skip }, async () => {
    const lab = await library;
    for (const words of questions) {
        const wanted = native([...words, '--json']);
        assert.equal(wanted.status, 0, `${words.join(' ')}: ${wanted.stderr}`);
        const told = lab.odds(words, true);
        assert.ok(told.ok, `${words.join(' ')}: ${told.text}`);
        assert.equal(plain(told.text), plain(wanted.stdout), words.join(' '));
    }
});

/* The second time the counts come from its memory; there they may have come by being warmed. */
test('what_it_remembers_changes_no_digit', { skip }, async () => {
    const lab = await library, warmed = await module.then(open_library);
    for (const words of [...questions].reverse()) {
        const one = lab.odds(words, false), two = lab.odds(words, false);
        while (warmed.warm(words));
        const third = warmed.odds(words, false);
        assert.equal(one.text, two.text, words.join(' '));
        assert.equal(one.text, third.text, words.join(' '));
        assert.deepEqual(one.grid, third.grid);
    }
});

test('what_is_wrong_is_said_in_the_same_words', { skip }, async () => {
    const lab = await library;
    for (const words of [['nobook'], ['mbs', '--ante', 'x'], ['mbs', '--ante', '0'], ['mbs', '--set', 'pays.pair_plus.straight=x'], ['mbs', '--six-card-bonus', '5'],
        ['mbs', '--set', 'pays.pair_plus.strait=5'], ['mbs', '--reading', 'A-MBS-01=Z'], ['rws', '--seats', '9'], ['rws', '--bank', '100'], ['ca-six-card', '--seats', '8'],
        ['ca-six-card', '--meter', '5'], ['mbs', '--progressive', '5', '--contribution', '6'], ['mbs', '--strategy', 'bset'], ['mbs', '--ant', '5']]) {
        const wanted = native([...words, '--json']);
        assert.equal(wanted.status, 2, words.join(' '));
        const told = lab.odds(words, false);
        assert.ok(!told.ok);
        assert.equal(told.text, wanted.stderr.trim().replace(/^trey odds: /gm, ''), words.join(' '));
    }
    assert.ok(lab.odds(['mbs'], false).ok, 'and it goes on');
});

test('the_sheet_is_the_same_page', { skip }, async () => {
    const lab = await library;
    const folder = mkdtempSync(join(tmpdir(), 'trey-lab-'));
    const file = join(folder, 'sheet.html');
    try {
        for (const words of [['mbs', '--pair-plus', '5', '--reading', 'A-MBS-01=B'], ['ca-six-card', '--bank', '500']]) {
            const before = new Date().toISOString().slice(0, 10);
            const made = native([...words, '--report', file]);
            assert.equal(made.status, 0, made.stderr);
            const wanted = readFileSync(file, 'utf8').replace(` --report ${file}`, '');
            const date = /\d{4}-\d\d-\d\d/.exec(wanted.slice(wanted.indexOf('<body')))?.[0];
            const told = lab.sheet(wanted.includes(before) ? before : date ?? before, words);
            assert.equal(told.text, wanted, words.join(' '));
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test('the_chart_shows_the_same_hands', { skip }, async () => {
    const lab = await library;
    const told = lab.odds(['mbs'], false);
    const grid = told.grid ?? new Uint8Array();
    const order = '23456789TJQKA';
    const hands = (JSON.parse(native(['mbs', '--hands', '--json']).stdout) as { hands: { hand: string; play: boolean }[] }).hands;
    assert.equal(hands.length, 22100);
    for (const one of hands) {
        const cards = one.hand.split(' ').map((card) => [order.indexOf(card.slice(0, -1).replace('10', 'T')), card.slice(-1)] as const).sort((a, b) => b[0] - a[0]);
        const [high, middle, low] = cards.map((card) => card[0]);
        const suited = new Set(cards.map((card) => card[1])).size === 1;
        assert.equal(grid[((high! * 13 + middle!) * 13 + low!) * 2 + Number(suited)], one.play ? 3 : 1, one.hand);
    }
});
