/* play.ts -- a person at one table: the chip in hand, bets, moves, and what can be undone.
 *
 * Everything goes to the server and comes back in a frame; nothing is shown before it has
 * happened. The page remembers only what the server has no word for: the chip that is
 * picked up, the order of one's own bets, and the bets of the round before. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { clear, double, fits, inverse, lift, may_bet, place, rebet, stakes_of, type Stake } from './bets.ts';
import type { Answer, Can, Cents, Coaching, Fair, Message, View, Wager } from './frames.ts';
import { add_notes, begin_notes, may_pledge, may_share, pledge_of, type Notes } from './fairness.ts';
import { from_hex, to_hex } from './hashes.ts';
import { link_state, send, watch } from './link.ts';
import { money, rack } from './money.ts';
import { notes_of, remember_share, save_notes, share_is_sent, shares_of, unsent_share } from './notes.ts';
import { keep, kept, prefs } from './prefs.ts';
import { me, rules_of, table, tell, type Watched } from './state.ts';
import { texts } from './texts.en.ts';

interface Done {
    message: Message;
    amount: Cents;
}

/* Something that is asked before it is done, because a finger may have slipped. */
export interface Ask {
    text: string;
    yes: string;
    then: () => void;
}

/* A move that is on its way: until the table has changed, or the house has refused it. */
export interface Moving {
    do: string;
    seat: number | undefined;
    keep: boolean;
}

export interface Play {
    name: string;
    watched: Signal<Watched>;
    chips: ReadonlySignal<Cents[]>;
    chip: Signal<Cents>;
    mine: ReadonlySignal<Stake[]>;
    before: Signal<Stake[]>;
    done: Signal<Done[]>;
    active: Signal<number | null>; /* the box in hand */
    coaching: Signal<{ seat: number; coach: Coaching } | null>;
    ask: Signal<Ask | null>;
    moving: Signal<Moving | null>;
    settled: Signal<boolean>; /* the moves on offer have been there for a moment, and no press goes astray */
    busy: Signal<boolean>; /* bets are on their way */
    last: Signal<View | null>; /* the table when the last round with us ended */
    do(message: Message): Promise<Answer>;
    move(can: Can, by_key?: boolean): void;
    ready(by_key?: boolean): void; /* bets may close, or the next round may open */
    astray(): void; /* a press on the dock, wherever: what has just come up waits for it to end */
    tap(seat: number, wager: Wager): void;
    lift(seat: number, wager: Wager): void;
    undo(): void;
    clear(): void;
    rebet(): void;
    double(): void;
    stop(): void;
}

export function can_do(view: View | null, what: string, seat?: number): Can | undefined {
    return view?.can.find((can) => can.do === what && (seat === undefined || can.seat === seat));
}

function seats_with(view: View | null, moves: ReadonlySet<string>): number[] {
    const seats = (view?.can ?? []).filter((can) => moves.has(can.do)).map((can) => can.seat as number);
    return [...new Set(seats)].sort((a, b) => a - b);
}

const decisions: ReadonlySet<string> = new Set(['play', 'fold', 'continue']);
const further: ReadonlySet<string> = new Set(['view', 'fund']);

/* A correction is due: nothing is decided before the dealer has made it. */
export function is_mending(view: View): boolean {
    return view.gate === 'mending';
}

/* Seats whose hand is this player's to decide: the first who bet there. */
export function own_hands(view: View, player: number | null): number[] {
    return Object.entries(view.boxes)
        .filter(([, box]) => box.cards.length > 0 && player !== null && box.bettors[0]?.player === player)
        .map(([seat]) => Number(seat));
}

/* Seats at which something is to be decided, in order. What may be done besides (a look at a hand
 * that was played blind, a share of somebody else's Play) comes when nothing is left to decide. */
export function deciding(view: View | null): number[] {
    if (!view || is_mending(view)) return [];
    const open = seats_with(view, decisions);
    return open.length > 0 ? open : seats_with(view, further);
}

/* From what may be bet now; before that from the limits of the table. */
function offered_chips(view: View | null, limits: [Cents, Cents] | undefined): Cents[] {
    const bets = (view?.can ?? []).filter((can) => can.do === 'bet' && can.wager === 'ante' && can.amount === undefined);
    if (bets.length === 0) return limits ? rack(limits[0], limits[1]) : [];
    const least = Math.max(...bets.map((can) => can.least ?? 0));
    const most = Math.max(...bets.map((can) => can.most ?? 0));
    return rack(Math.min(least, 2500), most);
}

/* A circle of a free box: who bets there sits down first. */
export function may_sit_to_bet(view: View, seat: number, wager: Wager): boolean {
    return view.phase === 'betting' && wager !== 'play' && can_do(view, 'sit', seat) !== undefined;
}

