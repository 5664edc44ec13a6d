/* frames.ts -- the frames of docs/protocol.md as types.
 *
 * Only what the page reads is named. Nothing here knows a rule of the game: what may be
 * done is in `can`, what it came to is in the settlement. */

import type { GameEvent } from './protocol.ts';

export type Cents = number;
export type Card = string | null;
export type Wager = string;

export interface Person {
    id: number;
    name: string;
    role: string;
    guest: boolean;
    chips: Cents;
}

export interface Refusal {
    reason: string;
    text: string;
    paragraphs?: string[];
    asks?: { fact?: string; member?: string }; /* to staff: what is still to be said */
}

export interface Coaching {
    best: string;
    moves: { do: string; worth: Cents }[];
    rule: string;
    exact: boolean;
}

export interface Answer {
    is: 'answer';
    id: string | null;
    ok: boolean;
    again?: boolean;
    refused?: Refusal;
    coach?: Coaching;
}

export interface Award {
    time: number;
    table: string;
    seat: number;
    name: string;
    value: Cents;
}

export interface Jackpot {
    name: string;
    value: Cents;
    reset: Cents;
    down: boolean;
    waiting: { number: number; table: string; seat: number; name: string; value: Cents }[];
    last: Award[];
    unpaid?: { table: string; seat: number; round: number; name: string; value: Cents }[];
}

export type Limits = Record<string, [Cents, Cents]>;

export interface LobbyTable {
    table: string;
    title: string;
    rulebook: string;
    positions: number;
    seated: number;
    phase: string;
    round: number;
    limits: Limits;
    meter: Cents | null;
    jackpot: string | null;
    closed: boolean;
    automatic: boolean;
}

export interface Lobby {
    people: number;
    tables: LobbyTable[];
    jackpots: Jackpot[];
}

export interface Bettor {
    player: number;
    choice: string | null;
    stakes: Record<string, Cents>;
}

export interface Box {
    seated: number | null;
    cards: Card[];
    hand: string | null;
    viewed: boolean;
    shown: boolean;
    to_act: boolean;
    jackpot: string | null;
    progressive: Cents;
    disabled: boolean;
    entrusted: boolean; /* staff may place and take back bets of whoever sits there */
    out: string | null;
    option: string | null;
    bettors: Bettor[];
}

export interface Can {
    do: string;
    seat?: number;
    player?: number; /* for whom the dealer passes */
    wager?: Wager;
    amount?: Cents;
    least?: Cents;
    most?: Cents;
    back?: boolean;
    keep?: boolean;
    loses?: Wager[]; /* what a fold gives up */
    kinds?: string[]; /* of a report */
    rulings?: string[];
}

export interface Clock {
    for: string;
    ends: number;
    of: number;
}

export interface Line {
    seat: number;
    player: number;
    wager: Wager;
    staked: Cents;
    result: string;
    back: Cents;
    why: string;
    hand: string | null;
    pays: string | null;
    paragraphs: string[];
    readings: string[];
}

export interface Settlement {
    round: number;
    void: boolean;
    lines: Line[];
    players: { player: number; staked: Cents; back: Cents; net: Cents }[];
    collections?: { player: number; cents: Cents }[];
    unpaid?: { seat: number; player: number; value: Cents }[]; /* won of a jackpot whose link is down */
    meter_before?: Cents | null;
    meter_after?: Cents | null;
    bank?: { before: Cents; after: Cents } | null;
}

export interface Opening {
    place: number;
    card: string;
    salt: string;
    path: string[];
}

/* Which hands are dealt, in which order: seats, and the dealer's last. */
export interface DealOrder {
    hands: number[];
    single: boolean; /* one card at a time, in three passes; otherwise three at once */
    burn: boolean;
}

export interface Fair {
    house: string;
    table: string;
    rulebook_hash: string;
    round: number;
    commitment: string;
    roots: string[];
    pledges: { player: number; pledge: string; share: string | null }[];
    list: string | null; /* from the closing call on, as is the order */
    order: DealOrder | null;
    joint: string | null; /* from the deal on, as is the spare */
    spare: string | null;
    missing: number[]; /* whose share did not come: the round is void */
    openings: Opening[];
    aborts?: {
        rounds: number; before: number; after: number; interrupted: number; withheld: number;
        people: { player: number; name: string; times: number; until: number }[];
    };
    seed?: string | null;
}

export interface Bank {
    seat: number | null;
    player: number | null;
    amount: Cents;
    offered: number | null;
    button: number | null;
    fee_bank: Cents;
    fee_players: Cents;
}

export interface View {
    round: number;
    phase: string;
    gate: string;
    closed: boolean;
    jackpot_off: boolean;
    clock: Clock | null;
    dealer: { cards: Card[]; hand: string | null; qualifies: boolean | null; up_card: boolean; deck: 1 | 2 };
    bank: Bank | null;
    meter: Cents | null;
    jackpot_bet: Cents | null;
    people: Record<string, string>;
    boxes: Record<string, Box>;
    can: Can[];
    to_play?: Cents; /* what it would still take to play every hand of ours */
    short?: { seat: number; amount: Cents }[]; /* hands that only chips are missing for */
    goes_back?: { seat: number; wager: Wager; needs: string }[]; /* bets that would be returned at the closing call */
    settlement: Settlement | null;
    fair: Fair | null;
}

export interface TableFrame {
    is: 'table';
    table: string;
    at: number;
    full?: boolean;
    missed?: boolean;
    events: GameEvent[];
    view: Partial<View>;
}

/* A signed note, and the key that checks it: checkpoints.ts. */
export interface SignedCheckpoint { note: string; key: string }

export type Frame =
    | { is: 'welcome'; version: number; you: Person; time: number; house: string; play_money: boolean; checkpoint: SignedCheckpoint | null }
    | { is: 'checkpoint'; checkpoint: SignedCheckpoint }
    | Answer
    | { is: 'you'; chips: Cents }
    | ({ is: 'lobby' } & Lobby)
    | TableFrame
    | { is: 'pit' }
    | { is: 'cage' }
    | { is: 'notice'; text: string; level: 'info' | 'warning' }
    | { is: 'bye'; reason: string; text: string };

export interface Message {
    do: string;
    table?: string;
    seat?: number;
    wager?: Wager;
    amount?: Cents;
    back?: boolean;
    keep?: boolean;
    round?: number;
    pledge?: string;
    share?: string;
    since?: number;
    on?: boolean;
    [of_staff: string]: unknown;
}

export interface Rules {
    table: string;
    rulebook: string;
    title: string;
    version: string;
    in_force: string;
    positions: number;
    limits: Limits;
    wagers: Wager[];
    jackpot: { bet: Cents; name: string } | null;
    pays: { wager: Wager; text: string; rows: { hand: string; key: string; pays: string; paragraphs: string[] }[] }[];
    readings: { id: string; question: string; letter: string; says: string }[];
    paragraphs: { id: string; says: string; met: string; does?: string }[];
    qualifies: string;
    shared: 'pooled' | 'fold_binds_play_is_own' | 'own_decision' | 'follows_the_seat' | null; /* who decides for a bet on another's position */
    times: { bets: number; decide: number; alone: number; lost_link: 'book' | 'fold' } | null;
}

export interface RoundSummary {
    round: number;
    time: number;
    staked: Cents;
    back: Cents;
    collected: Cents;
    net: Cents;
    void: boolean;
}

export interface Round {
    round: number;
    time: number;
    rulebook: string;
    steps: { events: GameEvent[]; view: View }[];
    settlement: Settlement | null;
    fair: Fair | null;
}
