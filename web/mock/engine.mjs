/* engine.mjs -- asks the real engine: each round of the stand-in server is a table script,
 * which `trey run --json` plays anew after every command. So refusals, settlements and
 * paragraphs are the engine's own, and no rule stands here. */
import { spawnSync } from 'node:child_process';

const program = process.env.TREY ?? new URL('../../build/release/bin/trey', import.meta.url).pathname;

function ask(args, input) {
    const ran = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (ran.error) throw ran.error;
    if (ran.status > 1) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr}\n${input ?? ''}`);
    return ran.stdout;
}

/* {events, refused, settlement} of the whole script; `refused` only where its last line was. */
export function run(lines) {
    const out = { events: [], refused: null, settlement: null };
    for (const line of ask(['run', '--json', '-'], lines.join('\n') + '\n').split('\n')) {
        if (!line) continue;
        const one = JSON.parse(line);
        if (one.event) out.events.push(one.event);
        if (one.settlement) out.settlement = one.settlement;
        if (one.refused) out.refused = one.refused;
    }
    return out;
}

const books = new Map();
export function book(id) {
    if (!books.has(id)) books.set(id, JSON.parse(ask(['rules', id, '--json'])));
    return books.get(id);
}

export function odds(id, stakes, meter) {
    const args = ['odds', id, '--json'];
    for (const [name, cents] of Object.entries(stakes)) if (cents > 0) args.push(`--${name}`, String(cents / 100));
    if (meter) args.push('--meter', String(Math.floor(meter / 100)));
    return JSON.parse(ask(args));
}

const words = (key) => key.replaceAll('_', ' ');
const short = (value) => value.replace(/^(\d+) to (\d+)$/, '$1:$2');

/* RULES of docs/protocol.md, from what the program prints. */
export function rules(table) {
    const source = book(table.book);
    const rows = (prefix, wager) => Object.entries(source.values)
        .filter(([key, value]) => key.startsWith(prefix) && value.value && value.value !== 'nothing')
        .map(([key, value]) => ({
            hand: words(key.slice(prefix.length)) || wager, key, pays: short(value.value), paragraphs: value.paragraphs ?? [],
        }));
    const pays = [
        { wager: 'ante', text: 'against the dealer', rows: rows('pays.ante', 'ante').filter((r) => r.key === 'pays.ante') },
        { wager: 'play', text: 'against the dealer', rows: rows('pays.play', 'play') },
        { wager: 'ante_bonus', text: 'on the Ante, for the hand alone', rows: rows('pays.ante_bonus.') },
        { wager: 'pair_plus', text: 'for the hand alone', rows: rows('pays.pair_plus.') },
        { wager: 'six_card_bonus', text: 'best five of six cards', rows: rows('pays.six_card_bonus.') },
        { wager: 'progressive', text: 'from the meter or the house', rows: rows('progressive.awards.') },
        { wager: 'envy', text: 'for another hand at the table', rows: rows('envy.').filter((r) => r.pays.startsWith('$')) },
    ].filter((one) => one.rows.length > 0 && (table.jackpot || (one.wager !== 'progressive' && one.wager !== 'envy')));
    return {
        table: table.name, rulebook: source.rulebook, title: source.title, version: source.version, in_force: source.in_force,
        positions: table.positions, limits: table.limits, wagers: table.wagers,
        jackpot: table.jackpot ? { bet: 500, name: table.jackpot } : null, pays,
        readings: source.readings.filter((one) => one.switchable).map((one) => ({
            id: one.id, question: one.question, letter: one.in_force, says: one.letters[one.in_force],
        })),
        paragraphs: source.paragraphs.map(({ id, says, met, does, outside }) => ({ id, says, met, does: does ?? outside })),
        qualifies: source.values['showdown.qualifies']?.value ?? '',
        shared: { pooled: 'pooled', backline: source.values['betting.backline_decision']?.value }[source.values['betting.shared']?.value] ?? null,
    };
}
