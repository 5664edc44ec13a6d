/* server.mjs -- a stand-in for `trey serve`, for work on the page alone; never shipped.
 *
 * Speaks docs/protocol.md as far as a player sees it. Rounds are played by the real engine
 * (engine.mjs); people, chips and jackpots live in memory. PORT 0 takes any port; the
 * address is the only line on standard output. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { odds, rules } from './engine.mjs';
import { published } from './fair.mjs';
import { cage_frame, desk_forms, hire, obey_staff, office_question, pit_frame } from './staff.mjs';
import { Table, refuse } from './table.mjs';

const dist = new URL('../dist/', import.meta.url);
const house = 'The Mock House';
const people = new Map();
const sessions = new Map();
const tickets = new Map();
const visits = new Set();
const answers = new Map();
let last_person = 16;

const floor = {
    house, at: 1000, stale: false,
    jackpots: {
        'Marina Grand': { value: 1_234_500, reset: 1_000_000, last: [{ time: Date.now() - 7.2e6, table: 'mbs', seat: 4, name: 'Wei Ling', value: 1_873_200 }, { time: Date.now() - 9e7, table: 'mbs', seat: 2, name: 'Guest 5', value: 125_000 }] },
        'Sentosa Sunset': { value: 5_120_300, reset: 2_500_000, last: [{ time: Date.now() - 3.1e7, table: 'rws-progressive', seat: 6, name: 'Arun', value: 2_980_150 }] },
    },
    bot: (player) => player < 16,
    name: (player) => people.get(player)?.name ?? `Guest ${player}`,
    chips: (player) => {
        const one = people.get(player);
        if (!one) return 1_000_000;
        let sum = one.chips;
        for (const table of tables.values()) sum -= table.staked_by(player);
        return sum;
    },
    pay(player, net) {
        const one = people.get(player);
        if (!one) return;
        one.chips += net;
        for (const visit of visits) if (visit.player === player) visit.send({ is: 'you', chips: floor.chips(player) });
    },
    meter(name, value) { floor.jackpots[name].value = value; },
};

const bots = [['Nadia', 2], ['Marcus', 5]];
bots.forEach(([name], i) => people.set(i + 1, { id: i + 1, name, role: 'player', guest: false, chips: 1e9 }));
people.set(3, { id: 3, name: 'Dora', role: 'player', guest: false, chips: 1e9 });
hire(people);
const seated = (extra = []) => [...bots.map(([, seat], i) => ({ seat, player: i + 1 })), ...extra];
const tables = new Map([
    { name: 'mbs', title: 'Marina', book: 'mbs', positions: 7, jackpot: 'Marina Grand', limits: { ante: [2500, 100000], pair_plus: [2500, 50000] }, wagers: ['ante', 'play', 'pair_plus', 'progressive'], bots: seated() },
    { name: 'rws', title: 'Sentosa', book: 'rws', positions: 6, jackpot: null, limits: { ante: [1000, 50000], pair_plus: [500, 25000] }, wagers: ['ante', 'play', 'pair_plus'], bots: seated() },
    { name: 'rws-progressive', title: 'Sentosa Progressive', book: 'rws-progressive', positions: 7, jackpot: 'Sentosa Sunset', limits: { ante: [2500, 100000], pair_plus: [2500, 50000] }, wagers: ['ante', 'play', 'pair_plus', 'progressive'], bots: seated() },
    { name: 'california', title: 'California', book: 'ca-six-card', positions: 8, jackpot: null, limits: { ante: [500, 50000], pair_plus: [500, 20000], six_card_bonus: [500, 20000] }, wagers: ['ante', 'play', 'pair_plus', 'six_card_bonus'], bots: seated([{ seat: 8, player: 3 }]) },
].map((settings) => [settings.name, null, settings]).map(([name, , settings]) => [name, settings]));
for (const [name, settings] of tables) {
    tables.set(name, { staked_by: () => 0 });
    tables.set(name, new Table(floor, settings));
}

const person = (id) => ({ ...people.get(id), chips: floor.chips(id) });
const lobby = () => ({
    is: 'lobby', people: new Set([...visits].map((visit) => visit.player)).size,
    tables: [...tables.values()].map((t) => ({
        table: t.name, title: t.title, rulebook: t.book, positions: t.positions, seated: t.seats.size, phase: t.phase, round: t.round,
        limits: t.limits, meter: t.jackpot ? t.meter : null, jackpot: t.jackpot, closed: false, automatic: true,
    })),
    jackpots: Object.entries(floor.jackpots).map(([name, one]) => ({ name, value: one.value, reset: one.reset, down: false, waiting: [], last: one.last })),
});

/* ---- HTTP ------------------------------------------------------------------------------- */
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', webmanifest: 'application/manifest+json', wasm: 'application/wasm' };
const headers = { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'", 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

function send(reply, status, body, more = {}) {
    reply.writeHead(status, { 'Content-Type': 'application/json', ...headers, ...more });
    reply.end(JSON.stringify(body));
}
const wrong = (reply, status, reason, text) => send(reply, status, { error: { reason, text } });
const session = (request) => sessions.get(/trey_session=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1]);

