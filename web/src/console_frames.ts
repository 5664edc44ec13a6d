/* console_frames.ts -- what staff hear besides what players do, as types: docs/protocol.md, "Staff".
 *
 * Only what the consoles read is named. Kinds, facts, rulings, remedies and their money are the
 * server's words and figures; nothing here knows which of them a rulebook has. */
import type { Answer, Cents, Jackpot, Limits, View } from './frames.ts';

export interface Effect {
    seat: number;
    player: number;
    wager?: string; /* left out of what a whole hand came to */
    staked: Cents;
    becomes: string;
    back?: Cents;
}

/* What a report or a ruling would do. */
export interface Would {
    remedy: string;
    also?: string;
    decides?: string;
    two?: true;
    gate: string;
    paragraphs: string[];
    text: string;
    effects: Effect[];
}

export interface Asks {
    fact?: string;
    member?: string;
}

export interface Found {
    id: number;
    name: string;
    role: string;
    guest: boolean;
    barred: boolean;
    chips: Cents;
    at: string[];
    day_in?: Cents; /* cash over the counter within a day */
    day_out?: Cents;
}

export type StaffAnswer = Answer & { would?: Would; people?: Found[]; chips?: Cents; shift?: number; waits?: number };

export interface Desk {
    person: number;
    name: string;
    since: number;
    mine: boolean;
}

export interface OpenReport {
    report: string;
    seats: number[];
    facts: Record<string, string>;
    mode?: string;
    remedy: string;
    also?: string;
    decides?: string;
    two?: true; /* somebody else than whoever reported it confirms or drops it */
    reporter?: number;
    paragraphs: string[];
    effects: Effect[];
    by: string;
}

export interface Flagged {
    player: number;
    flags: string[];
}

export type Place = number | 'dealer' | 'burn';

export interface StaffView extends View {
    next?: { place: Place } | null;
    desk?: Desk | null;
    report?: OpenReport | null;
    exposed?: string[];
    mending?: string;
    recorded?: { place: number | 'dealer'; cards: string[] }[]; /* while a correction is due */
    flagged?: Flagged[];
    device?: string;
    physical?: boolean;
}

export interface Kind {
    kind: string;
    happened: string;
    facts: { fact: string; question: string; answers: string[] }[];
    members: string[];
}

/* GET /api/tables/NAME/desk: the questions of this table's book. */
export interface DeskForms {
    table: string;
    kinds: Kind[];
    rulings: { ruling: string; members: string[] }[];
    modes: string[];
    device: string;
}

export interface Incident {
    number: number;
    time: number;
    kind: string;
    person: number | null; /* null, or 0: the operator, or nobody who is known */
    name: string;
    role: string | null;
    table?: string;
    jackpot?: string;
    text: string;
    paragraphs?: string[];
}

export interface PitTable {
    table: string;
    title: string;
    rulebook: string;
    phase: string;
    gate: string;
    round: number;
    seated: number;
    staked: Cents;
    bank: Cents | null;
    drop: Cents | null;
    closed: boolean;
    jackpot_off: boolean;
    automatic: boolean;
    physical: boolean;
    limits: Limits;
    since: number;
    desk: Desk | null;
    waiting: null | { for: string; since: number; report?: string; decides?: string; paragraphs: string[] };
    alerts: { alert: string; since: number; text: string }[];
    flagged: Flagged[];
    jackpot: string | null;
    node?: string;
}

export interface Hit {
    number: number;
    table: string;
    seat: number;
    player: number;
    name: string;
    round: number;
    value: Cents;
    dealt: number;
    frozen: boolean;
    two: boolean; /* a second person has to confirm it */
}

/* An award that its jackpot did not hear of. */
export type Unpaid = Omit<Hit, 'number' | 'frozen' | 'two'>;

/* Something that one of the staff asked for and another has to stand by. */
export interface Proposal {
    number: number;
    since: number;
    person: number;
    name: string;
    role: string | null;
    message: {
        do: string; table?: string; jackpot?: string; number?: number; ruling?: string; seat?: number; wager?: string;
        player?: number; other?: number; amount?: Cents; cards?: string[]; reason?: string;
    };
}