/* What `find` gives as soon as a frame makes it give something. It must give something in the end: there is
 * no time limit, for a slow connection must not lose what somebody has pressed. */
function soon<T>(find: () => T | undefined): Promise<T> {
    return new Promise((done) => {
        let stop: (() => void) | null = null;
        stop = effect(() => {
            const found = find();
            if (found === undefined) return;
            queueMicrotask(() => stop?.());
            done(found);
        });
    });
}

/* What this browser keeps of the round, from the first frame of it on. */
function take_notes(name: string, view: View): Notes | null {
    const { fair } = view;
    if (!fair) return null;
    const kept = notes_of(name, fair.round);
    /* A house that begins its books anew has another round of this number. */
    const again = kept !== null && kept.commitment !== fair.commitment && kept.ended === true && view.phase === 'betting' && fair.list === null;
    if (again) tell(texts.fair.began_again(fair.round), 'warning');
    const before = again ? null : kept;
    const notes = add_notes(before ?? begin_notes(fair, view.phase), view);
    if (JSON.stringify(before) !== JSON.stringify(notes)) save_notes(notes);
    return notes;
}

function pledge_with(fair: Fair, player: number, share: string): string {
    return to_hex(pledge_of(from_hex(fair.commitment) ?? new Uint8Array(), player, from_hex(share) ?? new Uint8Array()));
}

/* Our part in the shuffle: a pledge with the first bet, whose share is kept before it is sent, and the share
 * itself once the list of pledges is fixed and is as it should be. */
function share_in_shuffle(name: string, view: View, notes: Notes, bets: boolean, once: (what: string, then: () => void) => void): void {
    const { fair } = view;
    const player = me.value?.id;
    if (!fair || player === undefined || fair.round !== view.round) return;
    const pledged = fair.pledges.find((one) => one.player === player);
    if (view.phase === 'betting' && bets && prefs.value.share && !pledged && notes.early && may_pledge(fair)) {
        once(`pledge ${fair.round}`, () => {
            const share = unsent_share(fair) ?? to_hex(crypto.getRandomValues(new Uint8Array(32)));
            remember_share(fair, share);
            void send({ do: 'pledge', table: name, round: fair.round, pledge: pledge_with(fair, player, share) }).then((answer) => {
                /* The house has taken it: from now on it must be in the list. */
                if (answer.ok) save_notes({ ...notes_of(name, fair.round) ?? notes, own: { player, share } });
            });
        });
    }
    if (!pledged) return;
    /* Another window may have pledged for us, or another device; then that one opens it. */
    const share = shares_of(fair).find((one) => pledge_with(fair, player, one) === pledged.pledge);
    if (share === undefined) return;
    const own = { ...notes, own: { player, share } };
    if (notes.own?.share !== share) save_notes(own);
    if (view.phase !== 'closed' || fair.list === null || pledged.share !== null) return;
    once(`share ${fair.round}`, () => {
        if (!may_share(fair, own)) return tell(texts.fair.kept_back, 'warning');
        share_is_sent(share);
        void send({ do: 'share', table: name, round: fair.round, share });
    });
}

