/* queue.test.ts -- messages without an answer, over a connection that comes and goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Liveness, make_id, pause_ms, Queue } from '../../src/queue.ts';
import type { Answer } from '../../src/frames.ts';

const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const yes = (id: string | null): Answer => ({ is: 'answer', id, ok: true });

test('an_id_is_32_hex_digits_and_grows_with_time', () => {
    const random = Uint8Array.from({ length: 10 }, (_, i) => 250 + i);
    const early = make_id(1_763_200_000_000, random);
    assert.match(early, /^[0-9a-f]{32}$/);
    assert.ok(early < make_id(1_763_200_000_001, new Uint8Array(10)));
});

test('what_is_unanswered_is_sent_again_in_order_and_word_for_word', () => {
    const queue = new Queue();
    const sent = ids.map((id, i) => queue.add(id, { do: 'bet', table: 't', seat: i, wager: 'ante', amount: 500 }, () => {}));
    queue.answered(yes(ids[1]));
    assert.deepEqual(queue.unanswered(), [sent[0], sent[2]]);
    assert.deepEqual(JSON.parse(sent[0] as string), { id: ids[0], do: 'bet', table: 't', seat: 0, wager: 'ante', amount: 500 });
});

test('an_answer_settles_its_own_message_once', () => {
    const queue = new Queue();
    const heard: string[] = [];
    queue.add(ids[0], { do: 'fold' }, () => heard.push('first'));
    queue.add(ids[1], { do: 'play' }, () => heard.push('second'));
    assert.ok(queue.answered({ ...yes(ids[1]), again: true }));
    assert.ok(!queue.answered(yes(ids[1])));
    assert.ok(!queue.answered(yes(null)));
    assert.deepEqual(heard, ['second']);
    assert.equal(queue.size, 1);
});

test('when_the_session_ends_everybody_who_waits_is_told', () => {
    const queue = new Queue();
    const heard: (string | undefined)[] = [];
    queue.add(ids[0], { do: 'fold' }, (answer) => heard.push(answer.refused?.reason));
    queue.give_up('ended', 'over');
    assert.deepEqual(heard, ['ended']);
    assert.equal(queue.size, 0);
});

test('pauses_double_up_to_ten_seconds_and_are_spread', () => {
    assert.equal(pause_ms(0, 1), 500);
    assert.equal(pause_ms(1, 1), 1000);
    assert.equal(pause_ms(50, 1), 10_000);
    assert.equal(pause_ms(50, 0), 6000);
});

test('silence_is_asked_about_and_given_up_after_six_seconds', () => {
    const idle = new Liveness();
    idle.heard(1000);
    assert.ok(!idle.asks(10_999, false));
    assert.ok(idle.asks(11_000, false));
    assert.ok(!idle.asks(11_001, true), 'one question at a time');
    assert.ok(!idle.dead(17_000));
    assert.ok(idle.dead(17_001));
    idle.heard(17_002);
    assert.ok(!idle.dead(100_000), 'nothing was asked');
    const waiting = new Liveness();
    waiting.heard(1000);
    assert.ok(!waiting.asks(2499, true));
    assert.ok(waiting.asks(2500, true));
});

test('the_oldest_message_says_how_long_somebody_waits', () => {
    const queue = new Queue();
    assert.equal(queue.waits_since(5000), 0);
    queue.add(ids[0], { do: 'fold' }, () => {}, 1000);
    queue.add(ids[1], { do: 'play' }, () => {}, 2000);
    assert.equal(queue.waits_since(5000), 4000);
    queue.answered(yes(ids[0]));
    assert.equal(queue.waits_since(5000), 3000);
});
