/* checkpoints.test.ts -- the browser's memory of what a house signed, against houses that cheat.
 *
 * The house here is another implementation than the server's: hashes and signatures are Node's own,
 * and trees are those of the definition in RFC 6962. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { compare, consistent, cosigners, Memory, read_checkpoint, read_key, read_proof, signed_by } from '../../src/checkpoints.ts';

/* ---- A house ------------------------------------------------------------------------------ */
const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf_of = (text: string) => hash(Buffer.from([0]), Buffer.from(text));

function split(count: number): number {
    let k = 1;
    while (k * 2 < count) k *= 2;
    return k;
}

function root_of(leaves: Buffer[]): Buffer {
    if (leaves.length === 0) return hash();
    if (leaves.length === 1) return leaves[0]!;
    const k = split(leaves.length);
    return hash(Buffer.from([1]), root_of(leaves.slice(0, k)), root_of(leaves.slice(k)));
}

function subproof(m: number, leaves: Buffer[], whole: boolean): Buffer[] {
    if (m === leaves.length) return whole ? [] : [root_of(leaves)];
    const k = split(leaves.length);
    return m <= k
        ? [...subproof(m, leaves.slice(0, k), whole), root_of(leaves.slice(k))]
        : [...subproof(m - k, leaves.slice(k), false), root_of(leaves.slice(0, k))];
}

class Signer {
    readonly secret: KeyObject;
    readonly vkey: string;
    readonly id: Buffer;
    constructor(readonly name: string, readonly type: 1 | 4) {
        const pair = generateKeyPairSync('ed25519');
        const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
        this.secret = pair.privateKey;
        const body = Buffer.concat([Buffer.from([type]), raw]);
        this.id = hash(Buffer.from(`${name}\n`), body).subarray(0, 4);
        this.vkey = `${name}+${this.id.toString('hex')}+${body.toString('base64')}`;
    }
    line(text: string, time = 0): string {
        const stamp = Buffer.alloc(this.type === 4 ? 8 : 0);
        if (this.type === 4) stamp.writeBigUInt64BE(BigInt(time));
        const message = this.type === 4 ? `cosignature/v1\ntime ${time}\n${text}` : text;
        return `— ${this.name} ${Buffer.concat([this.id, stamp, sign(null, Buffer.from(message), this.secret)]).toString('base64')}\n`;
    }
}

const origin = 'trey/00112233445566778899aabbccddeeff';

class House {
    leaves: Buffer[] = [];
    constructor(readonly signer = new Signer(origin, 1)) {}
    play(count: number, what = 'record'): this {
        for (let i = 0; i < count; i++) this.leaves.push(leaf_of(`${what} ${this.leaves.length}`));
        return this;
    }
    copy(): House {
        const other = new House(this.signer);
        other.leaves = this.leaves.slice();
        return other;
    }
    text(size = this.leaves.length): string {
        return `${origin}\n${size}\n${root_of(this.leaves.slice(0, size)).toString('base64')}\n`;
    }
    note(size = this.leaves.length): string {
        return `${this.text(size)}\n${this.signer.line(this.text(size))}`;
    }
    prove = (from: number, to: number): Promise<string | null> => Promise.resolve(
        to > this.leaves.length ? null : subproof(from, this.leaves.slice(0, to), true).map((one) => `${one.toString('base64')}\n`).join(''));
}

function shelf(text: string | null = null) {
    const kept = { text };
    return { kept, get: () => kept.text, set: (next: string) => { kept.text = next; } };
}

