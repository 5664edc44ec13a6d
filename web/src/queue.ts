/* queue.ts -- messages that have no answer yet.
 *
 * Each has an id of its own, so a message may be sent again after a lost connection and
 * still happens once. The queue remembers what is unanswered, in order, and nothing else;
 * the socket is somebody else's. */
import type { Answer, Message } from './frames.ts';

/* 32 hex digits: twelve of the time, so that ids grow, the rest from `random`. */
export function make_id(now: number, random: Uint8Array): string {
    let id = Math.floor(now).toString(16).padStart(12, '0').slice(-12);
    for (let i = 0; i < 10; i++) id += (random[i] ?? 0).toString(16).padStart(2, '0');
    return id;
}

interface Waiting {
    text: string;
    since: number;
    settle: (answer: Answer) => void;
}

export class Queue {
    private waiting = new Map<string, Waiting>();

    add(id: string, message: Message, settle: (answer: Answer) => void, since = 0): string {
        const text = JSON.stringify({ id, ...message });
        this.waiting.set(id, { text, settle, since });
        return text;
    }

    /* False for an answer that nobody waits for: it was given before. */
    answered(answer: Answer): boolean {
        const waiting = answer.id === null ? undefined : this.waiting.get(answer.id);
        if (!waiting) return false;
        this.waiting.delete(answer.id as string);
        waiting.settle(answer);
        return true;
    }

    /* What must be sent again on a new connection, in the order of old. */
    unanswered(): string[] {
        return [...this.waiting.values()].map((one) => one.text);
    }

    /* Nobody will answer any more: everything is settled with this refusal. */
    give_up(reason: string, text: string): void {
        const all = [...this.waiting.entries()];
        this.waiting.clear();
        for (const [id, one] of all) {
            one.settle({ is: 'answer', id, ok: false, refused: { reason, text } });
        }
    }

    /* How long the oldest message has waited; 0 where none does. */
    waits_since(now: number): number {
        const first = this.waiting.values().next().value;
        return first ? now - first.since : 0;
    }

    get size(): number {
        return this.waiting.size;
    }
}

/* Whether the other side is still there: asked when it has been silent for long, or at once where
 * somebody waits; given up where a question stays without any word for six seconds. */
export class Liveness {
    private heard_at = 0;
    private asked_at = 0;

    heard(now: number): void {
        this.heard_at = now;
        this.asked_at = 0;
    }

    asks(now: number, waited_for: boolean): boolean {
        if (this.asked_at > 0 || now - this.heard_at < (waited_for ? 1500 : 10_000)) return false;
        this.asked_at = now;
        return true;
    }

    dead(now: number): boolean {
        return this.asked_at > 0 && now - this.asked_at > 6000;
    }

    silent(now: number): number {
        return now - this.heard_at;
    }
}

/* How long to wait before the next attempt: half a second, doubling to ten, spread so that
 * not everybody comes back in the same instant. */
export function pause_ms(attempt: number, random: number): number {
    const full = Math.min(10_000, 500 * 2 ** Math.min(attempt, 10));
    return Math.round(full * (0.6 + 0.4 * random));
}
