/* staff.mjs -- what staff hear from the stand-in server: enough for work on the consoles' looks.
 *
 * People of the house sign in with the password `password1`. Tables are the stand-in's own, with a
 * gate, a hit and alerts laid over them; the cage counts in memory; the report is made up. Forms are
 * those of one kind of irregularity. Everything else is refused, as by a house that is careful. */
const staff = [['Dora', 'dealer'], ['Sam', 'pit_supervisor'], ['Max', 'pit_manager'], ['Petra', 'shift_manager'], ['Cass', 'cashier'], ['Audrey', 'auditor']];
const began = Date.now() - 5 * 3_600_000;
const no = (reason, text, more = {}) => ({ reason, text, paragraphs: [], ...more });
const allowed = {
    pit: ['dealer', 'pit_supervisor', 'pit_manager', 'shift_manager', 'auditor'], cage: ['cashier', 'shift_manager', 'auditor'],
    people: ['pit_supervisor', 'pit_manager', 'shift_manager', 'cashier', 'auditor'], buy_in: ['cashier', 'shift_manager'],
    cash_out: ['cashier', 'shift_manager'], transfer: ['cashier', 'shift_manager'], box: ['cashier', 'shift_manager'], shift: ['shift_manager'],
    award: ['shift_manager'], link: ['pit_supervisor', 'pit_manager', 'shift_manager'],
};

export function hire(people) {
    staff.forEach(([name, role], i) => people.set(8 + i, { id: 8 + i, name, role, guest: false, chips: 0, password: 'password1' }));
}

const movements = [];
const box = { table: 'california', cents: 18_400 };
const hits = [
    { number: 1, table: 'mbs', seat: 3, player: 17, name: 'Guest 17', round: 41, value: 1_234_500, dealt: Date.now() - 95_000, frozen: true },
    { number: 2, table: 'mbs-2', seat: 5, player: 18, name: 'Guest 18', round: 12, value: 1_000_000, dealt: Date.now() - 40_000, frozen: false },
];
const incidents = [
    { number: 3, time: Date.now() - 60_000, kind: 'refused', person: 8, name: 'Dora', role: 'dealer', table: 'mbs', text: 'card: that card has already been used', paragraphs: ['2.1'] },
    { number: 2, time: Date.now() - 70_000, kind: 'report', person: 8, name: 'Dora', role: 'dealer', table: 'mbs', text: 'boxed card: a ruling by the shift manager', paragraphs: ['6.1'] },
    { number: 1, time: began, kind: 'limits', person: 10, name: 'Max', role: 'pit_manager', table: 'rws', text: 'ante 10 to 500: a quiet evening' },
];
const shifts = [{ number: 1, from: began - 8 * 3_600_000, to: began, by: 11, name: 'Petra', note: 'quiet', seq: 41_233, root: 'b1'.repeat(32) }];

export function pit_frame(tables, jackpots) {
    const rows = [...tables.values()].map((t, i) => ({
        table: t.name, title: t.title, rulebook: t.book, phase: t.phase, gate: i === 0 ? 'ruling' : 'none', round: t.round, seated: t.seats.size,
        staked: [...t.stakes.values()].flatMap((one) => Object.values(one)).reduce((a, b) => a + b, 0), bank: t.book === 'ca-six-card' ? 500_000 : null,
        drop: t.book === 'ca-six-card' ? box.cents : null, closed: false, jackpot_off: false, automatic: i > 0, physical: i === 0, limits: t.limits,
        since: Date.now() - 17_000 * (i + 1), desk: i === 0 ? { person: 8, name: 'Dora', since: began, mine: false } : null,
        waiting: i === 0 ? { for: 'ruling', since: Date.now() - 130_000, report: 'boxed_card', decides: 'shift_manager', paragraphs: ['6.1'] } : null,
        alerts: i === 0 ? [{ alert: 'waits_long', since: Date.now() - 10_000, text: 'a ruling has been awaited for more than two minutes' }] : [],
        flagged: i === 1 ? [{ player: 2, flags: ['one_position'] }] : [], jackpot: t.jackpot,
    }));
    const meters = Object.entries(jackpots).map(([name, one], i) => ({
        name, value: one.value, reset: one.reset, reserve: 120_000, overflow: 0, pending: i === 0 ? 2_234_500 : 0, contributed: 912_300, awarded: 1_873_200,
        down: i === 1, live: true, parameters: { bet: 500, fixed: 100, rate: 0, reserve_rate: 20_000, reset: one.reset, ceiling: 0 }, waiting: i === 0 ? hits : [], unpaid: [],
    }));
    return { is: 'pit', time: Date.now(), tables: rows, jackpots: meters, incidents };
}

