/* signed.ts -- the page's memory of what the house signed: kept on this device, asked for proofs
 * after a reconnection and where somebody looks at past rounds. */
import { signal } from '@preact/signals';
import { type Cosigner, cosigners, type Key, Memory, type Prover, read_checkpoint, read_key, type Verdict } from './checkpoints.ts';

const name = 'trey-signed';
const memory = new Memory({
    get: () => { try { return localStorage.getItem(name); } catch { return null; } },
    set: (text) => { try { localStorage.setItem(name, text); } catch { /* a browser that keeps nothing */ } },
});

export const broken_word = signal<Verdict | null>(memory.fault);

export interface SignedNow {
    size: number;
    root: string;
    kept: number; /* checkpoints on this device */
    cosigners: Cosigner[];
    note: string;
    checked: boolean; /* everything that is kept leads to it */
}
export const signed_now = signal<SignedNow | null>(null);

async function text_of(path: string): Promise<string | null | undefined> {
    try {
        const response = await fetch(path, { credentials: 'same-origin' });
        if (response.ok) return await response.text();
        return response.status === 404 ? null : undefined;
    } catch {
        return undefined;
    }
}

const prove: Prover = (from, to) => text_of(`/checkpoints/consistency?from=${from}&to=${to}`);

/* With every frame that has one. */
export async function see_checkpoint(checkpoint: { note: string; key: string } | null): Promise<void> {
    if (checkpoint) broken_word.value = await memory.see(checkpoint.note, checkpoint.key);
}

let checking: Promise<void> | null = null;

/* Asks the house to prove what this device has kept. */
export function check_house(): Promise<void> {
    checking ??= look().finally(() => { checking = null; });
    return checking;
}

async function look(): Promise<void> {
    const [note, keys] = await Promise.all([text_of('/checkpoints'), text_of('/checkpoints/key')]);
    if (!note || !keys) return;
    const [own, ...others] = keys.trim().split('\n');
    broken_word.value = await memory.see(note, own ?? '') ?? await memory.check(note, prove);
    const shown = read_checkpoint(note);
    if (!shown) return;
    const witnesses = others.map(read_key).filter((key): key is Key => key !== null);
    signed_now.value = {
        size: shown.size, root: shown.root, note, kept: memory.notes.length,
        cosigners: await cosigners(shown, witnesses), checked: broken_word.value === null,
    };
}

export function dismiss_warning(): void {
    memory.forget();
    broken_word.value = null;
}
