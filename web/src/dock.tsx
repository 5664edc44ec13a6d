/* dock.tsx -- the bar under the felt: always the one thing that there is to do now. */
import { useState } from 'preact/hooks';
import { Rack } from './chips.tsx';
import type { Can, Rules, View } from './frames.ts';
import { hand_said } from './hands.ts';
import { send } from './link.ts';
import { money, net_money } from './money.ts';
import { can_do, deciding, type Play } from './play.ts';
import { prefs } from './prefs.ts';
import { Result } from './result.tsx';
import { Ring } from './ring.tsx';
import { me, play_money } from './state.ts';
import { texts } from './texts.en.ts';
import { total } from './bets.ts';

interface DockProps {
    view: View;
    rules: Rules | null;
    play: Play;
}

function Press(props: { label: string; key_hint?: string; kind?: string; off?: boolean; press: () => void; note?: string }) {
    return (
        <button type="button" class={`press ${props.kind ?? ''}`} disabled={props.off} onClick={props.press}
            aria-keyshortcuts={props.key_hint}>
            <span>{props.label}</span>
            {props.note && <small>{props.note}</small>}
        </button>
    );
}

function Betting({ view, play }: DockProps) {
    const mine = play.mine.value;
    const staked = total(mine);
    const ready = can_do(view, 'ready');
    const waits = staked > 0 && !ready && view.clock === null;
    const may = view.can.some((can) => can.do === 'bet' || can.do === 'sit');
    const seated = Object.values(view.boxes).some((box) => box.seated === me.value?.id);
    const asked = view.bank?.offered ? view.boxes[view.bank.offered]?.seated : undefined;
    const broke = (me.value?.chips ?? 0) < 100 && staked === 0;
    if (broke) return <Broke />;
    return (
        <>
            <p class="dock-say">
                {asked !== undefined && staked === 0 ? texts.bank.offered_other(view.people[asked ?? 0] ?? '') : staked > 0 ? texts.dock.staked(money(staked)) : may ? (seated ? texts.dock.no_bet : texts.dock.sit_first) : texts.dock.waiting}
            </p>
            <div class="dock-row">
                <Rack play={play} />
                <div class="bet-tools">
                    <Press label={texts.dock.undo} key_hint="U" off={play.done.value.length === 0} press={play.undo} />
                    <Press label={texts.dock.clear} key_hint="C" off={staked === 0} press={play.clear} />
                    {staked === 0 && play.before.value.length > 0
                        ? <Press label={texts.dock.rebet} key_hint="R" kind="strong" off={!may} press={play.rebet} note={money(total(play.before.value))} />
                        : <Press label={texts.dock.double} key_hint="D" off={staked === 0} press={play.double} />}
                </div>
                <div class="dock-go">
                    <Ring clock={view.clock} />
                    {ready && <Press label={texts.dock.deal} key_hint="G" kind="gold" press={() => void play.do({ do: 'ready' })} />}
                    {waits && <span class="dock-wait">{texts.dock.ready}</span>}
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
    case 'hide': return texts.dock.hide;
    default: return texts.dock.look;
    }
}

const order = ['view', 'fund', 'fold', 'continue', 'play', 'hide'];
const keys: Record<string, string> = { view: 'L', play: 'P', fold: 'F', continue: 'P' };

