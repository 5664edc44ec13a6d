/* play.ts -- a person at one table: the chip in hand, bets, moves, and what can be undone.
 *
 * Everything goes to the server and comes back in a frame; nothing is shown before it has
 * happened. The page remembers only what the server has no word for: the chip that is
 * picked up, the order of one's own bets, and the bets of the round before. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { clear, double, inverse, lift, may_bet, place, rebet, stakes_of, type Stake } from './bets.ts';
import type { Answer, Can, Cents, Coaching, Message, View, Wager } from './frames.ts';
import { send, watch } from './link.ts';
import { rack } from './money.ts';
import { keep, kept, prefs } from './prefs.ts';
import { me, rules_of, table, tell, type Watched } from './state.ts';
import { texts } from './texts.en.ts';

interface Done {
    message: Message;
    amount: Cents;
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
    do(message: Message): Promise<Answer>;
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

/* Seats at which something is to be decided, in order. */
export function deciding(view: View | null): number[] {
    const moves = new Set(['view', 'play', 'fold', 'continue', 'fund']);
    const seats = (view?.can ?? []).filter((can) => moves.has(can.do)).map((can) => can.seat as number);
    return [...new Set(seats)].sort((a, b) => a - b);
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

/* What `find` gives as soon as a frame makes it give something; undefined after two seconds. */
function soon<T>(find: () => T | undefined): Promise<T | undefined> {
    return new Promise((done) => {
        let stop: (() => void) | null = null;
        const end = (value: T | undefined) => {
            clearTimeout(timer);
            queueMicrotask(() => stop?.());
            done(value);
        };
        const timer = setTimeout(() => end(undefined), 2000);
        stop = effect(() => {
            const found = find();
            if (found !== undefined) end(found);
        });
    });
}

export function nonce_key(name: string, round: number): string {
    return `nonce.${name}.${round}`;
}

export function sit_at(name: string): Play {
    const watched = table(name);
    const chip = signal<Cents>(kept<Cents>(`chip.${name}`) ?? 0);
    const done = signal<Done[]>([]);
    const before = signal<Stake[]>(kept<Stake[]>(`bets.${name}`) ?? []);
    const active = signal<number | null>(null);
    const coaching = signal<Play['coaching']['value']>(null);
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

    async function all(messages: Message[]): Promise<void> {
        for (const message of messages) if (!(await bet(message))) break;
    }

    /* The view says what may be bet only to whoever sits: sit, and bet when it does. */
    async function sit_and_bet(seat: number, wager: Wager): Promise<void> {
        if (!(await act({ do: 'sit', seat })).ok) return;
        const can = await soon(() => {
            const { view } = watched.value;
            return view ? may_bet(view, seat, wager) : undefined;
        });
        if (can) await bet(place(can, chip.value));
    }

    const play: Play = {
        name, watched, chips, chip, mine, before, done, active, coaching, do: act,
        tap(seat, wager) {
            const { view } = watched.value;
            if (!view) return;
            active.value = seat;
            const can = may_bet(view, seat, wager);
            if (can) void bet(place(can, chip.value));
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
        clear() { void all(clear(mine.value)); },
        rebet() {
            const { view } = watched.value;
            if (view) void all(rebet(view, before.value));
        },
        double() {
            const { view } = watched.value;
            if (view) void all(double(view, mine.value));
        },
        stop() { for (const end of ends) end(); },
    };
    const ends = [watch(name), ...habits(play)];
    return play;
}

/* What happens by itself: the first chip is picked up, bets are remembered when they
 * close, one hand is looked at, a nonce is added, the coach is asked. */
function habits(play: Play): (() => void)[] {
    const { name, watched, chip, chips, mine, before, done, active, coaching } = play;
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
        }),
        effect(() => {
            const { view } = watched.value;
            const looks = (view?.can ?? []).filter((can) => can.do === 'view');
            const look = looks[0];
            if (!view || !prefs.value.look || looks.length !== 1 || !look) return;
            const hands = Object.values(view.boxes).filter((box) => box.seated === me.value?.id && box.cards.length > 0);
            if (hands.length === 1) once(`view ${view.round}`, () => void play.do({ do: 'view', seat: look.seat }));
        }),
        effect(() => {
            const { view } = watched.value;
            if (!view?.fair || !prefs.value.nonce || view.phase !== 'betting' || mine.value.length === 0) return;
            if (kept(nonce_key(name, view.round))) return;
            once(`nonce ${view.round}`, () => {
                const bytes = crypto.getRandomValues(new Uint8Array(16));
                const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
                void send({ do: 'nonce', table: name, nonce }).then((answer) => {
                    if (answer.ok) keep(nonce_key(name, view.round), nonce);
                });
            });
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
    ];
}
