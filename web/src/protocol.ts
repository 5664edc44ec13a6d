/* protocol.ts -- events and commands of a table as types.
 *
 * Written from the engine's rows by `MEND=1 sh tests/cli/protocol_page.sh`; do not edit. */

import type { Card, Cents, Wager } from './frames.ts';

export type GameEvent =
    | { kind: 'seated'; seat: number; player: number }
    | { kind: 'left'; seat: number; player: number }
    | { kind: 'opened'; round: number }
    | { kind: 'banked'; seat: number; player: number; amount: Cents }
    | { kind: 'passed'; seat?: number; player: number }
    | { kind: 'bet'; seat: number; player: number; wager: Wager; amount: Cents; by: string }
    | { kind: 'withdrawn'; seat: number; player: number; wager: Wager; amount: Cents; by: string }
    | { kind: 'contributed'; seat?: number; player?: number; amount: Cents; on_meter?: boolean; meter?: number }
    | { kind: 'jackpot_alone'; seat: number; player: number; amount: Cents }
    | { kind: 'closed'; action?: Cents }
    | { kind: 'collected'; seat?: number; player: number; amount: Cents; of_players?: boolean }
    | { kind: 'deck'; count: number; cards?: Card[]; burns?: boolean }
    | { kind: 'card'; place?: 'dealer' | 'burn'; seat?: number; card: Card }
    | { kind: 'dealt' }
    | { kind: 'up_card'; place?: 'dealer' | 'burn'; seat?: number; card: Card }
    | { kind: 'viewed'; seat: number; player?: number; by: string }
    | { kind: 'funded'; seat: number; player: number; wager: Wager; amount: Cents }
    | { kind: 'played'; seat: number; player: number; wager: Wager; amount: Cents }
    | { kind: 'folded'; seat: number; player: number; keeps_pair_plus: boolean }
    | { kind: 'continued'; seat: number; player: number }
    | { kind: 'revealed'; cards: Card[] }
    | { kind: 'button'; seat: number }
    | { kind: 'hidden'; seat: number; player: number }
    | { kind: 'looked'; seat: number; by: string }
    | { kind: 'shown'; seat: number; player: number; cards: Card[] }
    | { kind: 'line'; seat: number; player: number; wager: Wager; staked: Cents; result: string; back: Cents; why: string; pays?: string; bank?: Cents; meter?: Cents; cause?: string }
    | { kind: 'settled'; round: number; meter?: Cents }
    | { kind: 'reported'; reporter?: number; report: string; seats: number[]; remedy: string; also?: string; decides?: string; two?: true; paragraphs: string[]; effects: object[] }
    | { kind: 'dropped' }
    | { kind: 'remedied'; player?: number; report: string; remedy: string; also?: string }
    | { kind: 'invalidated'; seat: number; player: number; wagers: 'stand' | 'returned' | 'lost'; cause?: string }
    | { kind: 'offered'; seats: number[]; all_or_nothing: boolean; cause?: string }
    | { kind: 'chosen'; seat: number; player: number; choice: 'none' | 'offered' | 'continue' | 'return' }
    | { kind: 'offer_ended' }
    | { kind: 'mended'; count: number; cards?: Card[] }
    | { kind: 'stake_found'; seat: number; player: number; wager: Wager; amount: Cents; by: string; found?: boolean; once?: boolean }
    | { kind: 'capped'; seat: number; player: number; wager: Wager }
    | { kind: 'given_back'; seat: number; player: number; wager: Wager }
    | { kind: 'play_ruled'; seat: number; player: number; wager: Wager; remedy: string }
    | { kind: 'flagged'; player: number; now?: string[]; no_longer?: string[] }
    | { kind: 'mode'; seat?: number; mode: 'none' | 'close' | 'disable' | 'without_jackpot'; on: boolean }
    | { kind: 'meter_frozen'; amount: Cents }
    | { kind: 'ruled'; seat?: number; player?: number; by: string; ruling: string; reason: string }
    | { kind: 'ruled_line'; seat: number; player: number; wager: Wager; amount: Cents; returned?: boolean }
    | { kind: 'refunded'; seat?: number; player: number; amount: Cents; of_players?: boolean }
    | { kind: 'voided'; round: number; meter?: Cents; cause?: string }
    | { kind: 'reversed'; seat: number; player: number; wager?: Wager; amount: Cents }
    | { kind: 'exposed'; count: number; cards: Card[] }
    | { kind: 'meter_shown'; seat?: number; player?: number; amount: Cents; bet: Cents; contribution: Cents; reset: Cents }
    | { kind: 'owed'; seat: number; player: number; wager: Wager; amount: Cents }
    | { kind: 'limits'; wager: Wager; by: string; least: Cents; most: Cents; reason: string }
    | { kind: 'recalled'; by: string; place?: 'dealer' | 'burn'; seat?: number; card: Card }
    | { kind: 'warned'; seat: number; player: number; wager: Wager }
    | { kind: 'jackpot_returned'; seat: number; player: number; cause?: string }
    | { kind: 'look_struck'; seat: number; player: number; by: string }
    | { kind: 'entrusted'; seat: number; player: number; on: boolean };

export type Command =
    | { do: 'sit'; table: string; seat: number; player?: number }
    | { do: 'leave'; table: string; seat: number; player?: number }
    | { do: 'open'; table: string }
    | { do: 'bank'; table: string; seat: number; player?: number; amount: Cents }
    | { do: 'pass'; table: string; player?: number }
    | { do: 'bet'; table: string; seat: number; player?: number; wager: Wager; amount?: Cents; part?: boolean }
    | { do: 'withdraw'; table: string; seat: number; player?: number; wager: Wager; amount?: Cents; part?: boolean }
    | { do: 'close'; table: string }
    | { do: 'deck'; table: string; cards: Card[] }
    | { do: 'card'; table: string; cards: Card[] }
    | { do: 'view'; table: string; seat: number; player?: number }
    | { do: 'fund'; table: string; seat: number; player?: number; amount: Cents }
    | { do: 'play'; table: string; seat: number; player?: number; amount?: Cents }
    | { do: 'fold'; table: string; seat: number; player?: number; keep?: boolean }
    | { do: 'continue'; table: string; seat: number; player?: number }
    | { do: 'reveal'; table: string }
    | { do: 'hide'; table: string; seat: number; player?: number }
    | { do: 'look'; table: string; seat: number }
    | { do: 'settle'; table: string }
    | { do: 'report'; table: string; player?: number; wager?: Wager; amount?: Cents; cards?: Card[]; kind: string; seats?: number[]; facts?: Record<string, string | number>; mode?: 'none' | 'close' | 'disable' | 'without_jackpot'; try?: boolean }
    | { do: 'confirm'; table: string }
    | { do: 'drop'; table: string }
    | { do: 'choose'; table: string; seat: number; player?: number; back: boolean }
    | { do: 'time'; table: string }
    | { do: 'mend'; table: string; cards?: Card[] }
    | { do: 'rule'; table: string; seat?: number; player?: number; wager?: Wager; amount?: Cents; ruling: string; reason: string; try?: boolean }
    | { do: 'entrust'; table: string; seat: number; player?: number; back?: boolean }
    | { do: 'recall'; table: string };