function sign_in(reply, id) {
    const token = randomBytes(16).toString('hex');
    sessions.set(token, id);
    send(reply, 200, { you: person(id) }, { 'Set-Cookie': `trey_session=${token}; HttpOnly; SameSite=Strict; Path=/` });
}

const posts = {
    guest(_, reply) {
        const id = ++last_person;
        people.set(id, { id, name: `Guest ${id}`, role: 'player', guest: true, chips: 100000 });
        sign_in(reply, id);
    },
    join(id, reply, { name, password }) {
        if (!id) return wrong(reply, 401, 'not_signed_in', 'sign in first');
        if (!name || (password ?? '').length < 8) return wrong(reply, 400, 'weak_password', 'a password has at least 8 characters');
        if ([...people.values()].some((one) => one.name === name)) return wrong(reply, 409, 'name_taken', 'this name is taken');
        Object.assign(people.get(id), { name, guest: false, password });
        send(reply, 200, { you: person(id) });
    },
    'sign-in'(_, reply, { name, password }) {
        const one = [...people.values()].find((p) => p.name === name && p.password && p.password === password);
        if (!one) return wrong(reply, 401, 'wrong_password', 'name or password is wrong');
        sign_in(reply, one.id);
    },
    'sign-out'(_, reply) { send(reply, 200, {}, { 'Set-Cookie': 'trey_session=; Max-Age=0; Path=/' }); },
    ticket(id, reply) {
        if (!id) return wrong(reply, 401, 'not_signed_in', 'sign in first');
        const ticket = randomBytes(16).toString('hex');
        tickets.set(ticket, id);
        send(reply, 200, { ticket });
    },
};

function question(request, reply, url, id) {
    const [, , what, name, part, number] = url.pathname.split('/');
    if (what === 'me') return id ? send(reply, 200, { you: person(id) }) : wrong(reply, 401, 'not_signed_in', 'sign in first');
    const figures = office_question(url, people.get(id), tables, floor.jackpots);
    if (figures) return send(reply, figures.status, figures.body);
    if (what !== 'tables') return wrong(reply, 404, 'not_found', 'no such thing');
    if (!name) return send(reply, 200, lobby());
    const table = tables.get(decodeURIComponent(name));
    if (!table) return wrong(reply, 404, 'not_found', 'no such table');
    if (part === 'desk') return people.get(id)?.role !== 'player' && id ? send(reply, 200, desk_forms(table.name)) : wrong(reply, 403, 'not_allowed', 'desks are for those who work here');
    if (part === 'rules') return send(reply, 200, rules(table));
    if (part === 'odds') {
        const q = (key) => Number(url.searchParams.get(key) ?? 0);
        return send(reply, 200, odds(table.book, { ante: q('ante'), 'pair-plus': q('pair_plus'), progressive: table.jackpot ? q('progressive') : 0, 'six-card-bonus': q('six_card_bonus') }, table.jackpot ? table.meter : 0));
    }
    if (part !== 'rounds') return wrong(reply, 404, 'not_found', 'no such thing');
    const mine = table.history.filter((one) => one.settlement.players.some((p) => p.player === id)).reverse();
    if (!number) {
        const before = Number(url.searchParams.get('before') ?? Infinity);
        const list = mine.filter((one) => one.round < before);
        return send(reply, 200, {
            rounds: list.slice(0, 20).map((one) => {
                const me = one.settlement.players.find((p) => p.player === id);
                return { round: one.round, time: one.time, staked: me.staked, back: me.back, net: me.net, void: one.settlement.void };
            }), more: list.length > 20,
        });
    }
    const one = mine.find((each) => each.round === Number(number));
    if (!one) return wrong(reply, 404, 'not_found', 'no such round');
    const steps = one.steps.filter((step) => step.views[id]).map((step) => ({ events: step.events, view: step.views[id] }));
    send(reply, 200, { round: one.round, time: one.time, rulebook: table.book, steps, settlement: one.settlement, fair: published(one.fair, one.seen.get(id) ?? [], true) });
}

function page(reply, path) {
    const wanted = /\.[a-z]+$/.test(path) ? path.slice(1) : 'index.html';
    try {
        const body = readFileSync(new URL(wanted, dist));
        reply.writeHead(200, { 'Content-Type': types[wanted.split('.').at(-1)] ?? 'application/octet-stream', ...headers });
        reply.end(body);
    } catch {
        wrong(reply, 404, 'not_found', 'no such page');
    }
}

const server = createServer((request, reply) => {
    const url = new URL(request.url, 'http://mock');
    const id = session(request);
    if (request.method === 'GET') {
        if (url.pathname === '/health') return send(reply, 200, { ok: true });
        return url.pathname.startsWith('/api/') ? question(request, reply, url, id) : page(reply, url.pathname);
    }
    let body = '';
    request.on('data', (part) => { body += part; });
    request.on('end', () => {
        const post = posts[url.pathname.slice(5)];
        if (!post) return wrong(reply, 404, 'not_found', 'no such thing');
        if (request.headers['x-trey'] !== '1') return wrong(reply, 403, 'not_allowed', 'X-Trey is missing');
        post(id, reply, JSON.parse(body || '{}'));
    });
});

