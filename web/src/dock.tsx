/* dock.tsx -- the bar under the felt: always the one thing that there is to do now. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Rack } from './chips.tsx';
import type { Can, Rules, View } from './frames.ts';
import { in_play } from './felt.tsx';
import { hand_said } from './hands.ts';
import { link_state, send, slow } from './link.ts';
import { money, net_money } from './money.ts';
import { can_do, deciding, is_mending, own_hands, type Play } from './play.ts';
import { prefs } from './prefs.ts';
import { headline, Result } from './result.tsx';
import { Ring } from './ring.tsx';
import { me, play_money } from './state.ts';
import { texts } from './texts.en.ts';
import { jackpot_bettor, total } from './bets.ts';

interface DockProps {
    view: View;
    rules: Rules | null;
    play: Play;
    automatic: boolean; /* the floor deals; otherwise a person does */
    open_last: (paragraph?: string) => void;
}

/* A press that is `off` keeps its place and the focus; it only does nothing. What is `guarded`
 * judges a press that comes too early itself. */
function Press(props: { label: string; key_hint?: string; kind?: string; off?: boolean; press: () => void; note?: string | undefined; busy?: boolean; at?: string; guarded?: boolean }) {
    const note = useId();
    return (
        <button type="button" aria-describedby={props.note ? note : undefined}
            class={`press ${props.kind ?? ''}${props.busy ? ' busy' : ''}`} aria-disabled={props.off} aria-busy={props.busy} data-move={props.at}
            onClick={() => { if (!props.off || props.guarded) props.press(); }} aria-keyshortcuts={prefs.value.keys ? props.key_hint : undefined}>
            <span>{props.label}</span>
            {props.note && <small id={note} aria-hidden="true">{props.note}</small>}
        </button>
    );
}

/* Whom everybody waits for. */
function waits_for(automatic: boolean): string {
    return automatic ? texts.dock.waiting : texts.dock.waiting_dealer;
}

/* "ante or pair plus", by the names that the felt has. */
function needed(needs: string): string {
    return needs.split(' or ').map((wager) => texts.wagers[wager.replace(/ /g, '_')] ?? wager).join(` ${texts.or} `);
}

/* What should be known before the bets close. */
function Warnings({ view }: { view: View }) {
    const missing = (view.to_play ?? 0) - (me.value?.chips ?? 0);
    const back = view.goes_back ?? [];
    return (
        <>
            {missing > 0 && <p class="dock-warn" role="status">{texts.dock.needs(money(missing))}</p>}
            {back.map((one) => (
                <p class="dock-warn" role="status" key={one.seat}>{texts.dock.alone(texts.wagers[one.wager] ?? one.wager, needed(one.needs))}</p>
            ))}
        </>
    );
}

/* The result before, until the next cards come. */
function LastHand({ play, open_last }: DockProps) {
    const settlement = play.last.value?.settlement;
    if (!settlement) return null;
    const { text, tone } = headline(settlement, me.value?.id ?? null);
    return <button type="button" class={`last-hand ${tone}`} onClick={() => open_last()}>{texts.dock.last_hand} <b>{text}</b></button>;
}

function betting_text({ view, play, automatic }: DockProps): string {
    const staked = total(play.mine.value);
    const may = view.can.some((can) => can.do === 'bet' || can.do === 'sit');
    const seated = Object.values(view.boxes).some((box) => box.seated === me.value?.id);
    const asked = view.bank?.offered ? view.boxes[view.bank.offered]?.seated : undefined;
    if (asked !== undefined && staked === 0) return texts.bank.offered_other(view.people[asked ?? 0] ?? '');
    if (staked > 0) return texts.dock.staked(money(staked));
    if (!may) return waits_for(automatic);
    return seated ? texts.dock.no_bet : texts.dock.sit_first;
}

