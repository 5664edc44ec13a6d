/* house_visitor.mjs -- visits a house as a browser does.
 *
 *   guests URL N          N guests come in; waits until the house has signed that
 *   remember MODULE URL FILE   the page's own memory (web/src/checkpoints.ts, bundled) looks at the
 *                              house once; prints the fault that it finds, or "good"
 *   cosigned URL VKEY...  waits until the newest note has a cosignature of each that holds
 *   routes URL            asks for what is not there, and for too much
 *   notes URL             checks the newest note with Node's own hashes and signatures */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const text_of = async (url) => {
    const response = await fetch(url);
    return response.ok ? response.text() : response.status === 404 ? null : undefined;
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const size_of = (note) => Number(note.split('\n')[1]);

async function newest(url) {
    for (;;) {
        const note = await text_of(`${url}/checkpoints`);
        if (note) return note;
        await pause(50);
    }
}

async function guests(url, count) {
    const before = size_of(await newest(url));
    for (let i = 0; i < count; i++) {
        const response = await fetch(`${url}/api/guest`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', 'X-Trey': '1' } });
        if (!response.ok) throw new Error(`a guest was turned away: ${response.status} ${await response.text()}`);
    }
    /* An account and its chips: two records each. */
    while (size_of(await newest(url)) < before + 2 * count) await pause(50);
    console.log(size_of(await newest(url)));
}

async function remember(module, url, file) {
    const { Memory } = await import(module);
    const memory = new Memory({ get: () => (existsSync(file) ? readFileSync(file, 'utf8') : null), set: (text) => writeFileSync(file, text) });
    const note = await newest(url);
    const key = (await text_of(`${url}/checkpoints/key`)).split('\n')[0];
    const prove = async (from, to) => {
        for (;;) { /* after a start the records are read first */
            const proof = await text_of(`${url}/checkpoints/consistency?from=${from}&to=${to}`);
            if (proof !== undefined) return proof;
            await pause(100);
        }
    };
    const verdict = await memory.see(note, key) ?? await memory.check(note, prove);
    console.log(verdict?.fault ?? 'good');
}

async function notes(url) {
    const note = await newest(url);
    const [name, id, key] = (await text_of(`${url}/checkpoints/key`)).split('\n')[0].split('+').map((part, i, all) => (i < 2 ? part : all.slice(2).join('+')));
    const bytes = Buffer.from(key, 'base64');
    const hashed = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
    if (hashed !== id) throw new Error(`the key's number is ${hashed}, and it says ${id}`);
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    const line = note.slice(text.length + 1).split('\n')[0].split(' ');
    const signature = Buffer.from(line[2], 'base64');
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
    const public_key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    if (line[0] !== '—' || line[1] !== name || text.split('\n')[0] !== name) throw new Error('the names differ');
    if (signature.subarray(0, 4).toString('hex') !== id || bytes[0] !== 1) throw new Error('the numbers differ');
    if (!verify(null, Buffer.from(text), public_key, signature.subarray(4))) throw new Error('the signature does not hold');
    console.log('good');
}

async function cosigned(url, ...vkeys) {
    for (;;) {
        const note = await newest(url);
        const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
        const lines = note.slice(text.length + 1).trimEnd().split('\n').map((line) => line.split(' '));
        const holds = vkeys.map((vkey) => {
            const [name, id, ...rest] = vkey.split('+');
            const line = lines.find((one) => one[1] === name);
            if (!line) return false;
            const bytes = Buffer.from(line[2], 'base64');
            const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(rest.join('+'), 'base64').subarray(1)]);
            const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${text}`;
            const good = bytes.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(message), createPublicKey({ key: spki, format: 'der', type: 'spki' }), bytes.subarray(12));
            if (!good) throw new Error(`the cosignature of ${name} does not hold`);
            return true;
        });
        if (holds.every(Boolean)) return console.log('good');
        await pause(100);
    }
}

async function routes(url) {
    const size = size_of(await newest(url));
    const expect = (what, is, wanted) => { if (is !== wanted) throw new Error(`${what}: ${is}, not ${wanted}`); };
    const status = async (path, options) => (await fetch(`${url}${path}`, options)).status;
    const post = (body, headers = { 'Content-Type': 'application/json', 'X-Trey': '1' }) => ({ method: 'POST', body, headers });
    expect('the newest is kept briefly', (await fetch(`${url}/checkpoints`)).headers.get('cache-control'), 'public, max-age=5');
    const proof = await fetch(`${url}/checkpoints/consistency?from=0&to=${size}`);
    expect('a proof is kept for ever', proof.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    expect('from nothing on nothing is to be proved', await proof.text(), '');
    expect('a page behind the last', await text_of(`${url}/checkpoints?after=${size}`), '');
    for (const [path, wanted] of [
        [`/checkpoints/consistency?from=1&to=${size}`, 404], [`/checkpoints/consistency?from=${size}&to=${size + 1}`, 404],
        [`/checkpoints/consistency?from=${size}&to=0`, 404], ['/checkpoints/consistency?from=1', 400], ['/checkpoints/consistency', 400],
        ['/checkpoints/consistency?from=-1&to=2', 400], ['/checkpoints/consistency?from=01&to=2', 400],
        ['/checkpoints/consistency?from=1&to=99999999999999999999', 400], ['/checkpoints?after=x', 400],
        ['/checkpoints?after=9223372036854775807', 400], ['/checkpoints/nothing', 404], ['/checkpoints/', 404],
    ]) expect(path, await status(path), wanted);
    const cosignatures = '/checkpoints/cosignatures';
    const note = JSON.stringify({ note: await newest(url) });
    expect('GET', await status(cosignatures), 405);
    expect('without the header', await status(cosignatures, post(note, { 'Content-Type': 'application/json' })), 403);
    expect('no object', await status(cosignatures, post('[]')), 400);
    expect('no note', await status(cosignatures, post('{"note": 7}')), 400);
    expect('nonsense', await status(cosignatures, post('{"note": "nonsense"}')), 422);
    expect('nothing new', await status(cosignatures, post(note)), 422);
    let last = 0;
    for (let i = 0; i < 400 && last !== 429; i++) last = await status('/checkpoints?after=0');
    expect('too much', last, 429);
    expect('the newest is there all the same', await status('/checkpoints'), 200);
    console.log('good');
}

const [what, ...words] = process.argv.slice(2);
if (what === 'guests') await guests(words[0], Number(words[1]));
else if (what === 'remember') await remember(...words);
else if (what === 'cosigned') await cosigned(...words);
else if (what === 'routes') await routes(words[0]);
else if (what === 'notes') await notes(words[0]);
else process.exit(2);