/* ---- The socket ---------------------------------------------------------------------------- */
class Visit {
    constructor(socket, player) {
        Object.assign(this, { socket, player, lobby: false, pit: false, cage: false, rest: Buffer.alloc(0) });
    }

    send(frame) {
        const text = Buffer.from(JSON.stringify(frame));
        const head = text.length < 126 ? Buffer.from([0x81, text.length])
            : text.length < 65536 ? Buffer.from([0x81, 126, text.length >> 8, text.length & 255])
            : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), (() => { const b = Buffer.alloc(4); b.writeUInt32BE(text.length); return b; })()]);
        if (!this.socket.destroyed) this.socket.write(Buffer.concat([head, text]));
    }

    take(bytes) {
        this.rest = Buffer.concat([this.rest, bytes]);
        for (;;) {
            const b = this.rest;
            if (b.length < 6) return;
            let size = b[1] & 127;
            let at = 2;
            if (size === 126) { size = b.readUInt16BE(2); at = 4; }
            if (b.length < at + 4 + size) return;
            const key = b.subarray(at, at + 4);
            const data = Buffer.from(b.subarray(at + 4, at + 4 + size).map((byte, i) => byte ^ key[i % 4]));
            this.rest = b.subarray(at + 4 + size);
            if ((b[0] & 15) === 8) { this.socket.end(Buffer.from([0x88, 0])); return; }
            if ((b[0] & 15) === 1) this.hear(JSON.parse(data.toString()));
        }
    }

    hear(message) {
        const old = answers.get(message.id);
        if (old) return this.send({ ...old, again: true });
        const table = tables.get(message.table);
        const result = this.obey(message, table);
        const answer = { is: 'answer', id: message.id, ok: result === true || result.reason === undefined };
        if (answer.ok && result !== true) Object.assign(answer, result);
        else if (result !== true) answer.refused = result;
        if (answer.ok && staff_kinds.has(message.do)) tell_staff();
        answers.set(message.id, answer);
        if (process.env.MOCK_DROP && message.do === 'bet' && !this.dropped.has(this.player)) {
            this.dropped.add(this.player);
            return this.socket.destroy();
        }
        this.send(answer);
        if (table && message.do !== 'watch' && message.do !== 'coach') {
            table.tell();
            this.send({ is: 'you', chips: floor.chips(this.player) });
        }
    }

    obey(message, table) {
        const of_staff = obey_staff(message, people.get(this.player), people);
        if (of_staff !== null) return of_staff;
        switch (message.do) {
        case 'ping': return true;
        case 'lobby': this.lobby = message.on; if (this.lobby) this.send(lobby()); return true;
        case 'pit': case 'cage': this[message.do] = message.on; tell_staff(this); return true;
        case 'top_up': people.get(this.player).chips += 100000; this.send({ is: 'you', chips: floor.chips(this.player) }); return true;
        case 'unwatch': table?.forget(this); return true;
        case 'watch':
            if (!table) return refuse('not_found', 'no such table');
            table.audience.set(this, {});
            table.wake();
            setTimeout(() => table.tell(), 0);
            return true;
        case 'coach': return { coach: { best: 'play', moves: [{ do: 'play', worth: 1234 }, { do: 'fold', worth: -5000 }], rule: 'Q-6-4 or better', exact: true } };
        default: return table ? table.do(this, message) : refuse('not_found', 'no such table');
        }
    }
}
Visit.prototype.dropped = new Set();

const staff_kinds = new Set(['buy_in', 'cash_out', 'transfer', 'box', 'award', 'shift']);
function tell_staff(only) {
    for (const visit of only ? [only] : visits) {
        if (visit.pit) visit.send(pit_frame(tables, floor.jackpots));
        if (visit.cage) visit.send(cage_frame(people));
    }
}
setInterval(() => tell_staff(), 2000);

server.on('upgrade', (request, socket) => {
    const ticket = new URL(request.url, 'http://mock').searchParams.get('ticket');
    const player = tickets.get(ticket);
    tickets.delete(ticket);
    if (!player) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: trey.1\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    const visit = new Visit(socket, player);
    visits.add(visit);
    visit.send({ is: 'welcome', version: 1, you: person(player), time: Date.now(), house, play_money: true, checkpoint: null });
    socket.on('data', (bytes) => visit.take(bytes));
    const gone = () => { visits.delete(visit); for (const table of tables.values()) table.forget(visit); };
    socket.on('close', gone);
    socket.on('error', gone);
});

setInterval(() => {
    if (!floor.stale) return;
    floor.stale = false;
    for (const visit of visits) if (visit.lobby) visit.send(lobby());
}, 1000);
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
