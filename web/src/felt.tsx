/* felt.tsx -- the layout of a table: dealer, meter, and a box for each position.
 *
 * The same felt shows a live round and a replay; without a `play` nothing on it can be
 * pressed. On a narrow screen one box is large and the others stand in a strip above. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Box, MiniBox } from './box.tsx';
import { Hand, spoken_hand } from './cards.tsx';
import { Counter } from './counter.tsx';
import type { Rules, View } from './frames.ts';
import { hand_said } from './hands.ts';
import { money } from './money.ts';
import { deciding, may_sit_to_bet, type Play } from './play.ts';
import { may_bet } from './bets.ts';
import { narrow } from './prefs.ts';
import { texts } from './texts.en.ts';

export interface FeltProps {
    view: View;
    rules: Rules | null;
    rulebook: string;
    mine: number | null; /* my number */
    still: boolean;
    play?: Play;
    note?: ComponentChildren;
    next?: number | 'dealer' | 'burn' | null; /* where a dealer's next card goes */
}

/* The circles of a box, as the layout has them. */
export function spots_of(rules: Rules | null, view: View): string[] {
    const all = rules?.wagers ?? ['ante', 'play', 'pair_plus', ...(view.jackpot_bet ? ['progressive'] : [])];
    return all.filter((wager) => wager !== 'ante_bonus' && wager !== 'envy');
}

/* The bank is there from the moment it is put up until the next round opens. */
export function bank_stands(view: View): boolean {
    return view.bank !== null && view.bank.seat !== null && (view.bank.amount > 0 || Boolean(view.settlement?.bank));
}

export function in_play(view: View): number[] {
    return Object.entries(view.boxes).filter(([, box]) => box.cards.length > 0).map(([seat]) => Number(seat));
}

/* My own part of the collection, once the round is settled. */
function own_fee(view: View, mine: number | null): string | null {
    const own = view.settlement?.collections?.find((one) => one.player === mine);
    return own ? money(own.cents) : null;
}

function Dealer(props: FeltProps) {
    const { view, still } = props;
    const { dealer, bank } = view;
    const order = 3 * in_play(view).length;
    const banker = bank?.player && bank_stands(view) ? view.people[bank.player] ?? '' : null;
    const said = dealer.hand ? hand_said(dealer.hand, dealer.cards) : null;
    return (
        <section class={`dealer${still ? ' still' : ''}${props.next === 'dealer' || props.next === 'burn' ? ' next' : ''}`} aria-label={texts.table.dealer}>
            <div class="dealer-name">
                {bank ? (banker ? texts.table.player_dealer(banker) : texts.table.nobody_banks) : texts.table.dealer}
                {bank && bank.amount > 0 && <span class="bank-amount">{texts.table.bank(money(bank.amount))}</span>}
                {bank && bank.fee_bank + bank.fee_players > 0 && <span class="bank-fees">{texts.table.fees(money(bank.fee_bank), money(bank.fee_players), own_fee(view, props.mine))}</span>}
            </div>
            <div class="dealer-cards">
                {dealer.cards.length > 0
                    ? <Hand cards={dealer.cards} round={view.round} order={order} still={still}
                        label={texts.table.dealer_hand(spoken_hand(dealer.cards))} />
                    : <span class="hand-place" aria-hidden="true"><i /><i /><i /></span>}
            </div>
            <div class="dealer-said" data-qualifies={String(dealer.qualifies)}>
                {said && <b>{said}</b>}
                {dealer.qualifies !== null && (
                    <span>{dealer.qualifies ? texts.table.qualifies : texts.table.not_qualified}</span>
                )}
            </div>
        </section>
    );
}

function Meter(props: { view: View; rules: Rules | null }) {
    const { view, rules } = props;
    if (view.meter === null || view.meter === undefined) return null;
    return (
        <div class="meter">
            <span class="meter-name">{rules?.jackpot?.name ?? texts.table.jackpot}</span>
            <Counter value={view.meter} class="meter-value" />
            {view.jackpot_off && <span class="meter-off">{texts.table.jackpot_off}</span>}
        </div>
    );
}

