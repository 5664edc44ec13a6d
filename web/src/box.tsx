/* box.tsx -- one position of the layout: its hand, its circles, and who sits there. */
import { stakes_of } from './bets.ts';
import { Hand, spoken_hand } from './cards.tsx';
import { Stack } from './chips.tsx';
import { bank_stands, spots_of, type FeltProps } from './felt.tsx';
import type { Box as BoxView, Cents, Line, View } from './frames.ts';
import { hand_said } from './hands.ts';
import { money, net_money } from './money.ts';
import { can_do, may_sit_to_bet } from './play.ts';
import { jackpot_line } from './result.tsx';
import { focused, move_focus } from './roving.ts';
import { texts } from './texts.en.ts';

export interface BoxProps extends FeltProps {
    seat: number;
    order: number;
    acting: boolean;
    invites: boolean; /* a newcomer is shown where to begin */
    large?: boolean;
}

/* What lies on a circle, whoever put it there. */
function staked_at(view: View, seat: number, wager: string): Cents {
    const box = view.boxes[seat] as BoxView;
    const sum = box.bettors.reduce((all, bettor) => all + (bettor.stakes[wager] ?? 0), 0);
    return wager === 'progressive' ? Math.max(sum, box.progressive) : sum;
}

function lines_at(view: View, seat: number, wager?: string): Line[] {
    return (view.settlement?.lines ?? []).filter(
        (line) => line.seat === seat && (wager === undefined || line.wager === wager));
}

const gain = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.back - line.staked, 0);

function outcome(lines: readonly Line[]): 'won' | 'lost' | 'even' {
    const net = gain(lines);
    return net > 0 ? 'won' : net < 0 ? 'lost' : 'even';
}

function Spot(props: BoxProps & { wager: string }) {
    const { view, seat, wager, play } = props;
    const lines = lines_at(view, seat, wager);
    const staked = lines.length > 0 ? lines.reduce((sum, line) => sum + line.staked, 0) : staked_at(view, seat, wager);
    const can = play ? view.can.find((one) => one.do === 'bet' && one.seat === seat && one.wager === wager) : undefined;
    const won = lines.length > 0 ? outcome(lines) : null;
    const owed = wager === 'progressive' && (view.settlement?.unpaid?.some((one) => one.seat === seat) ?? false); /* won, and not paid */
    const name = texts.wagers[wager] ?? wager;
    const open = can !== undefined || (play !== undefined && may_sit_to_bet(view, seat, wager));
    const hint = open && play ? texts.table.add(money(Math.max(play.chip.value, can?.least ?? 0))) : '';
    const owner = view.boxes[seat]?.seated ?? null;
    const welcome = owner === null || owner === props.mine; /* others' boxes take bets too, but do not ask for them */
    const focus = focused(props);
    const invites = open && wager === 'ante' && staked === 0 && props.invites;
    return (
        <button
            type="button" class={`spot spot-${wager}${open && welcome ? ' open' : ''}${staked > 0 ? ' staked' : ''}${won ? ` ${won}` : ''}${invites ? ' invites' : ''}`}
            data-seat={seat} data-wager={wager} aria-disabled={!open && staked === 0}
            tabIndex={play ? (focus.seat === seat && focus.wager === wager ? 0 : -1) : -1}
            onClick={() => play?.tap(seat, wager)}
            onContextMenu={(event) => { if (play) { event.preventDefault(); play.lift(seat, wager); } }}
            onKeyDown={(event) => { if (play) move_focus(event, props, wager); }}
        >
            <span class="spoken">{texts.table.box(seat)}, {name}</span>
            <span class="spot-name" aria-hidden="true">{texts.printed[wager] ?? name}</span>
            {staked > 0 && <Stack amount={staked} class={won === 'lost' ? 'taken' : ''} />}
            {won === 'won' && !owed && <Stack amount={gain(lines)} class="paid" />}
            {staked > 0 && !won && <span class="spot-amount">{money(staked)}</span>}
            {won && <span class={`spot-amount ${won}`}>{owed ? texts.table.owed : won === 'even' ? texts.table.even : net_money(gain(lines))}</span>}
            {staked === 0 && <span class="spoken">{texts.table.no_bet}</span>}
            {hint && <span class="spoken">, {hint}</span>}
        </button>
    );
}