export function sit_at(name: string): Play {
    const watched = table(name);
    const chip = signal<Cents>(kept<Cents>(`chip.${name}`) ?? 0);
    const done = signal<Done[]>([]);
    const before = signal<Stake[]>(kept<Stake[]>(`bets.${name}`) ?? []);
    const active = signal<number | null>(null);
    const coaching = signal<Play['coaching']['value']>(null);
    const ask = signal<Ask | null>(null);
    const moving = signal<Moving | null>(null);
    const settled = signal(true);
    const busy = signal(false);
    const last = signal<View | null>(null);
    const mine = computed(() => {
        const { view } = watched.value;
        return view && me.value ? stakes_of(view, me.value.id) : [];
    });
    const rules = rules_of(name);
    const chips = computed(() => offered_chips(watched.value.view, rules.value?.limits.ante));

    async function act(message: Message): Promise<Answer> {
        const answer = await send({ ...message, table: name });
        if (!answer.ok && answer.refused && answer.refused.reason !== 'ended') {
            const where = answer.refused.paragraphs?.length ? ` [${answer.refused.paragraphs.join(', ')}]` : '';
            tell(texts.refused(answer.refused.text) + where, 'warning');
        }
        return answer;
    }

    const staked = (seat: number, wager: Wager) =>
        mine.value.find((stake) => stake.seat === seat && stake.wager === wager)?.amount ?? 0;

    async function bet(message: Message): Promise<boolean> {
        const amount = message.amount ?? (message.do === 'withdraw'
            ? staked(message.seat as number, message.wager as Wager) : watched.value.view?.jackpot_bet ?? 0);
        const answer = await act(message);
        if (answer.ok) done.value = [...done.value, { message, amount }];
        return answer.ok;
    }

    /* One thing after the other: what is computed from the bets that lie there must not be computed
     * while others are on their way. */
    async function all(messages: Message[]): Promise<void> {
        busy.value = true;
        const total = () => mine.value.reduce((sum, stake) => sum + stake.amount, 0);
        let lies = total();
        const round = watched.value.view?.round;
        for (const message of messages) {
            if (!(await bet(message))) break;
            const moved = done.value[done.value.length - 1]?.amount ?? 0;
            lies += message.do === 'withdraw' ? -moved : moved;
        }
        /* An answer comes before the view that shows what it did: until that has come (another window may have
         * bet too), or bets are closed, or the connection is lost and everything is shown anew. */
        const seen = total();
        const waited = signal(false); /* a tap that went out beside these may have changed the sum for good */
        const timer = setTimeout(() => { waited.value = true; }, 2000);
        await soon(() => {
            const { view } = watched.value;
            const over = waited.value || view?.phase !== 'betting' || view.round !== round || link_state.value !== 'open';
            return over || total() === lies || total() !== seen ? true : undefined;
        });
        clearTimeout(timer);
        busy.value = false;
    }

    function put_chip(can: Can): void {
        if (fits(can, chip.value)) return void bet(place(can, chip.value));
        tell(texts.dock.does_not_fit(money(chip.value), money(can.most ?? 0)), 'warning');
    }

    /* The view says what may be bet only to whoever sits: sit, and bet when it does. */
    async function sit_and_bet(seat: number, wager: Wager): Promise<void> {
        if (!(await act({ do: 'sit', seat })).ok) return;
        const can = await soon(() => {
            const { view } = watched.value;
            const over = view?.phase !== 'betting' || view.boxes[seat]?.seated === me.value?.id || link_state.value !== 'open';
            return (view ? may_bet(view, seat, wager) : undefined) ?? (over ? null : undefined);
        });
        if (can) put_chip(can);
    }

    const play: Play = {
        name, watched, chips, chip, mine, before, done, active, coaching, ask, moving, settled, busy, last, do: act,
        move(can, by_key = false) {
            if (moving.value) return;
            if (!settled.value) return by_key ? undefined : press_astray();
            const one: Moving = { do: can.do, seat: can.seat, keep: can.keep === true };
            moving.value = one;
            const amount = can.do === 'fund' ? { amount: can.amount ?? can.most ?? 0 } : {};
            void act({ do: can.do, seat: can.seat, ...(can.keep ? { keep: true } : {}), ...amount }).then((answer) => {
                /* The frame that shows it comes with the answer. */
                setTimeout(() => { if (moving.value === one) moving.value = null; }, answer.ok ? 300 : 0);
            });
        },
        ready(by_key = false) {
            const { view } = watched.value;
            if (!can_do(view, 'ready')) return;
            if (view?.phase === 'idle' && !settled.value) return by_key ? undefined : press_astray();
            void act({ do: 'ready' });
        },
        astray() { if (!settled.value) press_astray(); },
        tap(seat, wager) {
            const { view } = watched.value;
            if (!view) return;
            const can = may_bet(view, seat, wager);
            const owner = view.boxes[seat]?.seated ?? null;
            const others = owner !== null && owner !== me.value?.id;
            if (can && others && !mine.value.some((stake) => stake.seat === seat)) {
                const amount = money(can.amount ?? Math.max(chip.value, can.least ?? 0));
                const name = view.people[owner] ?? '';
                ask.value = {
                    text: texts.dock.on_others(name, texts.dock.others_decide[rules.value?.shared ?? '']?.(name) ?? ''), yes: texts.dock.on_others_yes(amount, name),
                    then: () => { active.value = seat; put_chip(can); },
                };
                return;
            }
            active.value = seat;
            if (can) put_chip(can);
            else if (may_sit_to_bet(view, seat, wager)) void sit_and_bet(seat, wager);
            else if (wager === 'progressive' && staked(seat, wager) > 0) play.lift(seat, wager);
        },
        lift(seat, wager) {
            const message = lift(staked(seat, wager), seat, wager, chip.value);
            if (message && can_do(watched.value.view, 'withdraw', seat)) void bet(message);
        },
        undo() {
            const last = done.value[done.value.length - 1];
            if (!last) return;
            const back = inverse(last.message, last.amount);
            done.value = done.value.slice(0, -1);
            if (back) void act(back);
        },
        clear() { if (!busy.value) void all(clear(mine.value)); },
        rebet() {
            const { view } = watched.value;
            if (!view || busy.value) return;
            const again = rebet(view, before.value, me.value?.chips ?? 0);
            if (again) void all(again);
            else tell(texts.dock.no_rebet, 'warning');
        },
        double() {
            const { view } = watched.value;
            if (!view || busy.value) return;
            const more = double(view, mine.value);
            if (more) void all(more);
            else tell(texts.dock.no_double, 'warning');
        },
        stop() { for (const end of ends) end(); },
    };

    /* Somebody who presses on and on must not decide a hand that has just come up under the finger. */
    let settling = 0;
    let offered_at = 0;
    const restart_settling = () => {
        clearTimeout(settling);
        settled.value = false;
        settling = window.setTimeout(() => { settled.value = true; }, settle_ms);
    };
    /* A finger that hammers on one place is waited out, but not for ever; a key says which move it means. */
    const press_astray = () => { if (Date.now() - offered_at < astray_ms) restart_settling(); };
    let offered = '';
    const settle = effect(() => {
        const { view } = watched.value;
        const seats = deciding(view);
        const over = view?.phase === 'idle' && view.settlement !== null; /* a result is not pressed away either */
        const now = seats.length > 0 ? `${view?.round} ${seats.join(' ')}` : over ? `${view.round} over` : '';
        if (now === offered) return;
        offered = now;
        offered_at = Date.now();
        if (now) restart_settling();
    });
    const ends = [watch(name), settle, ...habits(play)];
    return play;
}

