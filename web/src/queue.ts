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
    settle: (answer: Answer) => void;
}

export class Queue {
    private waiting = new Map<string, Waiting>();

    add(id: string, message: Message, settle: (answer: Answer) => void): string {
        const text = JSON.stringify({ id, ...message });
        this.waiting.set(id, { text, settle });
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

    get size(): number {
        return this.waiting.size;
    }
}

/* How long to wait before the next attempt: half a second, doubling to ten, spread so that
 * not everybody comes back in the same instant. */
export function pause_ms(attempt: number, random: number): number {
    const full = Math.min(10_000, 500 * 2 ** Math.min(attempt, 10));
    return Math.round(full * (0.6 + 0.4 * random));
}