/* Bonuses that have no circle of their own. */
function Extras(props: BoxProps) {
    const spots = spots_of(props.rules, props.view);
    const extra = lines_at(props.view, props.seat).filter((line) => !spots.includes(line.wager) && line.back > 0);
    if (extra.length === 0) return null;
    return (
        <div class="extras">
            {extra.map((line, i) => <span key={i}>{texts.wagers[line.wager] ?? line.wager} {net_money(line.back - line.staked)}</span>)}
        </div>
    );
}

function Plate(props: BoxProps) {
    const { view, seat, mine, play } = props;
    const box = view.boxes[seat] as BoxView;
    const sit = play && can_do(view, 'sit', seat);
    if (box.seated === null && box.disabled) return <div class="plate empty">{texts.table.disabled}</div>;
    if (box.seated === null && sit) {
        return (
            <button type="button" class="plate free" aria-label={texts.table.free_label(seat)}
                onClick={() => { play.active.value = seat; void play.do({ do: 'sit', seat }); }}>
                {texts.table.free}
            </button>
        );
    }
    if (box.seated === null) return <div class="plate empty">{texts.table.empty}</div>;
    const own = box.seated === mine;
    const leave = own && play && can_do(view, 'leave', seat);
    return (
        <div class={`plate${own ? ' own' : ''}`}>
            <span class="plate-name" title={own ? undefined : view.people[box.seated]}>{own ? texts.table.you : view.people[box.seated] ?? box.seated}</span>
            {leave && (
                <button type="button" class="stand-up" aria-label={`${texts.table.stand_up}, ${texts.table.box(seat)}`} title={texts.table.stand_up}
                    onClick={() => { play.ask.value = { text: texts.table.stand_up_ask(seat), yes: texts.table.stand_up, then: () => void play.do({ do: 'leave', seat }) }; }}>×</button>
            )}
        </div>
    );
}

/* At a table that staff run: they place a player's bets only where the player asks for it. */
function Entrust(props: BoxProps) {
    const { view, seat, play } = props;
    const box = view.boxes[seat] as BoxView;
    if (!play || box.seated !== props.mine || !can_do(view, 'entrust', seat)) return null;
    return (
        <button type="button" class="entrust" aria-pressed={box.entrusted} title={texts.table.entrust_note}
            onClick={() => void play.do({ do: 'entrust', seat, ...(box.entrusted ? { back: true } : {}) })}>{texts.table.entrust}</button>
    );
}

/* In words, under the cards: the hand, or what its owner has done. */
function hand_words(view: View, seat: number): string | null {
    const box = view.boxes[seat] as BoxView;
    if (box.out) return texts.table.out[box.out] ?? box.out;
    const choice = box.bettors[0]?.choice; /* of whose hand it is */
    const words = [box.hand ? hand_said(box.hand, box.cards) : null, choice ? texts.table.choices[choice] ?? choice : null];
    return words.filter(Boolean).join(' · ') || null;
}

function BoxHand(props: BoxProps) {
    const { view, seat, order, still, play } = props;
    const box = view.boxes[seat] as BoxView;
    const look = play && can_do(view, 'view', seat);
    if (box.cards.length === 0) return <div class="box-hand"><span class="hand-place" aria-hidden="true"><i /><i /><i /></span></div>;
    const hand = (
        <Hand cards={box.cards} round={view.round} order={order} still={still}
            label={texts.table.hand_of(seat, spoken_hand(box.cards))} />
    );
    const folded = box.bettors[0]?.choice === 'fold';
    return (
        <div class={`box-hand${folded || box.out ? ' folded' : ''}`}>
            {look
                ? <button type="button" class="look" aria-label={`${texts.dock.look}, ${texts.table.box(seat)}`}
                    onClick={() => { play.active.value = seat; void play.do({ do: 'view', seat }); }}>{hand}<span class="look-hint">{texts.table.look_hint}</span></button>
                : hand}
        </div>
    );
}

