/* notes.ts -- what this browser saw of its rounds, kept in this browser.
 *
 * A house can change what it says of a round afterwards; it cannot change these. The last rounds of each
 * table are kept. What a signed checkpoint said would belong here too. */
import type { Notes } from './fairness.ts';
import type { Fair } from './frames.ts';
import { forget_under, keep, kept, kept_under } from './prefs.ts';

export const rounds_kept = 60;

/* Storage may be forbidden: then what this window knows lasts as long as it. */
const memory = new Map<string, Notes>();
const shares = new Map<string, string>();
const sent = new Set<string>();

const key = (table: string, round: number) => `round.${table}.${round}.notes`;
const share_key = (fair: Fair) => `share.${fair.table}.${fair.round}.${fair.commitment.slice(0, 16)}.`;

export function noted_rounds(table: string): number[] {
    return kept<number[]>(`rounds.${table}`) ?? [];
}

export function notes_of(table: string, round: number): Notes | null {
    return kept<Notes>(key(table, round)) ?? memory.get(key(table, round)) ?? null;
}

/* Two windows of one person may draw a share each, and only one pledge counts: none may overwrite the other's. */
export function remember_share(fair: Fair, share: string): void {
    shares.set(share_key(fair), share);
    keep(share_key(fair) + share.slice(0, 8), share);
}

/* Every share that was drawn in this browser for this round and commitment. */
export function shares_of(fair: Fair): string[] {
    const own = shares.get(share_key(fair));
    return [...new Set([...(own === undefined ? [] : [own]), ...kept_under<string>(share_key(fair))])];
}

/* A share that has left this browser is no secret any more: a house that shows the same round again gets
 * another one. */
export function share_is_sent(share: string): void {
    sent.add(share);
    keep(`sent.${share.slice(0, 16)}`, true);
}

export function unsent_share(fair: Fair): string | undefined {
    return shares_of(fair).find((share) => !sent.has(share) && kept(`sent.${share.slice(0, 16)}`) === null);
}

export function save_notes(notes: Notes): void {
    const rounds = noted_rounds(notes.table);
    if (!rounds.includes(notes.round)) {
        const all = [...rounds, notes.round].sort((a, b) => a - b);
        while (all.length > rounds_kept) {
            const old = all.shift() as number;
            forget_under(key(notes.table, old));
            for (const share of kept_under<string>(`share.${notes.table}.${old}.`)) forget_under(`sent.${share.slice(0, 16)}`);
            forget_under(`share.${notes.table}.${old}.`);
        }
        keep(`rounds.${notes.table}`, all);
    }
    if (memory.size > rounds_kept) memory.clear(); /* of old rounds nothing is needed any more */
    memory.set(key(notes.table, notes.round), notes);
    keep(key(notes.table, notes.round), notes);
}
