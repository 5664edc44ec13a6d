/* cheating_house.test.ts -- a house that has its key file, its database, its page's server and every seat
 * but one plays against the checking code of two browsers. Each test is one way to cheat; the browser must
 * notice, and must not have given its share away where it could know better.
 *
 * The house is mock/fair.mjs on node's own crypto, so nothing of the checking code makes what it checks. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import * as shuffler from '../../mock/fair.mjs';
import {
    add_notes, begin_notes, check_live, check_round, compare_notes, may_pledge, may_share, missing_rounds, pledge_of, story_of, summary,
    took_part, type Finding, type Notes,
} from '../../src/fairness.ts';
import type { DealOrder, Fair, Opening, View } from '../../src/frames.ts';
import { from_hex, to_hex } from '../../src/hashes.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */
type House = any;
const ANN = 17, BOB = 3, HOUSE = 99; /* seats 2 and 5; the house's own guest at seat 6 */
const seats: Record<number, number> = { [ANN]: 2, [BOB]: 5, [HOUSE]: 6 };
const bytes = (hex: string) => from_hex(hex) as Uint8Array;

/* One browser: what it was shown last, what it keeps, and the share that it drew. */
class Browser {
    notes!: Notes;
    view!: View;
    share = to_hex(randomBytes(32));
    constructor(readonly player: number) {}
    sees(view: View): this {
        const fair = view.fair as Fair;
        this.view = view;
        this.notes = add_notes(this.notes ?? begin_notes(fair, view.phase), view);
        return this;
    }
    /* The pledge that it would send, or null. */
    pledge(): string | null {
        const fair = this.view.fair as Fair;
        if (!may_pledge(fair)) return null;
        this.notes = { ...this.notes, own: { player: this.player, share: this.share } };
        return to_hex(pledge_of(bytes(fair.commitment), this.player, bytes(this.share)));
    }
    opens(): string | null {
        return may_share(this.view.fair as Fair, this.notes) ? this.share : null;
    }
    live(): Finding[] { return check_live(this.view, this.notes); }
    after(fair: Fair, views: View[]): Finding[] { return check_round(fair, views, this.notes); }
}

function shown(house: House, player: number, phase: string, change: (fair: Fair) => void = () => {}): View {
    const { deck, order } = house;
    const hand = (n: number): string[] => (deck as string[]).slice(3 * n, 3 * n + 3);
    const over = phase === 'idle';
    const open: string[] = deck ? [...hand(order.hands.indexOf(seats[player])), ...(over ? hand(order.hands.length) : [])] : [];
    const fair = JSON.parse(JSON.stringify(shuffler.published(house, open, false))) as Fair;
    change(fair);
    const boxes: Record<string, object> = {};
    for (const seat of Object.values(seats)) {
        const mine = seats[player] === seat;
        boxes[seat] = { bettors: [], cards: !deck ? [] : mine ? hand(order.hands.indexOf(seat)) : [null, null, null] };
    }
    return {
        round: house.round, phase, bank: null, boxes, people: {}, settlement: over ? { round: house.round } : null,
        dealer: { cards: !deck ? [] : over ? hand(order.hands.length) : [null, null, null] }, fair,
    } as unknown as View;
}

const history = (house: House, player: number): { fair: Fair; views: View[] } => {
    const view = shown(house, player, 'idle');
    const { aborts: _, ...fair } = { ...(view.fair as Fair), seed: null };
    return { fair, views: [view] };
};

interface Table { house: House; ann: Browser; bob: Browser }

/* A round as it should be, up to a point. */
function play(to: 'betting' | 'pledged' | 'closed' | 'dealt' | 'over' = 'over', round = 12): Table {
    const house: House = shuffler.begin('The House', 'mbs', round, 'mbs');
    const ann = new Browser(ANN), bob = new Browser(BOB);
    const all = (phase: string) => { for (const one of [ann, bob]) one.sees(shown(house, one.player, phase)); };
    all('betting');
    if (to === 'betting') return { house, ann, bob };
    for (const one of [ann, bob]) assert.ok(shuffler.pledge(house, one.player, one.pledge()));
    const guest = randomBytes(32);
    shuffler.pledge(house, HOUSE, shuffler.pledge_of(house, HOUSE, guest).toString('hex'));
    all('betting');
    if (to === 'pledged') return { house, ann, bob };
    shuffler.fix(house, new Set([ANN, BOB, HOUSE]), [2, 5, 6]);
    all('closed');
    if (to === 'closed') return { house, ann, bob };
    for (const one of [ann, bob]) assert.ok(shuffler.share(house, one.player, one.opens()));
    assert.ok(shuffler.share(house, HOUSE, guest.toString('hex')));
    shuffler.shuffle(house);
    all('decision');
    if (to === 'dealt') return { house, ann, bob };
    all('idle');
    return { house, ann, bob };
}

