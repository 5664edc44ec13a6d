/* lab_settings.test.ts -- settings of the odds lab as words, as a link, and beside their control. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    about, changed, command_of, from_hash, near_words, pay_number, pay_text, pay_typed, settings_of, shortened, tidied, to_hash, words_of, type Book,
} from '../../src/lab_settings.ts';
import { cell_of, points_between, ranks, same_cell, value_of } from '../../src/lab_numbers.ts';

const book = {
    id: 'mbs', readings: [{ id: 'A-MBS-01', question: '', preset: 'A', letters: ['', ''] }],
    pays: [{ wager: 'pair_plus', title: 'Pair Plus', rows: [{ key: 'pays.pair_plus.straight', hand: 'straight', kind: 'rate', n: 5, d: 1, text: '5 to 1' }] }],
} as unknown as Book;

test('settings_are_the_words_of_a_command_line', () => {
    const settings = { book: 'mbs', set: { 'pair-plus': '5', 'A-MBS-01': 'B', 'pays.pair_plus.straight': '6:1', 'progressive.awards.royal': '$1250' } };
    assert.deepEqual(words_of(settings),
        ['mbs', '--pair-plus', '5', '--reading', 'A-MBS-01=B', '--set', 'pays.pair_plus.straight=6:1', '--set', 'progressive.awards.royal=$1250']);
    assert.equal(command_of(settings),
        "trey odds mbs --pair-plus 5 --reading A-MBS-01=B --set pays.pair_plus.straight=6:1 --set 'progressive.awards.royal=$1250'");
});

test('a_link_brings_both_settings_back', () => {
    const sides = [
        { book: 'mbs', set: { ante: '25', 'progressive.awards.royal': '$1,250~?&=%' } },
        { book: 'ca-six-card', set: { 'A-CA-16': 'B' } },
    ];
    assert.deepEqual(from_hash(to_hash(sides)), sides);
    assert.deepEqual(from_hash(to_hash([{ book: 'rws', set: {} }])), [{ book: 'rws', set: {} }]);
    assert.deepEqual(from_hash(''), []);
    assert.equal(from_hash('#a~b~c').length, 2);
});

test('what_is_as_the_book_has_it_is_not_kept', () => {
    const settings = changed({ book: 'mbs', set: {} }, 'A-MBS-01', 'B', 'A');
    assert.deepEqual(settings.set, { 'A-MBS-01': 'B' });
    assert.deepEqual(changed(settings, 'A-MBS-01', 'A', 'A').set, {});
    assert.deepEqual(changed(settings, 'A-MBS-01', null).set, {});
    const link = { book: 'mbs', set: { 'pays.pair_plus.straight': '5:1', 'A-MBS-01': 'A', 'A-MBS-99': 'A', seats: '1', ante: '10' } };
    assert.deepEqual(tidied(link, book).set, { ante: '10' });
    assert.deepEqual(tidied({ book: 'mbs', set: { pays: 'listed' } }, book).set, { 'pays.pair_plus.straight': 'none' }, 'a table lists what pays');
    assert.deepEqual(tidied({ book: 'mbs', set: { 'pays': 'listed', 'pays.pair_plus.straight': '6:1' } }, book).set, { 'pays.pair_plus.straight': '6:1' });
});

test('a_pay_is_typed_as_people_write_it', () => {
    for (const text of ['6', '6:1', '6 to 1', ' 6 : 1 ']) assert.equal(pay_typed('rate', text), '6:1', text);
    assert.equal(pay_typed('rate', '3:2'), '3:2');
    assert.equal(pay_typed('rate', 'six'), 'six', 'left for the library to refuse');
    for (const text of ['0', 'nothing', 'none']) assert.equal(pay_typed('rate', text), 'none', text);
    assert.equal(pay_typed('money', '$1,250'), '$1250');
    assert.equal(pay_typed('money', '12.5'), '$12.5');
    assert.equal(pay_typed('share', '25% of the meter'), '25%');
});

test('a_slider_and_a_text_agree', () => {
    for (const [kind, n, d, text] of [['rate', 40, 1, '40:1'], ['rate', 3, 2, '3:2'], ['money', 125_000, 0, '$1250'], ['money', 50, 0, '$0.50'], ['share', 25, 100, '25%'], ['rate', 0, 1, 'none']] as const) {
        assert.equal(pay_text(kind, n, d), text);
        assert.equal(pay_number(kind, text), n, text);
    }
    assert.equal(pay_number('rate', 'six'), null);
});

test('a_message_finds_its_control', () => {
    assert.equal(about('--set pays.pair_plus.straight=x:1: "x:1" is not a rate', 'ante'), 'pays.pair_plus.straight');
    assert.equal(about('--reading A-MBS-01=Z: write A-MBS-01=A to A-MBS-01=B', 'ante'), 'A-MBS-01');
    assert.equal(about('--pair-plus x: not an amount', 'ante'), 'pair-plus');
    assert.equal(about('ca-six-card refuses pair_plus: under the minimum', 'ante'), 'pair-plus');
    assert.equal(about('something else', 'meter'), 'meter');
    assert.equal(shortened('--pair-plus x: not an amount'), 'Not an amount');
    assert.equal(shortened('--ante 1 is out of range: give $5'), '1 is out of range: give $5');
});

test('a_table_opens_in_the_lab_with_its_own_values', () => {
    const rules = {
        rulebook: 'mbs', limits: { ante: [2500, 100_000], pair_plus: [500, 50_000] }, jackpot: { bet: 500, name: 'grand' },
        pays: [{ rows: [{ key: 'pays.pair_plus.straight', pays: '6 to 1' }, { key: 'progressive.awards.royal_spades', pays: '100% of the meter' }, { key: 'envy.royal', pays: '$1,250' }] }],
        readings: [{ id: 'A-MBS-01', letter: 'B' }],
    };
    assert.deepEqual(settings_of(rules as unknown as Parameters<typeof settings_of>[0], 1_234_500), {
        book: 'mbs', set: {
            'ante': '25', 'pair-plus': '5', 'progressive': '5', 'meter': '12345', 'pays.pair_plus.straight': '6:1',
            'progressive.awards.royal_spades': '100%', 'envy.royal': '$1250', 'A-MBS-01': 'B', 'pays': 'listed',
        },
    });
});

test('a_cell_of_the_chart_says_from_which_third_card_on', () => {
    const grid = new Uint8Array(13 ** 4 * 2);
    const at = (high: string, middle: string, low: string, suited: boolean) =>
        ((ranks.indexOf(high) * 13 + ranks.indexOf(middle)) * 13 + ranks.indexOf(low)) * 2 + Number(suited);
    const fill = (played: Record<string, number>) => { for (const [low, how] of Object.entries(played)) grid[at('Q', '6', low, false)] = how; };
    const cell = () => cell_of(grid, 0, ranks.indexOf('Q'), ranks.indexOf('6'), false);
    assert.deepEqual(cell(), { state: 'none', label: '' });
    fill({ 5: 3, 4: 3, 3: 1, 2: 1 });
    assert.deepEqual(cell(), { state: 'some', label: '4+' });
    const other = grid.slice();
    assert.ok(same_cell(grid, other, 0, 10, 4, false));
    fill({ 5: 3, 4: 3, 3: 3, 2: 3 });
    assert.deepEqual(cell(), { state: 'play', label: '' });
    assert.ok(!same_cell(grid, other, 0, 10, 4, false));
    fill({ 5: 1, 4: 1, 3: 1, 2: 1 });
    assert.deepEqual(cell(), { state: 'fold', label: '' });
    fill({ 5: 1, 4: 3, 3: 1, 2: 1 });
    assert.deepEqual(cell(), { state: 'some', label: '\u00b1' });
    grid[at('K', '9', '9', false)] = 3;
    assert.deepEqual(cell_of(grid, 0, 7, 7, false), { state: 'play', label: '' }, 'a pair below its third card');
});

test('fractions_and_differences_are_told', () => {
    assert.equal(value_of('-686689/20358520'), -686689 / 20358520);
    assert.equal(value_of('3'), 3);
    assert.equal(points_between(0.05, 0.03), '\u22122.0000');
    assert.equal(points_between(0.03, 0.05), '+2.0000');
});

/* Each book once, the chosen letters as they are, and every other letter alone. */
test('what_may_be_asked_next_differs_in_one_letter', () => {
    const of = (id: string, jackpot: boolean, readings: Book['readings']) => ({ id, jackpot, jackpot_bet: 500, readings }) as unknown as Book;
    const books = {
        books: [of('one', true, [{ id: 'A-X-01', question: '', preset: 'A', letters: ['', '', ''] }, { id: 'A-X-02', question: '', preset: 'B', letters: ['', ''] }]), of('two', false, [])],
        strategies: [],
    };
    const asked = [['one', '--ante', '5', '--reading', 'A-X-01=C']];
    const bets = ['one', '--progressive', '5', '--seats', '2'];
    assert.deepEqual(near_words(books, asked), [
        [...bets, '--reading', 'A-X-01=C', '--reading', 'A-X-02=B'],
        [...bets, '--reading', 'A-X-01=A', '--reading', 'A-X-02=B'],
        [...bets, '--reading', 'A-X-01=B', '--reading', 'A-X-02=B'],
        [...bets, '--reading', 'A-X-01=C', '--reading', 'A-X-02=A'],
        ['two'],
    ]);
    assert.deepEqual(near_words(books, []), [bets, ['two']]);
});