function Betting(props: DockProps) {
    const { view, play } = props;
    const staked = total(play.mine.value);
    const ready = can_do(view, 'ready');
    const waits = staked > 0 && !ready && (view.clock === null || !props.automatic);
    const may = view.can.some((can) => can.do === 'bet' || can.do === 'sit');
    const busy = play.busy.value;
    if ((me.value?.chips ?? 0) < 100 && staked === 0) return <Broke />;
    return (
        <>
            <p class="dock-say">{betting_text(props)}<Sending play={play} /></p>
            <Warnings view={view} />
            <div class="dock-row">
                <Rack play={play} />
                <div class="bet-tools">
                    <Press label={texts.dock.undo} key_hint="U" off={busy || play.done.value.length === 0} press={play.undo} />
                    <Press label={texts.dock.clear} key_hint="C" off={busy || staked === 0} press={play.clear} />
                    {staked === 0 && play.before.value.length > 0
                        ? <Press label={texts.dock.rebet} key_hint="R" kind="strong" off={busy || !may} press={play.rebet} note={money(total(play.before.value))} />
                        : <Press label={texts.dock.double} key_hint="D" off={busy || staked === 0} press={play.double} />}
                </div>
                <div class="dock-go">
                    <Ring clock={view.clock} />
                    {ready && <Press label={texts.dock.deal} key_hint="G" kind="gold" off={busy} press={() => play.ready()} />}
                    {waits && <span class="dock-wait">{props.automatic ? texts.dock.ready : texts.dock.waiting_dealer}</span>}
                    {staked === 0 && <LastHand {...props} />}
                </div>
            </div>
        </>
    );
}

function Broke() {
    return (
        <div class="dock-row">
            <p class="dock-say">{play_money.value ? texts.dock.broke : texts.dock.cage(me.value?.name ?? '')}</p>
            {play_money.value && <Press label={texts.dock.top_up} kind="gold" press={() => void send({ do: 'top_up' })} />}
        </div>
    );
}

/* A move that has been pressed is on its way at once; after two seconds it is not. */
function Sending({ play }: { play: Play }) {
    const under_way = play.moving.value !== null || play.busy.value;
    const late = slow.value || link_state.value === 'lost';
    if (!under_way && !late) return null;
    return <small class={`dock-sending${late ? ' late' : ''}`} role="status">{late ? texts.dock.no_answer : texts.dock.sending}</small>;
}

/* A share of a Play that several put up together: as much as may be added. */
function fund_amount(can: Can): number {
    return can.amount ?? can.most ?? 0;
}

function move_label(can: Can): string {
    switch (can.do) {
    case 'play': return texts.dock.play(money(can.amount ?? 0));
    case 'fund': return texts.dock.fund(money(fund_amount(can)));
    case 'fold': return can.keep ? texts.dock.fold_keep : texts.dock.fold;
    case 'continue': return texts.dock.continue;
    default: return texts.dock.look;
    }
}

const named = (wagers: readonly string[]) => wagers.map((wager) => texts.wagers[wager] ?? wager);

/* What a fold gives up, in the words of the house. */
function fold_note(can: Can): string | undefined {
    return can.loses && can.loses.length > 0 ? texts.dock.fold_loses(texts.list(named(can.loses))) : undefined;
}

const order = ['view', 'fund', 'fold', 'continue', 'play'];
const keys: Record<string, string> = { view: 'L', play: 'P', fold: 'F', continue: 'P' };

/* What is asked, in words that are true of the moves on offer. */
function decision_title(view: View, seat: number, moves: readonly Can[], several: boolean): string {
    const where = several ? `${texts.table.box(seat)}: ` : '';
    const short = view.short?.find((one) => one.seat === seat);
    const has = (what: string) => moves.some((can) => can.do === what);
    if (short) return where + texts.dock.short(money(short.amount - (me.value?.chips ?? 0)));
    if (has('play')) return where + texts.dock.decide;
    if (has('continue')) {
        const staked = view.boxes[seat]?.bettors.find((bettor) => bettor.player === me.value?.id)?.stakes ?? {};
        const wagers = Object.entries(staked).filter(([, cents]) => cents > 0).map(([wager]) => wager);
        const box = view.boxes[seat];
        if (box && box.progressive > 0 && jackpot_bettor(box) === me.value?.id && !wagers.includes('progressive')) wagers.push('progressive');
        return where + texts.dock.stays(texts.list(named(wagers)), wagers.length);
    }
    if (has('fold')) return where + texts.dock.only_fold;
    if (has('fund')) return where + texts.dock.may_fund;
    return where + texts.dock.may_look;
}