/* ---- Forms ----------------------------------------------------------------------------------- */
test('the example of the signed-note specification is a key', () => {
    const key = read_key('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    assert.equal(key?.id, 0x530d903a);
    assert.equal(key?.type, 1);
    assert.equal(read_key('example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'), null);
});

test('a checkpoint is read strictly', () => {
    const note = new House().play(3).note();
    assert.equal(read_checkpoint(note)?.size, 3);
    for (const bad of ['', note.slice(0, -1), note.replace('\n3\n', '\n03\n'), note.replace('\n3\n', '\n-3\n'), note.replace('\n3\n', '\n3 \n'),
        note.replace('— ', '- '), note.replace('\n\n', '\n'), note.replace(/=\n\n/, '\n\n')]) assert.equal(read_checkpoint(bad), null, bad);
});

test('every beginning of a tree is consistent with it, and nothing else is', () => {
    const house = new House().play(40);
    for (let to = 1; to <= 40; to++) {
        for (let from = 1; from <= to; from++) {
            const a = root_of(house.leaves.slice(0, from));
            const b = root_of(house.leaves.slice(0, to));
            const proof = subproof(from, house.leaves.slice(0, to), true);
            assert.ok(consistent(from, a, to, b, proof), `${from} ${to}`);
            assert.ok(!consistent(from, hash(), to, b, proof));
            assert.ok(!consistent(from, a, to, hash(), proof));
            assert.ok(!consistent(from, a, to, b, [...proof, hash()]));
            if (proof.length > 0) assert.ok(!consistent(from, a, to, b, proof.slice(1)));
        }
    }
    assert.equal(read_proof('nonsense\n'), null);
    assert.deepEqual(read_proof(''), []);
});

test('signatures and cosignatures hold, with their time', async () => {
    const house = new House().play(9);
    const witness = new Signer('witness.example/w1', 4);
    const stranger = new Signer('witness.example/w1', 4);
    const note = read_checkpoint(house.note() + witness.line(house.text(), 1763200000))!;
    assert.deepEqual(await signed_by(note, read_key(house.signer.vkey)!), { signed: 'signed', time: 0 });
    assert.deepEqual(await signed_by(note, read_key(witness.vkey)!), { signed: 'signed', time: 1763200000 });
    assert.equal((await signed_by(note, read_key(stranger.vkey)!)).signed, 'unsigned');
    const moved = read_checkpoint(house.note() + witness.line(house.text(), 1763200000).replace('— ', '— '))!;
    moved.lines[1]!.bytes[7]! ^= 1; /* another time than the one that was signed */
    assert.equal((await signed_by(moved, read_key(witness.vkey)!)).signed, 'broken');
    assert.deepEqual((await cosigners(note, [read_key(house.signer.vkey)!, read_key(witness.vkey)!, read_key(stranger.vkey)!])).map((one) => one.name), ['witness.example/w1']);
});

/* ---- Houses ------------------------------------------------------------------------------------ */
test('an honest house is believed, also across reloads', async () => {
    const house = new House().play(5);
    const place = shelf();
    for (let i = 0; i < 40; i++) {
        const memory = new Memory(place);
        assert.equal(await memory.see(house.note(), house.signer.vkey), null);
        if (i % 3 === 0) assert.equal(await memory.check(house.note(), house.prove), null);
        assert.ok(memory.notes.length <= 24);
        house.play(1 + i % 4);
    }
    assert.ok(place.kept.text!.length < 20000);
});

test('a node that lags behind is not accused', async () => {
    const house = new House().play(50);
    const memory = new Memory(shelf());
    await memory.see(house.note(), house.signer.vkey);
    assert.equal(await memory.see(house.note(20), house.signer.vkey), null);
    assert.equal(await memory.check(house.note(20), house.prove), null);
    assert.equal(memory.newest?.size, 50);
});

test('a house that cuts its end off is noticed', async () => {
    const house = new House().play(50);
    const memory = new Memory(shelf());
    await memory.see(house.note(), house.signer.vkey);
    const cut = house.copy();
    cut.leaves.length = 30;
    assert.equal(await memory.see(cut.note(), house.signer.vkey), null); /* it could be a slow node */
    const verdict = await memory.check(cut.note(), cut.prove);
    assert.equal(verdict?.fault, 'back');
    assert.equal(read_checkpoint(verdict!.old)?.size, 50);
    assert.equal(read_checkpoint(verdict!.now)?.size, 30);
});

test('a house that cuts its end off and plays on is noticed', async () => {
    const house = new House().play(50);
    const memory = new Memory(shelf());
    await memory.see(house.note(), house.signer.vkey);
    const cut = house.copy();
    cut.leaves.length = 30;
    cut.play(40, 'another');
    await memory.see(cut.note(), house.signer.vkey);
    assert.equal((await memory.check(cut.note(), cut.prove))?.fault, 'forked');
});

test('a house that rewrites its history is noticed, whatever record it changes', async () => {
    for (const place of [0, 13, 49]) {
        const house = new House().play(50);
        const memory = new Memory(shelf());
        await memory.see(house.note(), house.signer.vkey);
        const other = house.copy();
        other.leaves[place] = leaf_of('forged');
        other.play(10);
        await memory.see(other.note(), house.signer.vkey);
        assert.equal((await memory.check(other.note(), other.prove))?.fault, 'forked');
    }
});

test('two roots of one size are noticed without asking', async () => {
    const house = new House().play(50);
    const memory = new Memory(shelf());
    await memory.see(house.note(), house.signer.vkey);
    const other = house.copy();
    other.leaves[7] = leaf_of('forged');
    assert.equal((await memory.see(other.note(), house.signer.vkey))?.fault, 'forked');
});

test('two people who are told two stories find out when they compare', async () => {
    const one = new House().play(50);
    const two = one.copy();
    one.play(10, 'for one');
    two.play(12, 'for two');
    const a = read_checkpoint(one.note())!;
    const b = read_checkpoint(two.note())!;
    assert.equal(await compare(a, b, one.prove), 'forked');
    assert.equal(await compare(a, b, two.prove), 'forked');
    assert.equal(await compare(read_checkpoint(one.note(50))!, b, two.prove), null);
});

test('another key, another origin and a broken signature are noticed', async () => {
    const house = new House().play(20);
    const start = async () => {
        const memory = new Memory(shelf());
        await memory.see(house.note(), house.signer.vkey);
        return memory;
    };
    const other = new House().play(20);
    assert.equal((await (await start()).see(other.note(), other.signer.vkey))?.fault, 'key');
    const elsewhere = new Signer('trey/ffffffffffffffffffffffffffffffff', 1);
    const text = house.text().replace(origin, elsewhere.name);
    assert.equal((await (await start()).see(`${text}\n${elsewhere.line(text)}`, elsewhere.vkey))?.fault, 'origin');
    const grown = house.copy().play(1);
    assert.equal((await (await start()).see(`${grown.text()}\n${house.signer.line('something else\n')}`, house.signer.vkey))?.fault, 'key');
});

test('a warning stays until it is dismissed, and a silent house is asked again', async () => {
    const house = new House().play(20);
    const place = shelf();
    const memory = new Memory(place);
    await memory.see(house.note(), house.signer.vkey);
    house.play(5);
    assert.equal(await memory.check(house.note(), () => Promise.resolve(undefined)), null);
    const other = house.copy();
    other.leaves[0] = leaf_of('forged');
    await memory.see(other.note(), house.signer.vkey);
    assert.equal((await memory.check(other.note(), other.prove))?.fault, 'forked');
    assert.equal(new Memory(place).fault?.fault, 'forked');
    assert.equal((await new Memory(place).see(house.note(), house.signer.vkey))?.fault, 'forked');
    const again = new Memory(place);
    again.forget();
    assert.equal(again.fault, null);
    assert.equal(await again.see(other.note(), house.signer.vkey), null);
});
