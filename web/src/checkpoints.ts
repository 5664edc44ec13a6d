/* checkpoints.ts -- what the house has signed, kept by the browser and held against it.
 *
 * A house signs the size and the root of its record every minute (docs/witness.md). Whoever has
 * kept one checkpoint can ask, whenever they come back, for the proof that it is the beginning of
 * today's: a house that cut off its end or rewrote its history cannot give it. The forms are C2SP
 * signed-note, tlog-checkpoint and tlog-cosignature; proofs are those of RFC 6962 2.1.2.
 *
 * Nothing here touches the page. Signatures need the browser's own Ed25519, which only secure
 * pages have; without it everything else is checked, and that is said. */
import { sha256, to_hex } from './hashes.ts';

/* ---- Notes -------------------------------------------------------------------------------- */
export interface SignatureLine { name: string; id: number; bytes: Uint8Array }
export interface Checkpoint {
    note: string; /* all of it */
    text: string; /* what is signed */
    origin: string;
    size: number;
    root: string; /* in base64, as it is written */
    lines: SignatureLine[];
}
export interface Key { name: string; type: number; id: number; bytes: Uint8Array }

const log_key = 1;
const witness_key = 4;
const utf8 = new TextEncoder();

/* Null for text that is not canonical base64. */
export function from_base64(text: string): Uint8Array | null {
    if (text.length === 0 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
    const raw = atob(text);
    if (btoa(raw) !== text) return null;
    return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}

const id_of = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);

function read_line(line: string): SignatureLine | null {
    const found = /^— ([^ +\s]+) ([A-Za-z0-9+/=]+)$/.exec(line);
    const bytes = found && from_base64(found[2]!);
    if (!bytes || bytes.length <= 4) return null;
    return { name: found![1]!, id: id_of(bytes), bytes: bytes.slice(4) };
}

/* Null for anything that is not a well-formed checkpoint. */
export function read_checkpoint(note: string): Checkpoint | null {
    const split = note.lastIndexOf('\n\n');
    if (split < 0 || note.length > 65536 || !note.endsWith('\n')) return null;
    const text = note.slice(0, split + 1);
    const [origin, size, root, ...more] = text.slice(0, -1).split('\n');
    const lines = note.slice(split + 2, -1).split('\n').map(read_line);
    if (!origin || !size || !root || more.some((line) => line === '')) return null;
    if (!/^(0|[1-9][0-9]{0,14})$/.test(size) || from_base64(root)?.length !== 32) return null;
    if (lines.some((line) => line === null)) return null;
    return { note, text, origin, size: Number(size), root, lines: lines as SignatureLine[] };
}