function Moves({ view, play, seat, moves, several }: DockProps & { seat: number; moves: readonly Can[]; several: boolean }) {
    const coach = play.coaching.value?.seat === seat ? play.coaching.value?.coach : null;
    const short = view.short?.find((one) => one.seat === seat);
    const way = play.moving.value;
    const off = way !== null || !play.settled.value;
    return (
        <div class="dock-row moves">
            <Ring clock={view.clock} />
            {/* It keeps its place when it cannot be pressed any more: the others must not move under a finger. */}
            {(several || !prefs.value.look) && !moves.some((can) => can.do === 'view') && (
                <Press at="view" label={texts.dock.look} off press={() => {}} note={several ? texts.dock.one_look : undefined} />
            )}
            {moves.map((can) => {
                const worth = coach?.moves.find((move) => move.do === can.do);
                const best = coach?.best === can.do;
                const kind = coach ? (best ? 'gold best' : 'quiet') : can.do === 'play' || can.do === 'continue' ? 'strong' : can.do === 'fold' ? 'quiet' : '';
                const coached = worth ? texts.coach.note(best, net_money(worth.worth)) : undefined;
                return (
                    <Press key={can.do + String(can.keep)} at={can.do} label={move_label(can)} key_hint={keys[can.do]} kind={kind}
                        note={coached ?? (can.do === 'fold' ? fold_note(can) : can.do === 'view' && several ? texts.dock.one_look : undefined)} off={off}
                        busy={way?.do === can.do && way.seat === seat && way.keep === (can.keep === true)} guarded press={() => play.move(can)} />
                );
            })}
            {short && (
                <>
                    <Press at="play" label={texts.dock.play(money(short.amount))} off press={() => {}} note={texts.dock.short_note} />
                    {play_money.value && <Press label={texts.dock.top_up} kind="gold" off={off} press={() => void send({ do: 'top_up' })} />}
                </>
            )}
        </div>
    );
}

function Deciding(props: DockProps) {
    const { view, play } = props;
    const seats = deciding(view);
    const seat = play.active.value !== null && seats.includes(play.active.value) ? play.active.value : seats[0] as number;
    const several = own_hands(view, me.value?.id ?? null).length > 1;
    const turning = prefs.value.look && !several; /* it is being turned over */
    const moves = view.can.filter((can) => can.seat === seat && order.includes(can.do) && !(turning && can.do === 'view'))
        .sort((a, b) => order.indexOf(a.do) - order.indexOf(b.do));
    const coach = play.coaching.value?.seat === seat ? play.coaching.value?.coach : null;
    const box = view.boxes[seat];
    return (
        <>
            <p class="dock-say">
                {decision_title(view, seat, moves, several || seats.length > 1 || box?.bettors[0]?.player !== me.value?.id)}
                {box?.hand && <>{' '}<b class={`dock-hand${play.watched.value.still ? ' still' : ''}`} key={`${view.round} ${seat} ${box.viewed}`}
                    style={{ '--order': String(3 * in_play(view).indexOf(seat) + 2) }}>{hand_said(box.hand, box.cards)}</b></>}
                <Sending play={play} />
            </p>
            <Moves {...props} seat={seat} moves={moves} several={several} />
            {prefs.value.coach && (
                <p class="dock-coach">{coach ? texts.coach.rule(coach.rule) : box?.viewed ? '' : texts.coach.blind}</p>
            )}
        </>
    );
}

