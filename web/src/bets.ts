/* bets.ts -- from a tap to messages: placing, undoing, repeating and doubling bets.
 *
 * The page decides nothing about limits. A bet is possible where `can` names it, and is
 * bent to the least and the most that stand there; everything else is the engine's. All
 * functions are pure: they look at a view and give messages. */
import type { Box, Can, Cents, Message, View, Wager } from './frames.ts';

export interface Stake {
    seat: number;
    wager: Wager;
    amount: Cents;
}

/* Whose the jackpot bet of a position is: the first who bet there, seated or not. */
export function jackpot_bettor(box: Box): number | null {
    return box.bettors[0]?.player ?? box.seated;
}

/* What this player has on the table, in the order of seats. */
export function stakes_of(view: View, player: number): Stake[] {
    const stakes: Stake[] = [];
    for (const [seat, box] of Object.entries(view.boxes)) {
        for (const bettor of box.bettors) {
            if (bettor.player !== player) continue;
            for (const [wager, amount] of Object.entries(bettor.stakes)) {
                if (amount > 0) stakes.push({ seat: Number(seat), wager, amount });
            }
        }
        const listed = stakes.some((s) => s.seat === Number(seat) && s.wager === 'progressive');
        if (!listed && box.progressive > 0 && jackpot_bettor(box) === player) {
            stakes.push({ seat: Number(seat), wager: 'progressive', amount: box.progressive });
        }
    }
    return stakes.sort((a, b) => a.seat - b.seat);
}

export function total(stakes: readonly Stake[]): Cents {
    return stakes.reduce((sum, stake) => sum + stake.amount, 0);
}

export function may_bet(view: View, seat: number, wager: Wager): Can | undefined {
    return view.can.find((can) => can.do === 'bet' && can.seat === seat && can.wager === wager);
}

/* One chip on a spot: at least what is allowed, at most what fits. A prescribed bet has
 * no amount of ours. */
export function place(can: Can, chip: Cents): Message {
    const bet: Message = { do: 'bet', seat: can.seat as number, wager: can.wager as Wager };
    if (can.amount !== undefined || (can.least !== undefined && can.least === can.most)) return bet;
    let amount = Math.max(chip, can.least ?? chip);
    if (can.most !== undefined) amount = Math.min(amount, can.most);
    return { ...bet, amount };
}

/* Is there room, and are there chips, for all of it? A smaller bet than the chip says is not made. */
export function fits(can: Can, chip: Cents): boolean {
    const prescribed = can.amount !== undefined || (can.least !== undefined && can.least === can.most);
    return prescribed || can.most === undefined || Math.max(chip, can.least ?? chip) <= can.most;
}

/* One chip off a spot; all of it where that is less. */
export function lift(staked: Cents, seat: number, wager: Wager, chip: Cents): Message | null {
    if (staked <= 0) return null;
    const message: Message = { do: 'withdraw', seat, wager };
    return chip < staked ? { ...message, amount: chip } : message;
}

export function clear(stakes: readonly Stake[]): Message[] {
    return stakes.map(({ seat, wager }) => ({ do: 'withdraw', seat, wager }));
}

/* The Ante goes first, so that what hangs on it is not refused. */
function in_order(stakes: readonly Stake[]): Stake[] {
    const ante_first = (stake: Stake) => (stake.wager === 'ante' ? 0 : 1);
    return [...stakes].sort((a, b) => a.seat - b.seat || ante_first(a) - ante_first(b));
}

/* The bets of the round before once more, all of them and as they were; null where that cannot be. What hangs on another bet (a jackpot bet on an
 * Ante) may not stand in `can` yet and is sent all the same: the engine will say. */
export function rebet(view: View, before: readonly Stake[], chips: Cents): Message[] | null {
    const seats = new Set(view.can.filter((can) => can.do === 'bet' || can.do === 'sit').map((can) => can.seat));
    const again = in_order(before).filter((stake) => stake.wager !== 'play');
    const same = (stake: Stake) => {
        const can = may_bet(view, stake.seat, stake.wager);
        return seats.has(stake.seat) && (!can || (fits(can, stake.amount) && (can.amount !== undefined || (can.least ?? 0) <= stake.amount)));
    };
    if (total(again) > chips || !again.every(same)) return null;
    return again.map((stake) => ({
        do: 'bet', seat: stake.seat, wager: stake.wager,
        ...(stake.wager === 'progressive' ? {} : { amount: stake.amount }),
    }));
}

/* Twice everything, or nothing: null where a bet would not be doubled. */
export function double(view: View, stakes: readonly Stake[]): Message[] | null {
    const more: Message[] = [];
    for (const stake of in_order(stakes)) {
        if (stake.wager === 'progressive') continue;
        const can = may_bet(view, stake.seat, stake.wager);
        if (!can || !fits(can, stake.amount)) return null;
        more.push(place(can, stake.amount));
    }
    return more;
}

/* What takes a message back: a bet is lifted, a lifted bet is put down again. */
export function inverse(done: Message, amount: Cents): Message | null {
    const { seat, wager } = done;
    if (seat === undefined || wager === undefined) return null;
    if (done.do === 'bet') return { do: 'withdraw', seat, wager, amount };
    if (done.do === 'withdraw') {
        return wager === 'progressive' ? { do: 'bet', seat, wager } : { do: 'bet', seat, wager, amount };
    }
    return null;
}