const verdicts = (findings: Finding[], verdict: string) => findings.filter((one) => one.verdict === verdict).map((one) => one.check);
function notices(findings: Finding[], ...checks: string[]): void {
    assert.equal(summary(findings), 'bad', JSON.stringify(findings));
    for (const check of checks) assert.ok(verdicts(findings, 'differs').includes(check as never), `${check}: ${JSON.stringify(findings)}`);
}

test('an_honest_house_is_found_honest', () => {
    for (let i = 0; i < 20; i++) {
        const { house, ann, bob } = play();
        for (const one of [ann, bob]) {
            assert.equal(summary(one.live()), 'good', JSON.stringify(one.live()));
            const { fair, views } = history(house, one.player);
            assert.equal(summary(one.after(fair, views)), 'good');
        }
        assert.deepEqual(compare_notes(ann.notes, bob.notes), []);
        assert.equal(story_of(ann.notes), story_of(bob.notes));
    }
});

/* The forged A-A-A of the old checks: another hand is shown, its openings are true ones of other places. */
test('a_swapped_card', () => {
    const { house, ann } = play('dealt');
    const view = shown(house, ANN, 'decision');
    (view.boxes[2] as { cards: string[] }).cards = ['As', 'Ad', 'Ac'];
    view.fair!.openings = ['As', 'Ad', 'Ac'].map((card) => shuffler.published(house, [card], false)!.openings[0] as Opening);
    notices(ann.sees(view).live(), 'places');
});

test('a_swapped_card_with_a_made_up_opening', () => {
    const { house, ann } = play('dealt');
    const view = shown(house, ANN, 'decision');
    (view.boxes[2] as { cards: string[] }).cards[0] = 'As';
    view.fair!.openings[0]!.card = 'As';
    notices(ann.sees(view).live(), 'openings');
});

test('a_card_that_is_another_one_afterwards', () => {
    const { house, ann } = play();
    const { fair, views } = history(house, ANN);
    const cards = (views[0]!.boxes[2] as { cards: string[] }).cards;
    cards[0] = cards[0] === 'As' ? 'Ks' : 'As';
    notices(ann.after(fair, views), 'shown');
});

test('a_swapped_place', () => {
    const { house, ann } = play();
    const view = shown(house, ANN, 'idle');
    const mine = (view.boxes[2] as { cards: string[] }).cards;
    (view.boxes[2] as { cards: unknown }).cards = view.dealer.cards;
    view.dealer.cards = mine;
    ann.notes = { ...ann.notes, cards: {} }; /* as if this were the first that it saw */
    notices(ann.sees(view).live(), 'places');
});

/* Everything is made anew and fits together, only it is not what was committed to. */
test('a_swapped_commitment', () => {
    const { ann } = play();
    const other = play();
    const { fair, views } = history(other.house, ANN);
    notices(ann.after(fair, views), 'live', 'list_live', 'own');
});

test('a_commitment_that_changes_between_pledge_and_closing_call_gets_no_share', () => {
    const { ann } = play('pledged');
    const other = play('closed');
    ann.sees(shown(other.house, ANN, 'closed'));
    assert.equal(ann.opens(), null);
    notices(ann.live(), 'live');
});

test('a_swapped_root', () => {
    const { house, ann } = play();
    for (const change of [(roots: string[]) => roots.reverse(), (roots: string[]) => { roots[0] = 'ab'.repeat(32); }]) {
        const { fair, views } = history(house, ANN);
        change(fair.roots);
        notices(ann.after(fair, views), 'commitment', 'live');
    }
});

test('roots_that_do_not_fit_the_commitment_get_no_pledge', () => {
    const { house } = play('betting');
    const ann = new Browser(ANN).sees(shown(house, ANN, 'betting', (fair) => fair.roots.reverse()));
    assert.equal(ann.pledge(), null);
});

/* The house puts a share of its own choosing in the place of ours. */
test('a_swapped_contribution', () => {
    const { house, ann } = play();
    const mine = house.pledges.find((one: House) => one.player === ANN);
    mine.share = randomBytes(32);
    shuffler.shuffle(house);
    const { fair, views } = history(house, ANN);
    notices(ann.after(fair, views), 'list', 'own');
});