/* The box that is large on a narrow screen: the one in hand, else mine; for whoever only looks on, one that
 * somebody plays; else a free one. */
function large_box(props: FeltProps, looked: number | null): number {
    const { view, mine, play } = props;
    const seats = Object.keys(view.boxes).map(Number);
    if (typeof props.next === 'number') return props.next;
    const active = play ? play.active.value : looked;
    if (active !== null && seats.includes(active)) return active;
    const own = seats.find((seat) => mine !== null && view.boxes[seat]?.seated === mine);
    const played = play ? undefined : seats.find((seat) => view.boxes[seat]?.to_act) ?? in_play(view)[0] ?? seats.find((seat) => (view.boxes[seat]?.bettors.length ?? 0) > 0);
    const free = seats.find((seat) => view.boxes[seat]?.seated === null);
    return own ?? played ?? inviting(props) ?? free ?? seats[0] ?? 1;
}

/* The box at which a person without bets is asked in: his own, else the free one nearest
 * to the middle. */
export function inviting(props: FeltProps): number | null {
    const { view, mine, play } = props;
    if (!play || play.mine.value.length > 0) return null;
    const open = Object.keys(view.boxes).map(Number)
        .filter((seat) => may_bet(view, seat, 'ante') || may_sit_to_bet(view, seat, 'ante'));
    const own = open.find((seat) => view.boxes[seat]?.seated === mine);
    if (own !== undefined) return own;
    const middle = (Object.keys(view.boxes).length + 1) / 2;
    const free = open.filter((seat) => view.boxes[seat]?.seated === null);
    return free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? null;
}

function Boxes(props: FeltProps) {
    const { view, play } = props;
    const seats = Object.keys(view.boxes).map(Number).sort((a, b) => a - b);
    const dealt = in_play(view);
    const order = (seat: number) => 3 * Math.max(0, dealt.indexOf(seat));
    const deciders = deciding(view);
    const invited = inviting(props);
    const [looked, look] = useState<number | null>(null);
    if (!narrow.value) {
        const middle = (seats.length - 1) / 2;
        return (
            <div class="boxes" role="group" aria-label={texts.table.boxes}>
                {seats.map((seat, i) => (
                    <div class="slot" key={seat} style={{ '--x': String((i - middle) / Math.max(1, middle)) }}>
                        <Box {...props} seat={seat} order={order(seat)} acting={deciders.includes(seat)} invites={invited === seat} />
                    </div>
                ))}
            </div>
        );
    }
    const large = large_box(props, looked);
    return (
        <div class="boxes-narrow">
            <div class="strip" role="group" aria-label={texts.table.other_boxes}>
                {seats.map((seat) => (
                    <MiniBox {...props} key={seat} seat={seat} chosen={seat === large}
                        choose={() => { if (play) play.active.value = seat; else look(seat); }} />
                ))}
            </div>
            <div class="large" role="group" aria-label={texts.table.boxes}>
                <Box {...props} key={large} seat={large} order={order(large)} acting={deciders.includes(large)} invites={play?.mine.value.length === 0} large />
            </div>
        </div>
    );
}

export function Felt(props: FeltProps) {
    const { view, rules, rulebook } = props;
    return (
        <div class={`felt book-${rulebook}`} data-phase={view.phase} data-deck={view.dealer.deck}
            data-seated={Object.values(view.boxes).filter((box) => box.seated !== null).length} style={{ '--boxes': String(Object.keys(view.boxes).length) }}>
            <div class="felt-top">
                <Meter view={view} rules={rules} />
                <Dealer {...props} />
                <div class="felt-note">
                    <span class="felt-round">{texts.table.round(view.round)}</span>
                    <span class="felt-phase">{texts.phases[view.phase] ?? view.phase}</span>
                    {props.note}
                </div>
            </div>
            {rules?.qualifies && <div class="felt-print">{texts.table.felt_print(rules.qualifies.replace(/_/g, ' '), view.bank !== null)}</div>}
            <Boxes {...props} />
        </div>
    );
}