/* Something slipped, perhaps: it is said what would happen, and done only on a second press. */
function Asking({ play }: DockProps) {
    const ask = play.ask.value;
    if (!ask) return null;
    return (
        <>
            <p class="dock-say" role="alert">{ask.text}</p>
            <div class="dock-row moves">
                <Press label={texts.cancel} kind="strong" press={() => { play.ask.value = null; }} />
                <Press label={ask.yes} kind="quiet" press={() => { play.ask.value = null; ask.then(); }} />
            </div>
        </>
    );
}

function Choosing({ view, play }: DockProps) {
    const choices = view.can.filter((can) => can.do === 'choose');
    const seats = [...new Set(choices.map((can) => can.seat as number))];
    return (
        <>
            <p class="dock-say">{texts.dock.choose_title}</p>
            {seats.map((seat) => (
                <div class="dock-row moves" key={seat}>
                    <Ring clock={view.clock} />
                    {seats.length > 1 && <span>{texts.table.box(seat)}</span>}
                    <Press label={texts.dock.choose_back} kind="quiet" press={() => void play.do({ do: 'choose', seat, back: true })} />
                    <Press label={texts.dock.choose_stay} kind="gold" press={() => void play.do({ do: 'choose', seat, back: false })} />
                </div>
            ))}
        </>
    );
}

/* Is the bank mine to take now? Whoever is asked answers first; when all have passed, anybody. */
function bank_is_asked(view: View): boolean {
    const can = can_do(view, 'bank');
    const offered = view.bank?.offered ?? null;
    return can !== undefined && (holds_bank(view) || offered === null || offered === can.seat);
}

function holds_bank(view: View): boolean {
    return view.bank !== null && view.bank.amount > 0 && view.bank.player === me.value?.id;
}

/* An amount to be put up: a number and a slider that say the same. */
function BankAmount(props: { label: string; least: number; most: number; amount: number; set: (cents: number) => void }) {
    const { least, most, amount, set } = props;
    return (
        <label class="bank-input">
            <span>{props.label}</span>
            <span class="bank-fields">
                <span class="money-input">$<input type="number" inputMode="decimal" min={least / 100} max={most / 100} step="5" value={amount / 100}
                    onChange={(event) => set(Math.round(100 * Number(event.currentTarget.value)))} /></span>
                <input type="range" aria-label={props.label} min={least} max={most} step={500} value={amount}
                    onInput={(event) => set(Number(event.currentTarget.value))} />
            </span>
        </label>
    );
}

/* Taking the bank when it is offered. */
function Banking({ view, play }: DockProps) {
    const can = can_do(view, 'bank') as Can;
    const least = Math.ceil((can.least ?? 0) / 500) * 500; /* in chips, not in cents */
    const most = Math.max(least, can.most ?? me.value?.chips ?? least);
    const [wanted, want] = useState(50_000);
    const amount = Math.min(most, Math.max(least, wanted));
    return (
        <>
            <p class="dock-say">
                {view.bank?.offered ? texts.bank.offered : texts.bank.open}
                <small>{texts.bank.explain}</small>
            </p>
            <div class="dock-row moves">
                <Ring clock={view.clock} />
                <BankAmount label={texts.bank.amount} least={least} most={most} amount={amount} set={want} />
                {can_do(view, 'pass') && <Press label={texts.bank.pass} kind="quiet" press={() => void play.do({ do: 'pass' })} />}
                <Press label={texts.bank.take(money(amount))} kind="gold" press={() => void play.do({ do: 'bank', seat: can.seat, amount })} />
            </div>
        </>
    );
}

/* The bank is mine. Adding to it is a second thought: it has to be opened, begins with nothing,
 * and lies where no other button was. */