test('a_swapped_contribution_with_a_pledge_that_fits', () => {
    const { house, ann } = play();
    const mine = house.pledges.find((one: House) => one.player === ANN);
    mine.share = randomBytes(32);
    mine.pledge = shuffler.pledge_of(house, ANN, mine.share);
    shuffler.fix(house, new Set([ANN, BOB, HOUSE]), [2, 5, 6]);
    shuffler.shuffle(house);
    const { fair, views } = history(house, ANN);
    notices(ann.after(fair, views), 'list_live', 'own');
});

test('a_list_whose_hash_is_over_others_gets_no_share', () => {
    const { house, ann } = play('closed');
    ann.sees(shown(house, ANN, 'closed', (fair) => { fair.pledges[2]!.pledge = 'ab'.repeat(32); }));
    assert.equal(ann.opens(), null);
    notices(ann.live(), 'list');
});

test('an_order_that_is_not_clockwise_is_no_order', () => {
    const { house, ann } = play('pledged');
    shuffler.fix(house, new Set([ANN, BOB, HOUSE]), [5, 2, 6]);
    notices(ann.sees(shown(house, ANN, 'closed')).live(), 'order');
});

/* Whoever comes late has only the house's word for what was fixed when. */
test('a_browser_that_comes_late_does_not_call_a_round_good', () => {
    const { house } = play('closed');
    const late = new Browser(ANN).sees(shown(house, ANN, 'closed'));
    assert.equal(late.live().find((one) => one.check === 'live')!.verdict, 'unknown');
    assert.equal(late.live().find((one) => one.check === 'order')!.verdict, 'agrees');
    const dealt = play('dealt');
    const later = new Browser(ANN).sees(shown(dealt.house, ANN, 'decision'));
    for (const check of ['live', 'list_live', 'order', 'own']) assert.equal(later.live().find((one) => one.check === check)!.verdict, 'unknown', check);
    assert.equal(summary(later.live()), 'partly');
});

test('a_dropped_contribution', () => {
    const { house, ann } = play();
    shuffler.fix(house, new Set([BOB, HOUSE]), [2, 5, 6]);
    shuffler.shuffle(house);
    const { fair, views } = history(house, ANN);
    notices(ann.after(fair, views), 'list_live', 'own');
});

test('a_dropped_contribution_is_seen_before_the_share_is_given', () => {
    const { house, ann } = play('pledged');
    shuffler.fix(house, new Set([BOB, HOUSE]), [2, 5, 6]);
    assert.equal(ann.sees(shown(house, ANN, 'closed')).opens(), null);
    notices(ann.live(), 'own');
});

/* The last word: knowing all shares, the house tries shares of its guest until the deck is its own. */
test('a_contribution_that_is_chosen_last', () => {
    const { house, ann } = play('closed');
    const guest = house.pledges.find((one: House) => one.player === HOUSE);
    house.pledges.find((one: House) => one.player === ANN).share = Buffer.from(ann.opens() as string, 'hex');
    house.pledges.find((one: House) => one.player === BOB).share = randomBytes(32);
    let tries = 0;
    do {
        guest.share = randomBytes(32);
        shuffler.shuffle(house);
        tries++;
    } while (!(house.deck as string[]).slice(9, 12).some((card: string) => card.startsWith('A')) && tries < 1000);
    notices(ann.sees(shown(house, ANN, 'decision')).live(), 'list');
    guest.pledge = shuffler.pledge_of(house, HOUSE, guest.share);
    shuffler.fix(house, new Set([ANN, BOB, HOUSE]), [2, 5, 6]);
    shuffler.shuffle(house);
    notices(ann.sees(shown(house, ANN, 'decision')).live(), 'list_live');
});

test('a_contribution_of_somebody_else_that_is_not_opened', () => {
    const { house, ann } = play('dealt');
    house.pledges.find((one: House) => one.player === HOUSE).share = null;
    notices(ann.sees(shown(house, ANN, 'decision')).live(), 'joint');
});

test('a_cut_that_the_house_has_chosen', () => {
    const { house, ann } = play('dealt');
    house.joint = randomBytes(32);
    notices(ann.sees(shown(house, ANN, 'decision')).live(), 'joint');
});

test('an_order_of_dealing_that_is_changed_once_the_shares_are_known', () => {
    const { house, ann } = play('dealt');
    const other: DealOrder = { hands: [5, 2, 6], single: false, burn: false };
    for (const order of [other, { ...house.order, single: true }, { ...house.order, burn: true }]) {
        notices(ann.sees(shown({ ...house, order }, ANN, 'idle')).live(), 'order');
    }
});

/* A stack that is no deck of 52 cards. Whether it is dealt or shown is not the house's choice: either it is
 * shown, and everybody sees it, or it is dealt, and each has half a chance of not being caught. */
