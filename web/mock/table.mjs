/* table.mjs -- one table of the stand-in server: the automatic dealer, two bots and the view
 * that each person gets. */
import { book, run } from './engine.mjs';
import { begin, due, fix, pledge, published, share, shuffle } from './fair.mjs';

const time = (name, preset) => Number(process.env[name] ?? preset);
const ms = {
    bets: time('MOCK_BETS_MS', 15000), decide: time('MOCK_DECIDE_MS', 25000),
    step: time('MOCK_STEP_MS', 900), pause: time('MOCK_PAUSE_MS', 9000), bank: 15000,
};
const dollars = (cents) => String(cents / 100);
const order = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

/* Only to label open hands on the stand-in server. */
export function category(cards) {
    const rank = cards.map((card) => order.indexOf(card.slice(0, -1))).sort((a, b) => b - a);
    const flush = cards.every((card) => card.at(-1) === cards[0].at(-1));
    const straight = (rank[0] - rank[1] === 1 && rank[1] - rank[2] === 1) || String(rank) === '12,1,0';
    if (rank[0] === rank[2]) return 'three_of_a_kind';
    if (flush && straight) return 'straight_flush';
    if (straight) return 'straight';
    if (flush) return 'flush';
    return rank[0] === rank[1] || rank[1] === rank[2] ? 'pair' : 'high_card';
}

export class Table {
    constructor(floor, settings) {
        Object.assign(this, { floor, ...settings });
        this.round = 0;
        this.phase = 'idle';
        this.seats = new Map(this.bots.map((bot) => [bot.seat, bot.player]));
        this.meter = this.jackpot ? floor.jackpots[this.jackpot].value : null;
        this.history = [];
        this.audience = new Map();
        this.reset();
    }

    reset() {
        Object.assign(this, {
            lines: [], seen: 0, stakes: new Map(), cards: new Map(), dealer: [], viewed: new Set(), shown: new Set(),
            choice: new Map(), ready: new Set(), up: null, button: null, bank: null, settlement: null, clock: null,
            revealed: false, dealt: false, steps: [], offered: null, decided_by: new Set(),
        });
    }

    arm(what, after, then) {
        clearTimeout(this.timer);
        this.clock = what ? { for: what, ends: Date.now() + after, of: after } : null;
        this.timer = setTimeout(() => { then(); this.tell(); }, after);
    }

    /* Somebody watches: an idle table opens. */
    wake() {
        if (this.phase === 'idle' && !this.settlement) this.open();
    }

    /* An empty table goes to sleep where it can, with its seats free again. */
    forget(visit) {
        this.audience.delete(visit);
        const staked = [...this.stakes.keys()].some((key) => !this.floor.bot(Number(key.split('/')[1])));
        if (this.audience.size > 0 || this.phase !== 'betting' || staked) return;
        clearTimeout(this.timer);
        this.reset();
        this.tidy_seats();
        this.phase = 'idle';
    }

    open() {
        if (this.audience.size === 0) { this.phase = 'idle'; this.settlement = null; return; }
        this.reset();
        this.tidy_seats();
        this.round++;
        this.phase = 'betting';
        const all = Object.entries(this.limits).map(([w, [a, b]]) => `${w}=${dollars(a)}..${dollars(b)}`).join(' ');
        this.lines = [`rulebook ${this.book}`, `table positions=${this.positions} ${all}${this.book === 'ca-six-card' ? ' schedule=4' : ''}`];
        if (this.jackpot) {
            this.meter = this.floor.jackpots[this.jackpot].value;
            this.lines.push(`jackpot bet=5 contribution=1 reset=10000 meter=${dollars(this.meter)}`);
        }
        for (const [seat, player] of this.seats) this.lines.push(`sit ${seat} p${player}`);
        this.lines.push('open');
        this.fair = begin(this.floor.house, this.name, this.round, this.book);
        this.take_events();
        if (this.book === 'ca-six-card') return this.offer_bank();
        this.bots_bet();
    }

    /* Whoever has gone leaves his seat free, and nobody sits twice. */
    tidy_seats() {
        const here = new Set([...this.audience.keys()].map((visit) => visit.player));
        const had = new Set();
        for (const [seat, player] of [...this.seats].sort(([a], [b]) => a - b)) {
            if (this.floor.bot(player)) continue;
            if (!here.has(player) || had.has(player)) this.seats.delete(seat);
            had.add(player);
        }
    }