export function cage_frame(people) {
    const chips = [...people.values()].filter((one) => one.role === 'player' && one.chips < 1e8).reduce((sum, one) => sum + one.chips, 0);
    return { is: 'cage', balance: chips + box.cents, chips, layout: 0, house: 0, drop: box.cents, meters: 0, agrees: true, boxes: [box], movements: [...movements].slice(-50) };
}

/* What a message of staff comes to: true, a refusal, or an answer with more in it. */
export function obey_staff(message, you, people) {
    const who = allowed[message.do];
    if (who && !who.includes(you.role)) return no('not_allowed', `this is for ${who.map((role) => role.replace('_', ' ')).join(', ')}`);
    const found = (id) => people.get(id);
    const moved = (kind, player, amount, more = {}) => movements.push({ time: Date.now(), kind, player: player.id, name: player.name, amount, by: you.name, ...more });
    switch (message.do) {
    case 'people': {
        const asked = String(message.find).toLowerCase();
        const all = [...people.values()].filter((one) => one.name.toLowerCase().startsWith(asked) || String(one.id) === asked);
        return { people: all.slice(0, 20).map(({ id, name, role, guest, chips }) => ({ id, name, role, guest, barred: false, chips, at: [] })) };
    }
    case 'buy_in': case 'cash_out': case 'transfer': {
        const player = found(message.player);
        const other = message.do === 'transfer' ? found(message.other) : player;
        if (!player || !other) return no('no_such_player', 'nobody has this number');
        if (message.player === you.id) return no('own_account', 'nobody does business with his own account');
        if (other.role !== 'player') return no('staff_has_no_chips', 'a staff account has no chips');
        if (message.do !== 'buy_in' && player.chips < message.amount) return no('not_enough_chips', 'he has fewer chips than that');
        if (message.do !== 'buy_in') player.chips -= message.amount;
        if (message.do !== 'cash_out') other.chips += message.amount;
        moved(message.do, player, message.amount, message.do === 'transfer' ? { other: other.id } : {});
        return { chips: player.chips };
    }
    case 'box': moved('box', { id: 0, name: '' }, box.cents, { table: box.table }); box.cents = 0; return true;
    case 'award': {
        if (hits[0]?.number !== message.number) return no('not_first', 'another hit comes before it');
        hits.shift();
        return true;
    }
    case 'shift': shifts.push({ number: shifts.length + 1, from: shifts.at(-1).to, to: Date.now(), by: you.id, name: you.name, note: message.note ?? '', seq: 61_000, root: 'c2'.repeat(32) }); return { shift: shifts.length };
    case 'report': return obey_report(message);
    default: return null;
    }
}

function obey_report(message) {
    if (!message.facts?.exposed) return no('missing_fact', 'one more fact is needed', { asks: { fact: 'exposed' } });
    const many = message.facts.exposed === 'several';
    const effects = many ? [{ seat: 2, player: 1, wager: 'ante', staked: 5000, becomes: 'returned', back: 5000 }, { seat: 5, player: 2, wager: 'ante', staked: 2500, becomes: 'returned', back: 2500 }] : [];
    const would = { remedy: many ? 'void' : 'continue', gate: 'none', paragraphs: ['5.4'], text: many ? 'two or more exposed cards make the round void' : 'the round goes on', effects };
    return message.try ? { would } : no('not_here', 'the stand-in deals by itself');
}

