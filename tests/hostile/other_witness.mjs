/* other_witness.mjs -- a witness and a log that share no code with Trey, from the C2SP
 * specifications: what they and we say to each other must fit.
 *
 *   witness VKEY-OF-LOG          serves add-checkpoint; prints its address and its vkey
 *   submit URL VKEY-OF-WITNESS   a log of its own submits to a witness; prints "good"
 *   vkey                         the vkey of that log */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createServer } from 'node:http';

const hash = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const seed_head = Buffer.from('302e020100300506032b657004220420', 'hex');
const public_head = Buffer.from('302a300506032b6570032100', 'hex');

function signer(name, type, number) {
    const secret = createPrivateKey({ key: Buffer.concat([seed_head, Buffer.alloc(32, number)]), format: 'der', type: 'pkcs8' });
    const raw = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(12);
    const body = Buffer.concat([Buffer.from([type]), raw]);
    const id = hash(Buffer.from(`${name}\n`), body).subarray(0, 4);
    return { name, id, secret, vkey: `${name}+${id.toString('hex')}+${body.toString('base64')}` };
}

function parse_vkey(text) {
    const [name, id, ...rest] = text.trim().split('+');
    const body = Buffer.from(rest.join('+'), 'base64');
    const key = createPublicKey({ key: Buffer.concat([public_head, body.subarray(1)]), format: 'der', type: 'spki' });
    return { name, id, type: body[0], key };
}

function parse_note(note) {
    const at = note.lastIndexOf('\n\n');
    const text = note.slice(0, at + 1);
    const [origin, size, root] = text.split('\n');
    const lines = note.slice(at + 2).trimEnd().split('\n').map((line) => line.split(' ')).map(([, name, base64]) => ({ name, bytes: Buffer.from(base64, 'base64') }));
    return { text, origin, size: Number(size), root: Buffer.from(root, 'base64'), lines };
}

const split = (n) => { let k = 1; while (k * 2 < n) k *= 2; return k; };
const node = (a, b) => hash(Buffer.from([1]), a, b);

/* Both roots from a proof, by following the recursion of RFC 6962 2.1.2 backwards. */
function roots(m, n, proof, whole, known) {
    if (m === n) {
        const root = whole ? known : proof.shift();
        return [root, root];
    }
    const k = split(n);
    if (m <= k) {
        const [small, large] = roots(m, k, proof, whole, known);
        return [small, node(large, proof.shift())];
    }
    const [small, large] = roots(m - k, n - k, proof, false, known);
    const left = proof.shift();
    return [node(left, small), node(left, large)];
}

/* ---- A witness ---------------------------------------------------------------------------- */
function serve(vkey) {
    const log = parse_vkey(vkey);
    const own = signer('other.example/w', 4, 7);
    let seen = { size: 0, root: hash() };
    const judge = (body) => {
        const at = body.indexOf('\n\n');
        const [old_line, ...proof] = body.slice(0, at).split('\n');
        const old = Number(/^old (0|[1-9][0-9]*)$/.exec(old_line)[1]);
        const note = parse_note(body.slice(at + 2));
        if (note.origin !== log.name) return [404, ''];
        const line = note.lines.find((one) => one.name === log.name && one.bytes.subarray(0, 4).toString('hex') === log.id);
        if (!line || !verify(null, Buffer.from(note.text), log.key, line.bytes.subarray(4))) return [403, ''];
        if (old > note.size) return [400, ''];
        if (old !== seen.size) return [409, `${seen.size}\n`];
        if (old > 0) {
            const rest = proof.map((one) => Buffer.from(one, 'base64'));
            const [small, large] = roots(old, note.size, rest, true, seen.root);
            if (rest.length > 0 || !small.equals(seen.root) || !large.equals(note.root)) return [422, ''];
        } else if (proof.length > 0) return [422, ''];
        seen = note;
        const time = Math.floor(Date.now() / 1000);
        const stamp = Buffer.alloc(8);
        stamp.writeBigUInt64BE(BigInt(time));
        const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${note.text}`), own.secret);
        return [200, `— ${own.name} ${Buffer.concat([own.id, stamp, signature]).toString('base64')}\n`];
    };
    const server = createServer((request, response) => {
        let body = '';
        request.setEncoding('utf8');
        request.on('data', (piece) => { body += piece; });
        request.on('end', () => {
            const [status, text] = request.method === 'POST' && request.url === '/add-checkpoint' ? judge(body) : [404, ''];
            response.writeHead(status, { 'Content-Type': status === 409 ? 'text/x.tlog.size' : 'text/plain' }).end(text);
        });
    });
    server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
}

/* ---- A log ----------------------------------------------------------------------------------- */
const log = signer('other.example/log', 1, 9);
const leaf = (i) => hash(Buffer.from([0]), Buffer.from(`entry ${i}`));
const root_of = (from, to) => (to - from === 0 ? hash() : to - from === 1 ? leaf(from) : node(root_of(from, from + split(to - from)), root_of(from + split(to - from), to)));

function subproof(m, from, to, whole) {
    if (m === to - from) return whole ? [] : [root_of(from, to)];
    const k = split(to - from);
    return m <= k ? [...subproof(m, from, from + k, whole), root_of(from + k, to)] : [...subproof(m - k, from + k, to, false), root_of(from, from + k)];
}

async function submit(url, vkey) {
    const witness = parse_vkey(vkey);
    const post = async (old, size, proof = old > 0 && old < size ? subproof(old, 0, size, true) : []) => {
        const text = `${log.name}\n${size}\n${root_of(0, size).toString('base64')}\n`;
        const line = `— ${log.name} ${Buffer.concat([log.id, sign(null, Buffer.from(text), log.secret)]).toString('base64')}\n`;
        const body = `old ${old}\n${proof.map((one) => `${one.toString('base64')}\n`).join('')}\n${text}\n${line}`;
        const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
        return { status: response.status, type: response.headers.get('content-type'), body: await response.text(), text };
    };
    const expect = (what, is, wanted) => { if (is !== wanted) throw new Error(`${what}: ${is}, not ${wanted}`); };
    let old = 0;
    for (const size of [1, 2, 3, 7, 8, 20, 21, 64, 100]) {
        const answer = await post(old, size);
        expect('a cosignature', answer.status, 200);
        const [, name, base64] = answer.body.trimEnd().split(' ');
        const bytes = Buffer.from(base64, 'base64');
        expect('the name', name, witness.name);
        expect('the key', bytes.subarray(0, 4).toString('hex'), witness.id);
        const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${answer.text}`;
        expect('the signature', verify(null, Buffer.from(message), witness.key, bytes.subarray(12)), true);
        old = size;
    }
    const conflict = await post(64, 128);
    expect('a conflict', conflict.status, 409);
    expect('its type', conflict.type, 'text/x.tlog.size');
    expect('its size', conflict.body, '100\n');
    expect('another proof', (await post(100, 128, [hash()])).status, 422);
    expect('backwards', (await post(100, 64, [])).status, 400);
    const kept = await fetch(`${url}/${createHash('sha256').update(log.name).digest('hex')}/checkpoint`);
    expect('the newest', parse_note(await kept.text()).size, 100);
    expect('an unknown log', (await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status, 404);
    console.log('good');
}

const [what, ...words] = process.argv.slice(2);
if (what === 'witness') serve(words[0]);
else if (what === 'submit') await submit(words[0], words[1]);
else if (what === 'vkey') console.log(log.vkey);
else if (what === 'witness-vkey') console.log(signer('other.example/w', 4, 7).vkey);
else process.exit(2);