test('a_marked_stack_is_caught_every_other_time_whatever_it_holds', () => {
    let caught = 0;
    const rounds = 200;
    for (let i = 0; i < rounds; i++) {
        const house: House = shuffler.begin('The House', 'mbs', 12, 'mbs');
        const honest = house.stacks[0];
        /* Twos where there were aces; the tree is made over that. */
        house.stacks[0] = shuffler.stack_over(honest, honest.cards.map((card: number) => (card >= 48 ? card - 48 : card)));
        shuffler.commit(house);
        const ann = new Browser(ANN).sees(shown(house, ANN, 'betting'));
        shuffler.pledge(house, ANN, ann.pledge());
        shuffler.fix(house, new Set([ANN]), [2, 5, 6]);
        ann.sees(shown(house, ANN, 'closed'));
        shuffler.share(house, ANN, ann.opens());
        shuffler.shuffle(house);
        const findings = ann.sees(shown(house, ANN, 'decision')).live();
        const spare = findings.find((one) => one.check === 'spare')!.verdict;
        assert.equal(spare, house.used === house.stacks[0] ? 'agrees' : 'differs');
        caught += summary(findings) === 'bad' ? 1 : 0;
    }
    /* Six deviations of a fair coin. */
    assert.ok(caught > rounds / 2 - 6 * Math.sqrt(rounds / 4), `${caught} of ${rounds}`);
});

test('a_shortened_history', () => {
    const rounds = [12, 13, 14].map((round) => play('over', round));
    const noted = rounds.filter(({ ann }) => took_part(ann.notes)).map(({ ann }) => ann.notes.round);
    assert.deepEqual(noted, [12, 13, 14]);
    assert.deepEqual(missing_rounds([14, 12], true, noted), [13]);
    assert.deepEqual(missing_rounds([14, 13], false, noted), [12]);
    assert.deepEqual(missing_rounds([14, 13, 12], false, noted), []);
    /* Of one round: openings, the list, or the cut are left out. */
    const { house, ann } = rounds[0] as Table;
    const cut = (change: (fair: Fair) => void) => {
        const { fair, views } = history(house, ANN);
        change(fair);
        return ann.after(fair, views);
    };
    notices(cut((fair) => { fair.openings.pop(); }), 'shown');
    notices(cut((fair) => { fair.list = null; fair.order = null; fair.joint = null; fair.pledges = []; }), 'list', 'order', 'joint');
    notices(cut((fair) => { fair.joint = null; fair.spare = null; }), 'joint');
    assert.notEqual(summary(cut((fair) => { fair.openings = []; })), 'good');
});

/* Each lives in a world of their own, in which everything fits; together they find it out. */
test('two_stories_to_two_players', () => {
    const one = play(), two = play();
    assert.equal(summary(one.ann.live()), 'good');
    assert.equal(summary(two.bob.live()), 'good');
    assert.deepEqual(compare_notes(one.ann.notes, two.bob.notes).slice(0, 4), ['commitment', 'roots', 'list', 'joint']);
    assert.notEqual(story_of(one.ann.notes), story_of(two.bob.notes));
    /* The same commitment and list, and another dealer's hand. */
    const told = { ...one.bob.notes, cards: { ...one.bob.notes.cards, dealer: ['2c', '3d', '7h'] } };
    assert.deepEqual(compare_notes(one.ann.notes, told), ['dealer']);
    assert.notEqual(story_of(one.ann.notes), story_of(told));
    /* A hand that both have seen. */
    const hands = { ...one.bob.notes, cards: { ...one.bob.notes.cards, 2: ['2c', '3d', '7h'] } };
    assert.deepEqual(compare_notes(one.ann.notes, hands), ['hand 2']);
    assert.deepEqual(compare_notes(one.ann.notes, play('over', 13).bob.notes), ['round']);
});

/* Bob is shown a list without Ann, and Ann one without Bob. */
test('two_lists_for_two_players', () => {
    const { house, ann, bob } = play('pledged');
    const without = (player: number) => {
        const copy = { ...house, pledges: house.pledges.map((one: House) => ({ ...one })) };
        shuffler.fix(copy, new Set([ANN, BOB, HOUSE].filter((one) => one !== player)), [2, 5, 6]);
        return copy;
    };
    ann.sees(shown(without(BOB), ANN, 'closed'));
    bob.sees(shown(without(ANN), BOB, 'closed'));
    assert.ok(ann.opens() && bob.opens());
    assert.deepEqual(compare_notes(ann.notes, bob.notes), ['list']);
});