export function desk_forms(table) {
    return {
        table, device: 'packets', modes: ['close', 'disable', 'without_jackpot'], rulings: [{ ruling: 'continue', members: [] }, { ruling: 'void', members: [] }, { ruling: 'bar', members: ['player'] }],
        kinds: [{ kind: 'exposed_cards', happened: 'cards exposed by the dealer during the deal', facts: [{ fact: 'exposed', question: 'how many cards were exposed?', answers: ['one', 'several'] }], members: [] },
            { kind: 'boxed_card', happened: 'a card face up in the device', facts: [], members: [] }],
    };
}

/* ---- The back office --------------------------------------------------------------------------- */
function made_up(tables) {
    const figures = (name, rulebook, rounds, handle, sigmas) => {
        const [expected, sd] = [Math.round(handle * 0.034), Math.round(handle * 0.05)];
        const win = Math.round(expected + sigmas * sd);
        const wager = (word, part) => ({ wager: word, bets: rounds * 3, handle: Math.round(handle * part), win: Math.round(win * part), expected: Math.round(expected * part), sd: Math.round(sd * part), sigmas });
        return { table: name, rulebook, rounds, voids: 1, void_rate: 1 / rounds, reversed: 0, agrees: true, unreckoned: 0, hours: 5, rounds_an_hour: rounds / 5, handle, win, hold: win / handle, expected, sd, sigmas, drop: 0, wagers: [wager('ante', 0.5), wager('pair_plus', 0.3), wager('play', 0.2)] };
    };
    const all = [...tables.values()].map((t, i) => figures(t.name, t.book, 210 + 31 * i, 1_950_000 + 410_000 * i, [0.4, -1.3, 2.4, -0.2][i] ?? 0));
    const sum = (key) => all.reduce((total, one) => total + one[key], 0);
    const total = { ...figures('', '', sum('rounds'), sum('handle'), 0.6), table: undefined, rulebook: undefined, wagers: [], win: sum('win'), expected: sum('expected') };
    return { all, total };
}

export function report(tables, jackpots) {
    const { all, total } = made_up(tables);
    const hours = Array.from({ length: 5 }, (_, i) => ({ time: began + i * 3_600_000, rounds: 200, handle: 2e6, win: [90_000, -40_000, 160_000, 30_000, 120_000][i], expected: 68_000, sd: 100_000 }));
    return {
        from: began, to: Date.now(), seq: 60_412, root: 'a7'.repeat(32), tables: all, rulebooks: all.map(({ table: _, ...rest }) => rest), total, hours,
        jackpots: Object.entries(jackpots).map(([name, one]) => ({ name, value: one.value, reset: one.reset, reserve: 0, overflow: 0, contributed: 91_200, awarded: 1_873_200, pending: 0, identity: true, hits: one.last.map((hit) => ({ ...hit, state: 'paid' })) })),
        incidents, sign_ins: [{ time: began, name: 'Dora', what: 'signed_in', from: '127.0.0.1' }],
        cage: { buy_ins: 1_250_000, cash_outs: 890_000, transfers: 12_000, boxes: 18_400, fills: 0, credits: 0, opening: 4_000_000, closing: 4_378_400, agrees: true },
    };
}

/* {status, body} of a question about figures, or null where it is none. */
export function office_question(url, you, tables, jackpots) {
    const [, , what, number] = url.pathname.split('/');
    if (what !== 'report' && what !== 'shifts') return null;
    if (!['shift_manager', 'auditor'].includes(you?.role)) return { status: 403, body: { error: { reason: 'not_allowed', text: 'figures are for shift managers and auditors' } } };
    if (what === 'report') return { status: 200, body: report(tables, jackpots) };
    if (!number) return { status: 200, body: { shifts, running: { from: shifts.at(-1).to } } };
    const shift = shifts.find((one) => one.number === Number(number));
    return shift ? { status: 200, body: { shift, report: report(tables, jackpots) } } : { status: 404, body: { error: { reason: 'not_found', text: 'there is no such shift' } } };
}