    offer_bank() {
        const people = [...this.seats].filter(([, p]) => !this.floor.bot(p));
        if (this.round % 2 === 0 && people.length > 0) {
            this.offered = people[0][0];
            return this.arm('bank', ms.bank, () => this.bot_banks());
        }
        this.bot_banks();
    }

    bot_banks() {
        this.offered = null;
        const bot = this.bots.at(-1);
        this.say(`bank ${bot.seat} p${bot.player} 500`);
        this.bank = { seat: bot.seat, player: bot.player, amount: 50000 };
        this.bots_bet();
    }

    bots_bet() {
        for (const bot of this.bots) {
            if (this.bank?.seat === bot.seat) continue;
            this.bet(bot.player, bot.seat, 'ante', this.limits.ante[0] * (1 + (this.round + bot.seat) % 3));
            if (bot.seat % 2) this.bet(bot.player, bot.seat, 'pair_plus', this.limits.pair_plus[0]);
        }
        clearTimeout(this.timer);
        this.clock = null;
    }

    /* One line of script: true, or the refusal. */
    say(line) {
        const ran = run([...this.lines, line]);
        if (ran.refused) return { reason: ran.refused.reason, text: ran.refused.reason.replaceAll('_', ' '), paragraphs: ran.refused.paragraphs };
        this.lines.push(line);
        this.take_events(ran);
        return true;
    }

    take_events(ran = run(this.lines)) {
        const fresh = ran.events.slice(this.seen);
        this.seen = ran.events.length;
        for (const event of fresh) {
            if (event.kind === 'card' && event.seat) this.cards.set(event.seat, [...(this.cards.get(event.seat) ?? []), event.card]);
            if (event.kind === 'card' && event.place === 'dealer') this.dealer.push(event.card);
            if (event.kind === 'up_card') this.up = event.card;
            if (event.kind === 'button') this.button = event.seat;
            if (event.kind === 'shown') this.shown.add(event.seat);
            if (event.kind === 'collected' && this.bank) this.bank.fee = event.amount;
            if (event.meter !== undefined) this.meter = event.meter;
            if (event.player) event.player = Number(String(event.player).slice(1));
        }
        this.news = [...(this.news ?? []), ...fresh];
        if (ran.settlement && fresh.some((event) => event.kind === 'line')) this.explain(ran);
    }

    explain(ran) {
        const lines = ran.events.filter((event) => event.kind === 'line');
        const values = book(this.book).values;
        const number = (player) => Number(String(player).replace('p', ''));
        const { settlement } = ran;
        this.settlement = {
            round: this.round, void: settlement.void,
            lines: settlement.lines.map((line, i) => {
                const event = lines[i];
                const cards = this.cards.get(line.seat);
                return {
                    ...line, player: number(line.player), why: event.why, hand: cards ? category(cards) : null,
                    pays: event.pays ? (values[event.pays]?.value ?? '').replace(/^(\d+) to (\d+)$/, '$1:$2') || null : null,
                };
            }),
            players: settlement.players.map((one) => ({ ...one, player: number(one.player) })),
            meter_before: settlement.meter_before ?? null, meter_after: settlement.meter_after ?? null, bank: settlement.bank ?? null,
        };
    }

    bet(player, seat, wager, amount) {
        const sum = wager === 'progressive' ? 500 : amount;
        const said = this.say(`bet ${seat} p${player} ${wager}${wager === 'progressive' ? '' : ' ' + dollars(sum)}`);
        if (said !== true) return said;
        const key = `${seat}/${player}`;
        const stakes = this.stakes.get(key) ?? {};
        stakes[wager] = (stakes[wager] ?? 0) + sum;
        this.stakes.set(key, stakes);
        if (!this.seats.has(seat)) this.seats.set(seat, player);
        if (!this.clock && !this.floor.bot(player)) this.arm('bets', ms.bets, () => this.close());
        return true;
    }

    withdraw(player, seat, wager, amount) {
        const stakes = this.stakes.get(`${seat}/${player}`);
        const said = this.say(`withdraw ${seat} p${player} ${wager}${amount ? ' ' + dollars(amount) : ''}`);
        if (said === true) {
            stakes[wager] -= amount ?? stakes[wager];
            this.floor.pay(player, 0);
        }
        return said;
    }

    close() {
        this.say('close');
        this.phase = 'closed';
        const bets = [...this.stakes].filter(([, stakes]) => Object.values(stakes).some((sum) => sum > 0)).map(([key]) => key.split('/').map(Number));
        const start = this.bank?.seat ?? 0;
        const way = (seat) => (seat > start ? seat : seat + 100);
        fix(this.fair, new Set([...bets.map(([, player]) => player), this.bank?.player]), [...new Set(bets.map(([seat]) => seat))].sort((a, b) => way(a) - way(b)));
        this.deal_soon();
    }