/* In the place of circles, at the box that banks. */
function BankPlace(props: { view: View }) {
    const bank = props.view.settlement?.bank;
    const net = bank ? bank.after - bank.before : 0;
    const tone = net > 0 ? 'won' : net < 0 ? 'lost' : 'even';
    return (
        <div class="bank-place">
            <span>{texts.table.bank(money(bank ? bank.after : props.view.bank?.amount ?? 0))}</span>
            {bank && <span class={`spot-amount ${tone}`}>{net_money(net)}</span>}
        </div>
    );
}

export function Box(props: BoxProps) {
    const { view, seat, mine, rules, acting, play } = props;
    const box = view.boxes[seat] as BoxView;
    const own = mine !== null && (box.seated === mine || stakes_of(view, mine).some((stake) => stake.seat === seat));
    const words = hand_words(view, seat);
    const banks = bank_stands(view) && view.bank?.seat === seat;
    const chosen = acting && play?.active.value === seat;
    const hit = view.settlement !== null && jackpot_line(view.settlement)?.seat === seat;
    return (
        <section class={`box${own ? ' own' : ''}${acting ? ' acting' : ''}${chosen ? ' chosen' : ''}${box.to_act && !own ? ' waiting' : ''}${box.disabled ? ' disabled' : ''}${props.large ? ' is-large' : ''}${banks ? ' banks' : ''}${hit ? ' hit' : ''}${props.next === seat ? ' next' : ''}`}
            aria-label={texts.table.box(seat)} data-box={seat}
            onClick={() => { if (acting && play) play.active.value = seat; }}>
            {view.bank?.button === seat && <span class="button-mark" title={texts.table.button}>{texts.table.button_short}</span>}
            <BoxHand {...props} />
            <div class={`hand-words${props.still ? ' still-hand' : ''}`} style={{ '--order': String(props.order + 2) }}>{words && <span key={words}>{words}</span>}</div>
            {banks
                ? <BankPlace view={view} />
                : <div class="spots" data-count={spots_of(rules, view).length}>
                    {spots_of(rules, view).map((wager) => <Spot {...props} key={wager} wager={wager} />)}
                </div>}
            <Extras {...props} />
            <Plate {...props} />
            <Entrust {...props} />
            <span class="box-number" aria-hidden="true">{seat}</span>
        </section>
    );
}

/* A box in the strip of a narrow screen: who, how much, and the cards in small. */
export function MiniBox(props: FeltProps & { seat: number; chosen: boolean; choose: () => void }) {
    const { view, seat, mine, chosen, choose } = props;
    const box = view.boxes[seat] as BoxView;
    const lines = lines_at(view, seat);
    const staked = spots_of(props.rules, view).reduce((sum, wager) => sum + staked_at(view, seat, wager), 0);
    const name = box.seated === null ? texts.table.empty : box.seated === mine ? texts.table.you : view.people[box.seated] ?? '';
    const banks = bank_stands(view) && view.bank?.seat === seat;
    const bank = view.settlement?.bank;
    return (
        <button type="button" class={`mini${chosen ? ' chosen' : ''}${box.seated === mine && mine !== null ? ' own' : ''}`}
            aria-pressed={chosen} onClick={choose}>
            <span class="spoken">{texts.table.box(seat)}, </span>
            <span class="mini-cards" aria-hidden="true">
                {box.cards.map((card, i) => (
                    <i key={i} class={card ? `suit-${card.slice(-1)}` : 'down'}>{card ? card.slice(0, -1) : ''}</i>
                ))}
            </span>
            <span class="mini-name">{name}</span>
            <span class={`mini-sum ${lines.length ? outcome(lines) : ''}`}>
                {lines.length ? net_money(gain(lines)) : banks && bank ? net_money(bank.after - bank.before) : banks ? money(view.bank?.amount ?? 0) : staked > 0 ? money(staked) : '\u00a0'}
            </span>
            {box.cards.length > 0 && <span class="spoken">: {spoken_hand(box.cards)}</span>}
            {view.bank?.button === seat && <span class="button-mark" title={texts.table.button}>{texts.table.button_short}</span>}
        </button>
    );
}
