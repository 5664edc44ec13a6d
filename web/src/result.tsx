/* result.tsx -- what a round came to, in words: each wager, why, and by which paragraph. */
import { useState } from 'preact/hooks';
import type { Line, Rules, Settlement, View } from './frames.ts';
import { spoken_hand } from './cards.tsx';
import { hand_name, hand_said } from './hands.ts';
import { money, net_money } from './money.ts';
import { texts } from './texts.en.ts';

/* Paragraph numbers; pressed, each opens its text, here or where it stays open (`open_in`). */
export function Paragraphs(props: { ids: readonly string[]; readings?: readonly string[]; rules: Rules | null; open_in?: ((paragraph: string) => void) | undefined; first?: string | undefined }) {
    const { ids, readings = [], rules, open_in, first } = props;
    const [open, set_open] = useState<string | null>(first !== undefined && ids.includes(first) ? first : null);
    const text = (id: string) => rules?.paragraphs.find((one) => one.id === id)?.says
        ?? rules?.readings.find((one) => one.id === id)?.says ?? (rules ? null : texts.result.paragraph_unknown);
    const all = [...new Set([...ids, ...readings])].filter((id) => text(id) !== null);
    return (
        <span class="paragraphs">
            {all.map((id) => (
                <button type="button" key={id} class="paragraph" aria-expanded={open === id} title={text(id) ?? ''}
                    aria-label={readings.includes(id) ? texts.result.reading(id) : texts.result.paragraph(id)}
                    onClick={() => (open_in ? open_in(id) : set_open(open === id ? null : id))}>{id}</button>
            ))}
            {open !== null && <span class="paragraph-text">{text(open)}</span>}
        </span>
    );
}

export function line_tone(line: Line): string {
    return line.back > line.staked ? 'won' : line.back < line.staked ? 'lost' : 'even';
}

/* `brief` is for the dock: readings are left to the history. */
export function Lines(props: { lines: readonly Line[]; rules: Rules | null; boxes: boolean; brief?: boolean; open_in?: (paragraph: string) => void; fee?: number; first?: string | undefined }) {
    const { lines, rules, boxes, brief, open_in, fee, first } = props;
    return (
        <ul class="lines">
            {lines.map((line, i) => (
                <li key={i} class={`line ${line_tone(line)}`}>
                    <span class="line-wager">
                        {boxes && <small>{texts.table.box(line.seat)}</small>}
                        {texts.wagers[line.wager] ?? line.wager}
                    </span>
                    <span class="line-why">
                        {(!brief || line.back === line.staked) && <b>{texts.results[line.result] ?? line.result}</b>}
                        {` ${line_words(line)}`}
                    </span>
                    <Paragraphs ids={brief ? line.paragraphs.slice(0, 2) : line.paragraphs} readings={brief ? [] : line.readings} rules={rules} open_in={open_in} first={first} />
                    <span class="line-net">{net_money(line.back - line.staked)}</span>
                </li>
            ))}
            {fee !== undefined && fee !== 0 && (
                <li class="line lost">
                    <span class="line-wager">{texts.result.collection}</span>
                    <span class="line-why">{texts.result.collection_why}</span>
                    <span class="paragraphs" />
                    <span class="line-net">{net_money(-fee)}</span>
                </li>
            )}
        </ul>
    );
}

/* What this player has paid to the house for the round. */
export function fee_of(settlement: Settlement, player: number | null): number {
    return settlement.collections?.find((one) => one.player === player)?.cents ?? 0;
}

/* Bets that meet the dealer's hand. Every other is paid by a table of hands: there the hand is the reason. */
const against_dealer: ReadonlySet<string> = new Set(['ante', 'play']);

export function line_words(line: Line): string {
    const rate = line.pays ? texts.result.pays(line.pays.replace(':', ' to ')) : '';
    if (rate && line.hand && !against_dealer.has(line.wager)) return `${hand_name(line.hand)} ${rate}`;
    return rate ? `${line.why}; ${rate}` : line.why;
}

/* Won, and not paid yet: it counts when it is paid. */
export function owed_to(settlement: Settlement, player: number | null): number {
    return (settlement.unpaid ?? []).filter((one) => one.player === player).reduce((sum, one) => sum + one.value, 0);
}