    /* Whoever has pledged opens it first; here nobody is waited out. */
    deal_soon() {
        this.arm(null, ms.step, () => (due(this.fair) > 0 ? this.deal_soon() : this.deal()));
    }

    deal() {
        const deck = shuffle(this.fair);
        const { hands } = this.fair.order;
        const deal = [...hands, 'dealer'].map((to, i) => `${to}=${deck.slice(3 * i, 3 * i + 3).join(',')}`);
        const said = this.say(`deal ${deal.join(' ')}`);
        if (said !== true) console.error(said, this.lines.join('\n'), deal);
        this.dealt = true;
        this.phase = 'decision';
        for (const bot of this.bots) {
            if (!this.cards.has(bot.seat) || this.bank?.seat === bot.seat) continue;
            const cards = this.cards.get(bot.seat);
            const good = category(cards) !== 'high_card' || cards.some((card) => 'QKA'.includes(card[0]));
            const stakes = this.stakes.get(`${bot.seat}/${bot.player}`) ?? {};
            bot.will = !stakes.ante ? 'continue' : good ? 'play' : 'fold';
        }
        this.arm('decision', ms.decide, () => this.late());
        this.move_on();
    }

    /* Where it goes in turn, a bot that was refused tries again after the next decision. */
    bots_decide() {
        for (let again = true; again;) {
            again = false;
            for (const [seat, player] of this.undecided()) {
                const bot = this.bots.find((one) => one.seat === seat && one.player === player);
                if (bot && this.decide(player, seat, bot.will) === true) again = true;
            }
        }
    }

    decide(player, seat, what, keep) {
        const said = this.say(`${what} ${seat} p${player}${what === 'fold' && keep ? ' keep' : ''}`);
        if (said !== true) return said;
        this.choice.set(`${seat}/${player}`, what);
        const stakes = this.stakes.get(`${seat}/${player}`);
        if (what === 'play') stakes.play = stakes.ante;
        return true;
    }

    undecided() {
        return [...this.stakes].filter(([key, stakes]) => {
            const [seat, player] = key.split('/').map(Number);
            return this.cards.has(seat) && this.seats.get(seat) === player && this.bank?.seat !== seat && !this.choice.has(key) &&
                Object.values(stakes).some((sum) => sum > 0);
        }).map(([key]) => key.split('/').map(Number));
    }

    move_on() {
        this.bots_decide();
        if (this.phase === 'decision' && this.undecided().length === 0) {
            this.arm(null, ms.step, () => this.reveal());
        }
    }

    late() {
        for (const [seat, player] of this.undecided()) {
            const stakes = this.stakes.get(`${seat}/${player}`);
            this.decide(player, seat, stakes.ante ? 'fold' : 'continue');
            this.bots_decide();
        }
        this.move_on();
    }

    reveal() {
        this.say('reveal');
        this.revealed = true;
        this.phase = 'showdown';
        this.arm(null, ms.step * 2, () => this.settle());
    }

    settle() {
        this.say('settle');
        this.phase = 'idle';
        if (this.jackpot) this.floor.meter(this.jackpot, this.meter);
        for (const one of this.settlement.players) this.floor.pay(one.player, one.net);
        this.over = true;
        this.arm('next', ms.pause, () => { this.over = false; this.open(); });
        const steps = this.steps;
        this.history.push({ round: this.round, time: Date.now(), steps, settlement: this.settlement, table: this, keep: true });
        this.snap = true;
    }

    visible(player) {
        const cards = new Set(this.revealed ? this.dealer : this.up ? [this.up] : []);
        for (const [seat, hand] of this.cards) {
            const mine = this.seats.get(seat) === player && (this.viewed.has(seat) || this.choice_blind);
            if (mine || this.shown.has(seat)) hand.forEach((card) => cards.add(card));
        }
        return [...cards];
    }

    staked_by(player) {
        let sum = 0;
        if (this.settlement) return 0;
        for (const [key, stakes] of this.stakes) {
            if (Number(key.split('/')[1]) === player) sum += Object.values(stakes).reduce((a, b) => a + b, 0);
        }
        return sum + (this.bank?.player === player ? this.bank.amount : 0);
    }