const settle_ms = 500;
const astray_ms = 4000;

/* What happens by itself: the first chip is picked up, bets are remembered when they
 * close, one hand is looked at, the shuffle is shared in, the coach is asked. */
function habits(play: Play): (() => void)[] {
    const { name, watched, chip, chips, mine, before, done, active, coaching, ask, moving, last } = play;
    const tried = new Set<string>();
    const once = (what: string, then: () => void) => {
        if (tried.has(what)) return;
        tried.add(what);
        then();
    };
    let betting = false;
    let latest: Stake[] = [];
    return [
        effect(() => {
            if (chips.value.length > 0 && !chips.value.includes(chip.peek())) chip.value = chips.value[0] as Cents;
        }),
        effect(() => { if (chip.value) keep(`chip.${name}`, chip.value); }),
        effect(() => {
            const { view } = watched.value;
            if (!view) return;
            if (view.phase === 'betting') latest = mine.value;
            else if (betting) {
                done.value = [];
                if (latest.length > 0) {
                    before.value = latest;
                    keep(`bets.${name}`, latest);
                }
            }
            betting = view.phase === 'betting';
            if (!betting && ask.peek()) ask.value = null; /* too late for what was asked */
        }),
        effect(() => {
            const { view } = watched.value;
            const way = moving.peek();
            if (way && view && !view.can.some((can) => can.do === way.do && can.seat === way.seat)) moving.value = null;
        }),
        effect(() => {
            const { view } = watched.value;
            if (view?.settlement?.players.some((one) => one.player === me.value?.id)) last.value = view;
        }),
        effect(() => {
            const { view } = watched.value;
            const bets = mine.value.length > 0 || (view?.bank?.player ?? null) === (me.value?.id ?? 0);
            const notes = view ? take_notes(name, view) : null;
            if (view && notes) share_in_shuffle(name, view, notes, bets, once);
        }),
        effect(() => {
            const { view } = watched.value;
            const seats = deciding(view);
            const now = active.peek();
            if (seats.length > 0 && (now === null || !seats.includes(now))) active.value = seats[0] as number;
            if (seats.length > 0) once(`turn ${view?.round}`, () => { active.value = seats[0] as number; });
            const seat = active.value;
            const box = seat === null ? undefined : view?.boxes[seat];
            if (!view || !prefs.value.coach || seat === null || !box?.viewed || !can_do(view, 'play', seat)) {
                if (coaching.peek()) coaching.value = null;
                return;
            }
            once(`coach ${view.round} ${seat}`, () => {
                void send({ do: 'coach', table: name, seat }).then((answer) => {
                    if (answer.coach) coaching.value = { seat, coach: answer.coach };
                    else tried.delete(`coach ${view.round} ${seat}`);
                });
            });
        }),
        effect(() => { /* the only hand is turned over; of several a player may have to choose one */
            const { view } = watched.value;
            const seat = view?.can.find((can) => can.do === 'view')?.seat;
            if (!view || seat === undefined || !prefs.value.look || is_mending(view)) return;
            if (own_hands(view, me.value?.id ?? null).length === 1) once(`view ${view.round}`, () => void play.do({ do: 'view', seat }));
        }),
    ];
}