function Holding({ view, play, automatic }: DockProps) {
    const can = can_do(view, 'bank') as Can;
    const [adding, add] = useState(0);
    const most = can.most ?? me.value?.chips ?? 0;
    const amount = Math.min(most, adding);
    return (
        <>
            <p class="dock-say">
                {texts.bank.holding(money(view.bank?.amount ?? 0))}
                <small>{view.clock ? '' : waits_for(automatic)}</small>
            </p>
            <div class="dock-row">
                <Ring clock={view.clock} />
                <details class="bank-more">
                    <summary>{texts.bank.more}</summary>
                    <BankAmount label={texts.bank.add_more} least={0} most={most} amount={amount} set={add} />
                    <Press label={texts.bank.add(money(amount))} kind="quiet" off={amount < (can.least ?? 1)}
                        press={() => { add(0); void play.do({ do: 'bank', seat: can.seat, amount }); }} />
                </details>
            </div>
        </>
    );
}

function waiting_text({ view, automatic }: DockProps): string {
    const offered = view.bank?.offered;
    const box = offered ? view.boxes[offered] : undefined;
    const idle = view.phase === 'idle' || view.phase === 'betting';
    const empty = Object.values(view.boxes).every((one) => one.seated === null);
    const says: Record<string, string> = {
        betting: offered ? texts.bank.offered_other(view.people[box?.seated ?? 0] ?? '') : waits_for(automatic),
        closed: view.clock?.for === 'shares' ? texts.dock.shares : texts.dock.closed, dealing: texts.dock.dealing, decision: texts.dock.others,
        showdown: texts.dock.showdown,
        idle: !automatic ? (empty && can_do(view, 'sit') ? texts.dock.sit_staffed : texts.dock.waiting_dealer)
            : empty && can_do(view, 'sit') ? texts.dock.sit_to_open : texts.dock.between,
    };
    if (is_mending(view)) return texts.dock.mending;
    return view.closed && idle ? texts.dock.no_rounds : says[view.phase] ?? view.phase;
}

function Waiting(props: DockProps) {
    const { view, play } = props;
    return (
        <div class="dock-row">
            <p class="dock-say">{waiting_text(props)}{holds_bank(view) && <small>{texts.bank.holding(money(view.bank?.amount ?? 0))}</small>}<Sending play={play} /></p>
            {play.mine.value.length > 0 && <span class="dock-wait">{texts.dock.staked(money(total(play.mine.value)))}</span>}
            <Ring clock={view.clock} />
        </div>
    );
}

function content(props: DockProps) {
    const { view } = props;
    if (can_do(view, 'choose')) return <Choosing {...props} />;
    if (props.play.ask.value) return <Asking {...props} />;
    const over = view.phase === 'idle' && view.settlement !== null;
    if (!over && bank_is_asked(view)) return holds_bank(view) ? <Holding {...props} /> : <Banking {...props} />;
    if (deciding(view).length > 0) return <Deciding {...props} />;
    const bettable = ['bet', 'withdraw', 'sit', 'leave'];
    if (view.phase === 'betting' && (view.can.some((can) => bettable.includes(can.do)) || (me.value?.chips ?? 1) < 100)) {
        return <Betting {...props} />;
    }
    if (view.settlement) {
        return (
            <div class="dock-result">
                <Result view={view} rules={props.rules} mine={me.value?.id ?? null} open={props.open_last} />
                <span class="dock-next">{view.clock && <>
                    {can_do(view, 'ready')
                        ? <Press label={texts.dock.next_round} key_hint="G" off={!props.play.settled.value} guarded press={() => props.play.ready()} />
                        : texts.dock.next}
                    <Ring clock={view.clock} />
                </>}</span>
            </div>
        );
    }
    return <Waiting {...props} />;
}

/* A button that goes away with its decision must not take the focus to nowhere. */
export function Dock(props: DockProps) {
    const section = useRef<HTMLElement>(null);
    const inside = section.current?.contains(document.activeElement) ?? false;
    useLayoutEffect(() => {
        if (inside && !section.current?.contains(document.activeElement)) section.current?.focus();
    });
    return <section class="dock" ref={section} aria-label={texts.dock.label} tabIndex={-1} onPointerDown={props.play.astray}>{content(props)}</section>;
}