export interface PitJackpot extends Omit<Jackpot, 'waiting' | 'last' | 'unpaid'> {
    rulebook: string;
    reserve: Cents;
    overflow: Cents;
    pending: Cents;
    contributed: Cents;
    awarded: Cents;
    live: boolean;
    parameters: Record<string, number>;
    waiting: Hit[];
    unpaid: Unpaid[];
}

export interface Pit {
    time: number;
    people: number; /* at the tables, each counted once */
    tables: PitTable[];
    jackpots: PitJackpot[];
    proposals: Proposal[];
    incidents: Incident[];
}

export interface Movement {
    number: number; /* of the entry in the cage's records */
    time: number;
    kind: string;
    player: number | null;
    name: string | null;
    other?: number | null;
    table?: string | null;
    amount: Cents;
    by: string | null; /* null: the house itself, which hands out play money */
    second?: string; /* who stood by it */
    identified?: true;
    was?: string; /* of a reversal: what the entry was, */
    entry?: number; /* its number, */
    reason?: string; /* and why */
}

export interface Cage {
    cash: Cents; /* what the drawer should hold */
    identify_from: Cents; /* from so much cash of one patron in a day on; 0: never */
    balance: Cents;
    chips: Cents;
    layout: Cents;
    house: Cents;
    drop: Cents;
    meters: Cents;
    agrees: boolean;
    boxes: { table: string; cents: Cents }[];
    movements: Movement[];
    proposals: Proposal[];
}

/* ---- The back office ---------------------------------------------------------------------- */
export interface Figures {
    handle: Cents;
    win: Cents;
    expected: Cents;
    sd: Cents;
    sigmas: number | null;
}

export type StaffCase = 'reports' | 'withdrawn' | 'voids' | 'corrections' | 'awards';

/* What somebody of the staff did, and their share of what all in that role did. */
export interface StaffFigures extends Record<StaffCase, number> {
    person: number;
    name: string;
    role: string;
    calls: number;
    expected: Record<StaffCase, number>;
}

export interface WagerFigures extends Figures {
    wager: string;
    bets: number;
}

export interface TableFigures extends Figures {
    table?: string;
    rulebook?: string;
    rounds: number;
    voids: number;
    withheld: number; /* of those: a share in the shuffle did not come */
    cut_off: number; /* ... interrupted after the deal */
    hours: number;
    rounds_an_hour: number | null;
    void_rate: number | null;
    reversed: number; /* settled, and undone afterwards */
    agrees: boolean; /* what was added up is what the ledger says */
    unreckoned: number; /* rounds whose expectation could not be worked out */
    hold: number | null;
    drop: Cents;
    wagers: WagerFigures[];
}

export interface Hour {
    time: number;
    rounds: number;
    handle: Cents;
    win: Cents;
    expected: Cents;
    sd: Cents;
}

export interface JackpotFigures {
    name: string;
    value: Cents;
    reset: Cents;
    reserve: Cents;
    overflow: Cents;
    contributed: Cents;
    awarded: Cents;
    pending: Cents;
    identity: boolean;
    hits: { time: number; table: string; seat: number; name: string; value: Cents; state: string }[];
}

export interface Report {
    from: number;
    to: number;
    seq: number;
    root: string;
    tables: TableFigures[];
    rulebooks: TableFigures[];
    total: TableFigures;
    hours: Hour[];
    jackpots: JackpotFigures[];
    incidents: Incident[];
    sign_ins: { time: number; name: string; what: string; from: string }[];
    staff: StaffFigures[];
    cage: { buy_ins: Cents; cash_outs: Cents; transfers: Cents; boxes: Cents; fills: Cents; credits: Cents; opening: Cents; closing: Cents; agrees: boolean };
}

export interface Shift {
    number: number;
    from: number;
    to: number;
    by: number;
    name: string;
    note: string;
    seq: number;
    root: string;
}

export interface Shifts {
    shifts: Shift[];
    running: { from: number };
}