    can(player) {
        const can = [];
        const chips = this.floor.chips(player);
        const mine = [...this.seats].filter(([, p]) => p === player).map(([seat]) => seat);
        if (this.offered && this.seats.get(this.offered) === player) {
            can.push({ do: 'bank', seat: this.offered, least: 5000, most: chips }, { do: 'pass', seat: this.offered });
        }
        for (let seat = 1; seat <= this.positions; seat++) {
            const owner = this.seats.get(seat);
            const stakes = this.stakes.get(`${seat}/${player}`) ?? {};
            const any = Object.values(stakes).some((sum) => sum > 0);
            if (!owner) can.push({ do: 'sit', seat });
            if (owner === player && !any) can.push({ do: 'leave', seat });
            if (this.phase === 'betting' && !this.offered && (!owner || owner === player) && this.bank?.seat !== seat) {
                for (const [wager, [least, most]] of Object.entries(this.limits)) {
                    const now = stakes[wager] ?? 0;
                    const room = Math.min(most - now, chips);
                    const from = now ? 100 : least;
                    if (room >= from) can.push({ do: 'bet', seat, wager, least: from, most: room });
                }
                if (this.jackpot && !stakes.progressive && chips >= 500) can.push({ do: 'bet', seat, wager: 'progressive', least: 500, most: 500 });
                for (const [wager, sum] of Object.entries(stakes)) if (sum > 0) can.push({ do: 'withdraw', seat, wager });
            }
        }
        if (this.phase === 'betting' && this.staked_by(player) > 0 && !this.ready.has(player) && !this.offered) can.push({ do: 'ready' });
        if (this.phase === 'idle' && this.over) can.push({ do: 'ready' });
        if (this.phase === 'decision') {
            for (const [seat, p] of this.undecided()) {
                if (p !== player) continue;
                const stakes = this.stakes.get(`${seat}/${player}`);
                if (run([...this.lines, `fold ${seat} p${player}`]).refused?.reason === 'not_your_turn') continue;
                const one_look = this.book !== 'mbs' || !mine.some((other) => this.viewed.has(other));
                if (!this.viewed.has(seat) && one_look) can.push({ do: 'view', seat });
                if (stakes.ante) can.push({ do: 'play', seat, amount: stakes.ante }, { do: 'fold', seat });
                else can.push({ do: 'continue', seat });
            }
        }
        return can;
    }

    view(player) {
        const people = {};
        const boxes = {};
        const open = new Set(this.visible(player));
        for (let seat = 1; seat <= this.positions; seat++) {
            const owner = this.seats.get(seat) ?? null;
            const cards = this.bank?.seat === seat ? [] : (this.cards.get(seat) ?? []).map((card) => (open.has(card) ? card : null));
            const bettors = [];
            let progressive = 0;
            for (const [key, stakes] of this.stakes) {
                const [at, p] = key.split('/').map(Number);
                if (at !== seat || !Object.values(stakes).some((sum) => sum > 0)) continue;
                people[p] = this.floor.name(p);
                const { progressive: jackpot = 0, ...rest } = stakes;
                progressive += jackpot;
                bettors.push({ player: p, choice: this.choice.get(key) ?? null, stakes: rest });
            }
            if (owner) people[owner] = this.floor.name(owner);
            boxes[seat] = {
                seated: owner, cards, hand: cards.length === 3 && cards.every(Boolean) ? category(cards) : null,
                viewed: this.viewed.has(seat), shown: this.shown.has(seat),
                to_act: this.phase === 'decision' && this.undecided().some(([at]) => at === seat),
                jackpot: progressive ? (this.phase === 'betting' ? null : 'valid') : null, progressive, disabled: false, out: null, option: null,
                bettors: this.settlement ? [] : bettors,
            };
        }
        const dealer = this.dealer.map((card) => (this.revealed || card === this.up ? card : null));
        const all_open = dealer.length === 3 && dealer.every(Boolean);
        return {
            round: this.round, phase: this.phase, gate: 'none', closed: false, jackpot_off: false, clock: this.clock,
            dealer: {
                cards: dealer, hand: all_open ? category(dealer) : null, up_card: this.up !== null && !this.revealed,
                deck: this.book === 'ca-six-card' && this.round % 2 === 0 ? 2 : 1,
                qualifies: all_open ? category(dealer) !== 'high_card' || dealer.some((card) => ['Q', 'K', 'A'].includes(card.slice(0, -1))) : null,
            },
            bank: this.book === 'ca-six-card' ? {
                seat: this.bank?.seat ?? null, player: this.bank?.player ?? null, amount: this.bank?.amount ?? 0,
                offered: this.offered, button: this.button, fee_bank: this.bank?.fee ?? 0, fee_players: 0,
            } : null,
            meter: this.meter, jackpot_bet: this.jackpot ? 500 : null, people, boxes, can: player ? this.can(player) : [],
            settlement: this.settlement, fair: published(this.fair, [...open], false),
        };
    }