function Deciding({ view, play }: DockProps) {
    const seats = deciding(view);
    const seat = play.active.value !== null && seats.includes(play.active.value) ? play.active.value : seats[0];
    const moves = view.can.filter((can) => can.seat === seat && order.includes(can.do))
        .sort((a, b) => order.indexOf(a.do) - order.indexOf(b.do));
    const coach = play.coaching.value?.seat === seat ? play.coaching.value?.coach : null;
    const only_side = !moves.some((can) => can.do === 'play');
    const box = view.boxes[seat as number];
    const title = only_side ? texts.dock.stay_box(seat as number)
        : seats.length > 1 ? texts.dock.decide_box(seat as number) : texts.dock.decide;
    return (
        <>
            <p class="dock-say">
                {title}
                {box?.hand && <b class="dock-hand">{hand_said(box.hand, box.cards)}</b>}
            </p>
            <div class="dock-row moves">
                <Ring clock={view.clock} />
                {moves.map((can) => {
                    const worth = coach?.moves.find((move) => move.do === can.do);
                    const best = coach?.best === can.do;
                    const kind = can.do === 'play' || can.do === 'continue' ? 'gold' : can.do === 'fold' ? 'quiet' : '';
                    const note = worth ? `${best ? `${texts.coach.best}, ` : ''}${texts.coach.worth(net_money(worth.worth))}` : undefined;
                    return (
                        <Press key={can.do + String(can.keep)} label={move_label(can)} key_hint={keys[can.do]} kind={`${kind}${best ? ' best' : ''}`} note={note}
                            press={() => void play.do({ do: can.do, seat: can.seat, ...(can.keep ? { keep: true } : {}), ...(can.do === 'fund' ? { amount: fund_amount(can) } : {}) })} />
                    );
                })}
            </div>
            {prefs.value.coach && (
                <p class="dock-coach">{coach ? texts.coach.rule(coach.rule) : box?.viewed ? '' : texts.coach.blind}</p>
            )}
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

/* Taking the bank, and adding to it as long as bets are open. */
function Banking({ view, play }: DockProps) {
    const can = can_do(view, 'bank') as Can;
    const holds = holds_bank(view);
    const least = Math.ceil((can.least ?? 0) / 500) * 500; /* in chips, not in cents */
    const most = Math.max(least, can.most ?? me.value?.chips ?? least);
    const [wanted, want] = useState(50_000);
    const amount = Math.min(most, Math.max(least, wanted));
    const take = () => void play.do({ do: 'bank', seat: can.seat, amount });
    return (
        <>
            <p class="dock-say">
                {holds ? texts.bank.holding(money(view.bank?.amount ?? 0)) : view.bank?.offered ? texts.bank.offered : texts.bank.open}
                <small>{holds ? texts.bank.add_more : texts.bank.explain}</small>
            </p>
            <div class="dock-row moves">
                <Ring clock={view.clock} />
                <label class="bank-input">
                    <span>{holds ? texts.bank.more : texts.bank.amount}</span>
                    <input type="range" min={least} max={most} step={500} value={amount}
                        onInput={(event) => want(Number(event.currentTarget.value))} />
                </label>
                {can_do(view, 'pass') && !holds && <Press label={texts.bank.pass} kind="quiet" press={() => void play.do({ do: 'pass' })} />}
                <Press label={holds ? texts.bank.add(money(amount)) : texts.bank.take(money(amount))} kind={holds ? 'quiet' : 'gold'} press={take} />
            </div>
        </>
    );
}

function Waiting({ view, play }: DockProps) {
    const offered = view.bank?.offered;
    const box = offered ? view.boxes[offered] : undefined;
    const idle = view.phase === 'idle' || view.phase === 'betting';
    const empty = Object.values(view.boxes).every((one) => one.seated === null);
    const says: Record<string, string> = {
        betting: offered ? texts.bank.offered_other(view.people[box?.seated ?? 0] ?? '') : texts.dock.waiting,
        closed: texts.dock.closed, dealing: texts.dock.dealing, decision: texts.dock.others,
        showdown: texts.dock.showdown, idle: empty && can_do(view, 'sit') ? texts.dock.sit_to_open : texts.dock.between,
    };
    return (
        <div class="dock-row">
            <p class="dock-say">{view.closed && idle ? texts.dock.no_rounds : says[view.phase] ?? view.phase}{holds_bank(view) && <small>{texts.bank.holding(money(view.bank?.amount ?? 0))}</small>}</p>
            {play.mine.value.length > 0 && <span class="dock-wait">{texts.dock.staked(money(total(play.mine.value)))}</span>}
            {can_do(view, 'hide') && view.phase === 'showdown' && (
                <Press label={texts.dock.hide} kind="quiet" press={() => void play.do({ do: 'hide', seat: can_do(view, 'hide')?.seat })} />
            )}
            <Ring clock={view.clock} />
        </div>
    );
}

function content(props: DockProps) {
    const { view } = props;
    if (can_do(view, 'choose')) return <Choosing {...props} />;
    const over = view.phase === 'idle' && view.settlement !== null;
    if (!over && bank_is_asked(view)) return <Banking {...props} />;
    if (deciding(view).length > 0) return <Deciding {...props} />;
    const bettable = ['bet', 'withdraw', 'sit', 'leave'];
    if (view.phase === 'betting' && (view.can.some((can) => bettable.includes(can.do)) || (me.value?.chips ?? 1) < 100)) {
        return <Betting {...props} />;
    }
    if (view.settlement) {
        return (
            <div class="dock-result">
                <Result view={view} rules={props.rules} mine={me.value?.id ?? null} />
                <span class="dock-next">{view.clock && <>{texts.dock.next}<Ring clock={view.clock} /></>}</span>
            </div>
        );
    }
    return <Waiting {...props} />;
}

export function Dock(props: DockProps) {
    return <section class="dock" aria-label={texts.dock.label}>{content(props)}</section>;
}