export function headline(settlement: Settlement, player: number | null): { text: string; tone: string } {
    const mine = settlement.players.find((one) => one.player === player);
    const net = (mine?.net ?? 0) - owed_to(settlement, player);
    if (settlement.void) return { text: texts.result.void, tone: 'even' };
    if (!mine) return { text: texts.result.watched, tone: 'even' };
    if (net > 0) return { text: texts.result.won(money(net)), tone: 'won' };
    if (net < 0) return { text: texts.result.lost(money(-net)), tone: 'lost' };
    return { text: texts.result.even, tone: 'even' };
}

/* Whoever has made the meter fall; smaller awards are lines like others. */
export function jackpot_line(settlement: Settlement): Line | undefined {
    const fell = (settlement.meter_after ?? 0) < (settlement.meter_before ?? 0);
    return fell ? settlement.lines.find((line) => line.wager === 'progressive' && line.back > 0) : undefined;
}

/* One sentence for those who hear the page. */
export function spoken_result(view: View, player: number | null): string {
    const { settlement } = view;
    if (!settlement) return '';
    const mine = settlement.lines.filter((line) => line.player === player);
    const lines = mine.map((line) => texts.result.line(
        texts.wagers[line.wager] ?? line.wager, `${texts.results[line.result] ?? line.result}: ${line_words(line)}`, net_money(line.back - line.staked)));
    const fee = fee_of(settlement, player);
    if (owed_to(settlement, player) > 0) lines.push(`${texts.result.unpaid}, ${money(owed_to(settlement, player))}. ${texts.result.unpaid_why}`);
    if (fee) lines.push(`${texts.result.collection}, ${net_money(-fee)}`);
    const { dealer } = view;
    const shown = dealer.hand ? [texts.result.dealer(`${spoken_hand(dealer.cards)}, ${hand_said(dealer.hand, dealer.cards)}`, dealer.qualifies)] : [];
    return [headline(settlement, player).text, ...shown, ...lines].join('. ');
}

/* What the bank won or lost against each box, for whoever held it. */
export function BankLines(props: { view: View; settlement: Settlement }) {
    const { view, settlement } = props;
    const boxes = new Map<string, { seat: number; player: number; net: number }>();
    for (const line of settlement.lines) {
        const key = `${line.seat} ${line.player}`;
        const sum = boxes.get(key)?.net ?? 0;
        boxes.set(key, { seat: line.seat, player: line.player, net: sum + line.staked - line.back });
    }
    return (
        <ul class="lines">
            {[...boxes.values()].map(({ seat, player, net }) => (
                <li key={`${seat} ${player}`} class={`line ${net > 0 ? 'won' : net < 0 ? 'lost' : 'even'}`}>
                    <span class="line-wager">{texts.table.box(seat)}</span>
                    <span class="line-why">{texts.result.against(view.people[player] ?? String(player))}</span>
                    <span class="line-net">{net_money(net)}</span>
                </li>
            ))}
        </ul>
    );
}

/* In the dock it is brief, and a paragraph is opened where it does not go away with the round;
 * on a sheet it is whole. */
export function Result(props: { view: View; rules: Rules | null; mine: number | null; open?: (paragraph?: string) => void; first?: string | undefined }) {
    const { view, rules, mine, open } = props;
    const { settlement } = view;
    if (!settlement) return null;
    const own = settlement.lines.filter((line) => line.player === mine);
    const { text, tone } = headline(settlement, mine);
    const boxes = new Set(own.map((line) => line.seat)).size > 1;
    const hit = jackpot_line(settlement);
    const banked = mine !== null && view.bank?.player === mine;
    return (
        <div class={`result ${tone}`}>
            <p class="result-head">
                {hit && <span class="jackpot-hit">{texts.result.jackpot_hit} {money(hit.back)}</span>}
                {text}
            </p>
            {owed_to(settlement, mine) > 0 && (
                <p class="result-owed" role="alert"><b>{texts.result.unpaid}: {money(owed_to(settlement, mine))}.</b> {texts.result.unpaid_why}</p>
            )}
            {(own.length > 0 || fee_of(settlement, mine) > 0) && (
                <Lines lines={own} rules={rules} boxes={boxes} brief={open !== undefined} fee={fee_of(settlement, mine)}
                    {...(open ? { open_in: open } : {})} first={props.first} />
            )}
            {banked && settlement.bank && (
                <>
                    <BankLines view={view} settlement={settlement} />
                    <p class="result-note">{texts.result.bank(money(settlement.bank.before), money(settlement.bank.after))}</p>
                </>
            )}
        </div>
    );
}