    /* Everybody who watches gets what changed for him, and so does the record of the round. */
    tell() {
        const events = this.news ?? [];
        this.news = [];
        const state = {};
        for (const [visit, seen] of this.audience) {
            const view = this.view(visit.player);
            state[visit.player] = view;
            const open = new Set(this.visible(visit.player));
            const frame = { is: 'table', table: this.name, at: ++this.floor.at, events: mask(events, open), view: changes(seen.view, view) };
            if (!seen.view) frame.full = true;
            seen.view = view;
            visit.send(frame);
        }
        this.steps.push({ events, views: state });
        if (this.snap) { this.snap = false; this.history.at(-1).fair = this.fair; this.history.at(-1).seen = new Map(Object.keys(state).map((p) => [Number(p), this.visible(Number(p))])); }
        this.floor.stale = true;
    }

    do(visit, message) {
        const player = visit.player;
        const { seat, wager, amount } = message;
        switch (message.do) {
        case 'sit': {
            if (this.seats.has(seat)) return refuse('seat_taken', 'somebody sits there');
            if (this.lines.length && this.phase === 'betting') { const said = this.say(`sit ${seat} p${player}`); if (said !== true) return said; }
            this.seats.set(seat, player);
            return true;
        }
        case 'leave': this.seats.delete(seat); return this.phase === 'betting' ? this.say(`leave ${seat} p${player}`) : true;
        case 'bet': {
            if (this.phase !== 'betting') return refuse('bets_closed', 'betting is closed', ['3.2']);
            const can = this.can(player).find((one) => one.do === 'bet' && one.seat === seat && one.wager === wager);
            if (can && amount > this.floor.chips(player)) return refuse('not_enough_chips', 'not enough chips');
            return this.bet(player, seat, wager, amount);
        }
        case 'withdraw': return this.withdraw(player, seat, wager, amount);
        case 'ready': {
            if (this.phase === 'idle') { this.over = false; this.open(); return true; }
            this.ready.add(player);
            const people = new Set([...this.stakes.keys()].map((key) => Number(key.split('/')[1])).filter((p) => !this.floor.bot(p) && this.staked_by(p) > 0));
            if ([...people].every((p) => this.ready.has(p))) this.arm(null, 150, () => this.close());
            return true;
        }
        case 'bank': {
            const said = this.say(`bank ${seat} p${player} ${dollars(amount)}`);
            if (said !== true) return said;
            this.offered = null;
            this.bank = { seat, player, amount };
            this.bots_bet();
            this.arm('bets', ms.step * 3, () => this.close());
            return true;
        }
        case 'pass': this.bot_banks(); return true;
        case 'pledge': return pledge(this.fair, player, message.pledge) || refuse('pledged_already', 'you have already pledged a share in this round');
        case 'share': return share(this.fair, player, message.share) || refuse('no_share_due', 'no share of yours is waited for');
        case 'view': { const said = this.say(`view ${seat} p${player}`); if (said === true) this.viewed.add(seat); return said; }
        case 'play': case 'fold': case 'continue': {
            const said = this.decide(player, seat, message.do, message.keep);
            if (said === true) this.move_on();
            return said;
        }
        default: return refuse('malformed', `do: "${message.do}" is not known`);
        }
    }
}

export const refuse = (reason, text, paragraphs = []) => ({ reason, text, paragraphs });

function mask(events, open) {
    const seen = (card) => (open.has(card) ? card : null);
    return events.map((event) => ({ ...event, ...(event.card ? { card: seen(event.card) } : {}), ...(event.cards ? { cards: event.cards.map(seen) } : {}) }));
}

export function changes(before, after) {
    if (!before) return after;
    const out = {};
    for (const key of Object.keys(after)) {
        if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
        out[key] = after[key];
        if (key !== 'boxes') continue;
        out.boxes = {};
        for (const seat of Object.keys(after.boxes)) {
            if (JSON.stringify(before.boxes[seat]) !== JSON.stringify(after.boxes[seat])) out.boxes[seat] = after.boxes[seat];
        }
    }
    return out;
}
