/* merge.test.ts -- frames laid over a view, as the server sends them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge, nothing_seen } from '../../src/merge.ts';
import type { TableFrame, View } from '../../src/frames.ts';

const view = {
    round: 1, phase: 'betting', gate: 'none', boxes: { 1: { seated: null }, 2: { seated: 5 } }, can: [], people: { 5: 'Eve' },
} as unknown as View;
const full: TableFrame = { is: 'table', table: 't', at: 7, full: true, events: [], view };
const part = (at: number, changes: object): TableFrame => ({ is: 'table', table: 't', at, events: [], view: changes as Partial<View> });

test('a_full_frame_replaces_everything', () => {
    const seen = merge({ at: 900, view: { ...view, phase: 'showdown' } }, full);
    assert.equal(seen.at, 7);
    assert.deepEqual(seen.view, view);
});

test('a_part_changes_only_its_members', () => {
    const seen = merge(merge(nothing_seen, full), part(8, { phase: 'closed' }));
    assert.equal(seen.view?.phase, 'closed');
    assert.deepEqual(seen.view?.people, { 5: 'Eve' });
    assert.equal(seen.at, 8);
});

test('of_the_boxes_only_the_seats_that_changed_are_laid_over', () => {
    const seen = merge(merge(nothing_seen, full), part(8, { boxes: { 1: { seated: 9 } } }));
    assert.deepEqual(seen.view?.boxes, { 1: { seated: 9 }, 2: { seated: 5 } });
});

test('a_member_that_becomes_null_is_null', () => {
    const seen = merge(merge(nothing_seen, { ...full, view: { ...view, clock: { for: 'bets', ends: 1, of: 1 } } }), part(8, { clock: null }));
    assert.equal(seen.view?.clock, null);
});

test('what_we_have_is_never_changed_in_place', () => {
    const first = merge(nothing_seen, full);
    merge(first, part(8, { boxes: { 1: { seated: 9 } } }));
    assert.equal((first.view?.boxes[1] as { seated: number | null }).seated, null);
});

test('an_older_frame_and_the_same_frame_change_nothing', () => {
    const seen = merge(merge(nothing_seen, full), part(9, { phase: 'closed' }));
    assert.equal(merge(seen, part(9, { phase: 'betting' })), seen);
    assert.equal(merge(seen, part(8, { phase: 'betting' })), seen);
});

test('a_part_without_a_whole_is_not_used', () => {
    assert.equal(merge(nothing_seen, part(3, { phase: 'closed' })), nothing_seen);
});
