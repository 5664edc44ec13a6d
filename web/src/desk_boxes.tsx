/* desk_boxes.tsx -- the boxes as rows: who bet what, what he decided, and what is paid or taken. */
import { Scroll, Sum, cents_text } from './console_parts.tsx';
import { jackpot_bettor } from './bets.ts';
import type { StaffView } from './console_frames.ts';
import { spots_of } from './felt.tsx';
import type { Cents, Rules } from './frames.ts';
import { hand_said } from './hands.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

interface Row {
    seat: number;
    player: number | null;
    stakes: Record<string, Cents>;
    state: string;
    net: Cents | null;
}

function state_of(view: StaffView, seat: number, choice: string | null): string {
    const box = view.boxes[seat];
    if (!box) return '';
    if (view.bank?.seat === seat && view.bank.player === box.seated && view.bank.amount > 0) return staff.desk.banks(cents_text(view.bank.amount));
    if (box.out) return texts.table.out[box.out] ?? box.out;
    const words = [box.hand ? hand_said(box.hand, box.cards) : null, choice ? texts.table.choices[choice] ?? choice : null,
        box.to_act ? staff.desk.to_act : null, box.disabled ? texts.table.disabled : null];
    return words.filter(Boolean).join(', ');
}

/* After the settlement the stakes are those of its lines. */
function rows_of(view: StaffView): Row[] {
    const rows: Row[] = [];
    for (const [key, box] of Object.entries(view.boxes)) {
        const seat = Number(key);
        const settled = view.settlement?.lines.filter((line) => line.seat === seat) ?? [];
        const players = [...new Set([...box.bettors.map((one) => one.player), ...settled.map((line) => line.player)])];
        for (const player of players) {
            const bettor = box.bettors.find((one) => one.player === player);
            const lines = settled.filter((line) => line.player === player);
            const stakes = { ...bettor?.stakes };
            if (box.progressive > 0 && player === jackpot_bettor(box)) stakes['progressive'] = box.progressive;
            for (const line of lines) if (line.staked > 0) stakes[line.wager] = line.staked;
            const net = lines.length > 0 ? lines.reduce((sum, line) => sum + line.back - line.staked, 0) : null;
            rows.push({ seat, player, stakes, state: state_of(view, seat, bettor?.choice ?? null), net });
        }
        if (players.length === 0 && box.seated !== null) rows.push({ seat, player: box.seated, stakes: {}, state: state_of(view, seat, null), net: null });
    }
    return rows;
}

export function BoxRows(props: { view: StaffView; rules: Rules | null }) {
    const { view, rules } = props;
    const wagers = spots_of(rules, view);
    const rows = rows_of(view);
    const total = (wager: string) => rows.reduce((sum, row) => sum + (row.stakes[wager] ?? 0), 0);
    const net = rows.reduce((sum, row) => sum + (row.net ?? 0), 0);
    return (
        <Scroll name={staff.desk.boxes}>
            <table class="figures box-rows">
                <thead><tr><th>{staff.would.box}</th><th>{staff.would.player}</th>
                    {wagers.map((wager) => <th key={wager} class="num">{texts.wagers[wager] ?? wager}</th>)}
                    <th>{staff.desk.hand}</th><th class="num">{staff.desk.net}</th></tr></thead>
                <tbody>
                    {rows.map((row) => (
                        <tr key={`${row.seat} ${row.player}`} data-row={row.seat} class={view.boxes[row.seat]?.to_act ? 'acts' : ''}>
                            <td>{row.seat}</td><td>{row.player === null ? '' : view.people[row.player] ?? row.player}</td>
                            {wagers.map((wager) => <td key={wager} class="num">{row.stakes[wager] ? cents_text(row.stakes[wager] as Cents) : ''}</td>)}
                            <td>{row.state}</td><td class="num">{row.net === null ? '' : <Sum cents={row.net} signed />}</td>
                        </tr>
                    ))}
                </tbody>
                <tfoot><tr><td colSpan={2}>{staff.would.total}</td>
                    {wagers.map((wager) => <td key={wager} class="num">{cents_text(total(wager))}</td>)}
                    <td /><td class="num">{view.settlement ? <Sum cents={net} signed /> : ''}</td></tr></tfoot>
            </table>
        </Scroll>
    );
}