export function read_key(vkey: string): Key | null {
    const found = /^([^ +\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey.trim());
    const bytes = found && from_base64(found[3]!);
    if (!found || !bytes || bytes.length !== 33) return null;
    const name = utf8.encode(found[1]!);
    const hashed = new Uint8Array(name.length + 1 + bytes.length);
    hashed.set(name);
    hashed[name.length] = 10;
    hashed.set(bytes, name.length + 1);
    const id = id_of(sha256(hashed));
    if (id !== parseInt(found[2]!, 16)) return null;
    return { name: found[1]!, type: bytes[0]!, id, bytes: bytes.slice(1) };
}

/* ---- Signatures --------------------------------------------------------------------------- */
export type Signed = 'signed' | 'unsigned' | 'broken' | 'unchecked';

async function holds(key: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean | null> {
    const subtle = globalThis.crypto?.subtle;
    if (!subtle) return null;
    try {
        const imported = await subtle.importKey('raw', key as BufferSource, { name: 'Ed25519' }, false, ['verify']);
        return await subtle.verify({ name: 'Ed25519' }, imported, signature as BufferSource, message as BufferSource);
    } catch {
        return null; /* this browser has no Ed25519 */
    }
}

/* Has this key signed, or cosigned, the checkpoint? `time` is in seconds, of a witness alone. */
export async function signed_by(checkpoint: Checkpoint, key: Key): Promise<{ signed: Signed; time: number }> {
    let signed: Signed = 'unsigned';
    let time = 0;
    for (const line of checkpoint.lines) {
        if (line.id !== key.id || line.name !== key.name) continue;
        let signature = line.bytes;
        let message = checkpoint.text;
        if (key.type === witness_key) {
            if (signature.length !== 72) return { signed: 'broken', time: 0 };
            const at = new DataView(signature.buffer, signature.byteOffset, 8);
            time = at.getUint32(0) * 0x100000000 + at.getUint32(4);
            message = `cosignature/v1\ntime ${time}\n${checkpoint.text}`;
            signature = signature.slice(8);
        }
        if (signature.length !== 64) return { signed: 'broken', time: 0 };
        const good = await holds(key.bytes, signature, utf8.encode(message));
        if (good === false) return { signed: 'broken', time: 0 };
        signed = good ? 'signed' : 'unchecked';
    }
    return { signed, time };
}

/* ---- Consistency ---------------------------------------------------------------------------- */
function node(left: Uint8Array, right: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(65);
    bytes[0] = 1;
    bytes.set(left, 1);
    bytes.set(right, 33);
    return sha256(bytes);
}

const half = (n: number) => Math.floor(n / 2);
const odd = (n: number) => n % 2 === 1;
const same = (a: Uint8Array, b: Uint8Array) => to_hex(a) === to_hex(b);

/* Is the tree of `from` leaves the beginning of the one of `to` leaves? */
export function consistent(from: number, from_root: Uint8Array, to: number, to_root: Uint8Array, proof: Uint8Array[]): boolean {
    if (from > to || from < 1) return false;
    if (from === to) return proof.length === 0 && same(from_root, to_root);
    let place = from - 1;
    let last = to - 1;
    for (; odd(place); place = half(place)) last = half(last);
    const parts = place === 0 ? [from_root, ...proof] : proof.slice(); /* a full tree is its own first part */
    const first = parts.shift();
    if (!first) return false;
    let smaller = first;
    let larger = first;
    for (const part of parts) {
        if (last === 0) return false;
        if (odd(place) || place === last) {
            smaller = node(part, smaller);
            larger = node(part, larger);
            for (; !odd(place) && place !== 0; place = half(place)) last = half(last);
        } else {
            larger = node(larger, part);
        }
        place = half(place);
        last = half(last);
    }
    return last === 0 && same(smaller, from_root) && same(larger, to_root);
}

/* One hash a line. */
export function read_proof(text: string): Uint8Array[] | null {
    if (text === '') return [];
    if (!text.endsWith('\n')) return null;
    const hashes = text.slice(0, -1).split('\n').map(from_base64);
    return hashes.every((hash) => hash?.length === 32) && hashes.length <= 63 ? (hashes as Uint8Array[]) : null;
}

/* ---- What the browser remembers ---------------------------------------------------------------- */
/* The proof as text; null where the house has none for these sizes; undefined where nobody answers. */
export type Prover = (from: number, to: number) => Promise<string | null | undefined>;

export type Fault =
    | 'back' /* it shows fewer records than it has signed, and cannot lead on to them */
    | 'forked' /* it has signed two histories */
    | 'key' /* another key signs, or a signature does not hold */
    | 'origin'; /* it keeps another record than before: its history was left behind */

export interface Verdict { fault: Fault; old: string; now: string } /* both notes */

/* Does the second follow from the first? Null: yes; undefined: nobody answered. */
export async function compare(a: Checkpoint, b: Checkpoint, prove: Prover): Promise<Fault | null | undefined> {
    if (a.origin !== b.origin) return 'origin';
    const [from, to] = a.size <= b.size ? [a, b] : [b, a];
    if (from.size === to.size) return from.root === to.root ? null : 'forked';
    if (from.size === 0) return null;
    const text = await prove(from.size, to.size);
    if (text === undefined) return undefined;
    const proof = text === null ? null : read_proof(text);
    if (proof && consistent(from.size, from_base64(from.root)!, to.size, from_base64(to.root)!, proof)) return null;
    return a.size > b.size ? 'back' : 'forked';
}

export interface Shelf { get(): string | null; set(text: string): void }

interface Kept {
    key: string; /* of the house, as it was seen first */
    notes: string[]; /* by size; all but the last ones are proven to lead to the next */
    proven: number; /* so many of them */
    fault: Verdict | null; /* stays until somebody dismisses it */
}

const kept_most = 24;
const unproven_most = 8;

function read_kept(text: string | null): Kept | null {
    try {
        const kept = JSON.parse(text ?? 'null') as Kept | null;
        if (!kept || typeof kept.key !== 'string' || !Array.isArray(kept.notes) || kept.notes.some((note) => !read_checkpoint(note))) return null;
        return kept;
    } catch {
        return null;
    }
}

/* The checkpoints that this browser saw. */
export class Memory {
    private kept: Kept;

    constructor(private shelf: Shelf) {
        this.kept = read_kept(shelf.get()) ?? { key: '', notes: [], proven: 0, fault: null };
    }

    get fault(): Verdict | null { return this.kept.fault; }
    get newest(): Checkpoint | null { return read_checkpoint(this.kept.notes[this.kept.notes.length - 1] ?? ''); }
    get notes(): readonly string[] { return this.kept.notes; }
    get key(): Key | null { return read_key(this.kept.key); }

    private save(): void { this.shelf.set(JSON.stringify(this.kept)); }

    private blame(fault: Fault, old: string, now: string): Verdict {
        this.kept.fault = { fault, old, now };
        this.save();
        return this.kept.fault;
    }

    /* The person has seen the warning, and begins again with what the house shows now. */
    forget(): void {
        this.kept = { key: '', notes: [], proven: 0, fault: null };
        this.save();
    }

    /* A checkpoint that the house sent. What can be said at once is said at once. */
    async see(note: string, key: string): Promise<Verdict | null> {
        const seen = read_checkpoint(note);
        const parsed = read_key(key);
        const newest = this.newest;
        if (this.kept.fault) return this.kept.fault;
        if (!seen || !parsed || parsed.type !== log_key || parsed.name !== seen.origin) return newest ? this.blame('key', newest.note, note) : null;
        if (newest && newest.origin !== seen.origin) return this.blame('origin', newest.note, note);
        if (newest && this.kept.key !== key) return this.blame('key', newest.note, note);
        const { signed } = await signed_by(seen, parsed);
        if (signed === 'broken' || signed === 'unsigned') return newest ? this.blame('key', newest.note, note) : null;
        const twin = this.kept.notes.find((one) => read_checkpoint(one)!.size === seen.size);
        if (twin && read_checkpoint(twin)!.root !== seen.root) return this.blame('forked', twin, note);
        this.kept.key = key;
        if (!twin && (!newest || newest.size < seen.size)) this.keep(note);
        this.save();
        return null;
    }

    private keep(note: string): void {
        this.kept.notes.push(note);
        /* Of those that wait for a proof the oldest and the newest say the most. */
        if (this.kept.notes.length - this.kept.proven > unproven_most) this.kept.notes.splice(this.kept.proven + 1, 1);
        while (this.kept.notes.length > kept_most && this.kept.proven > 1) {
            this.kept.notes.shift();
            this.kept.proven--;
        }
    }

    /* Asks the house to prove that everything kept leads to what it shows now. Null: it does, or
     * nobody answered and it is asked again the next time. */
    async check(now: string, prove: Prover): Promise<Verdict | null> {
        if (this.kept.fault) return this.kept.fault;
        const shown = read_checkpoint(now);
        const newest = this.newest;
        if (!shown || !newest) return null;
        for (let i = Math.max(this.kept.proven, 1); i < this.kept.notes.length; i++) {
            const before = read_checkpoint(this.kept.notes[i - 1]!)!;
            const after = read_checkpoint(this.kept.notes[i]!)!;
            const fault = await compare(before, after, prove);
            if (fault === undefined) return null;
            /* A house that lost its end knows neither size any more. */
            if (fault) return shown.size < after.size ? this.blame('back', after.note, now) : this.blame(fault, before.note, after.note);
            this.kept.proven = i + 1;
        }
        this.kept.proven = Math.max(this.kept.proven, 1);
        this.save();
        const fault = await compare(newest, shown, prove);
        return fault ? this.blame(fault, newest.note, now) : null;
    }
}

/* ---- Witnesses -------------------------------------------------------------------------------- */
export interface Cosigner { name: string; signed: Signed; time: number }

/* Of the witnesses that the house names, those that have cosigned this. */
export async function cosigners(checkpoint: Checkpoint, keys: Key[]): Promise<Cosigner[]> {
    const found: Cosigner[] = [];
    for (const key of keys) {
        if (key.type !== witness_key) continue;
        const { signed, time } = await signed_by(checkpoint, key);
        if (signed === 'signed' || signed === 'unchecked') found.push({ name: key.name, signed, time });
    }
    return found;
}
