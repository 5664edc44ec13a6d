/* celebration.tsx -- somebody has hit the jackpot: once in a lifetime, so the table stops for it.
 *
 * The settlement tells of the hit, the lobby's frames whether the house still checks it or has
 * paid. It stays while the settlement does and for some seconds at least, because an automatic
 * table goes on soon; a press puts it away. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Hand, spoken_hand } from './cards.tsx';
import { Counter } from './counter.tsx';
import type { Card, Line, Lobby, View } from './frames.ts';
import { hand_name } from './hands.ts';
import { watch_lobby } from './link.ts';
import { money } from './money.ts';
import { jackpot_line } from './result.tsx';
import { lobby } from './state.ts';
import { texts } from './texts.en.ts';

const least_ms = 12_000;

interface Hit {
    round: number;
    line: Line;
    name: string;
    cards: Card[];
    envy: number; /* what it brings to me, who did not hit it */
}

export type Standing = 'checked' | 'paid' | 'rejected' | 'unpaid' | 'unknown';

/* Coins for the eye: where and when each falls is fixed, so that nothing jumps when the page
 * is drawn again. */
export function Coins(props: { count: number }) {
    return (
        <span class="coins" aria-hidden="true">
            {Array.from({ length: props.count }, (_, i) => (
                <i key={i} style={{ '--at': String((i * 61) % 100), '--late': String((i * 37) % 40), '--size': String(60 + ((i * 23) % 50)) }} />
            ))}
        </span>
    );
}

function hit_of(view: View, mine: number | null): Hit | null {
    const { settlement } = view;
    const line = settlement ? jackpot_line(settlement) : undefined;
    if (!settlement || !line) return null;
    const envy = settlement.lines.filter((one) => one.wager === 'envy' && one.player === mine);
    return {
        round: settlement.round, line, name: view.people[line.player] ?? '', cards: view.boxes[line.seat]?.cards ?? [],
        envy: envy.reduce((sum, one) => sum + one.back, 0),
    };
}

/* What has become of a hit, as far as the lobby tells. A table with a meter of its own is in no
 * list, and nothing is said of it. */
export function standing_of(now: Lobby | null, table: string, line: Line, round: number, before: Standing): Standing {
    const name = now?.tables.find((one) => one.table === table)?.jackpot;
    const jackpot = now?.jackpots.find((one) => one.name === name);
    if (!jackpot) return before;
    const same = (one: { table: string; seat: number; value: number }) => one.table === table && one.seat === line.seat;
    if (jackpot.waiting.some(same)) return 'checked';
    if (jackpot.unpaid?.some((one) => same(one) && one.round === round)) return 'unpaid';
    if (jackpot.last.some((one) => same(one) && one.value === line.back)) return 'paid';
    return before === 'checked' ? 'rejected' : before;
}

/* The hit that is to be shown now: the settlement's, or the one before for as long as it lasts.
 * Whoever comes to the table when all is over, and was not in the round, is spared it. */
function use_hit(view: View, mine: number | null, still: boolean): [Hit | null, () => void] {
    const [kept, keep] = useState<Hit | null>(null);
    const [done, set_done] = useState(0); /* the round that was put away */
    const met = useRef({ round: 0, late: false });
    const found = hit_of(view, mine);
    if (found && met.current.round !== found.round) {
        const involved = view.settlement?.players.some((one) => one.player === mine) ?? false;
        met.current = { round: found.round, late: still && !involved };
    }
    const now = met.current.late ? null : found;
    useEffect(() => {
        if (!now) return;
        keep(now);
        const timer = setTimeout(() => keep(null), least_ms);
        return () => clearTimeout(timer);
    }, [now?.round]);
    const hit = now ?? kept;
    return [hit && hit.round !== done ? hit : null, () => { if (hit) set_done(hit.round); }];
}

function Shown(props: { table: string; hit: Hit; mine: number | null; close: () => void }) {
    const { table, hit, mine } = props;
    const { line } = hit;
    const [standing, set_standing] = useState<Standing>('unknown');
    const [value, set_value] = useState(0);
    useEffect(() => watch_lobby(), []);
    useEffect(() => set_value(line.back), [line.back]);
    const heard = standing_of(lobby.value, table, line, hit.round, standing);
    useEffect(() => set_standing(heard), [heard]);
    const own = line.player === mine;
    const hand = hand_name(line.hand ?? '');
    return (
        <div class={`celebration${own ? ' own' : ''}`} onClick={props.close}>
            <span class="rays" aria-hidden="true" />
            <Coins count={own ? 36 : 18} />
            <div class="celebration-in">
                <div role="status">
                    <p class="celebration-word">{texts.result.jackpot_hit}</p>
                    <p class="celebration-sum"><Counter value={value} /></p>
                    <p class="celebration-who">{own ? texts.celebration.you(hand) : texts.celebration.other(hit.name, hand, line.seat)}</p>
                    {hit.envy > 0 && <p class="celebration-envy">{texts.celebration.envy(money(hit.envy))}</p>}
                    {heard !== 'unknown' && <p class="celebration-standing" data-standing={heard}>{own ? texts.celebration.own[heard] : texts.celebration.others[heard]}</p>}
                </div>
                <Hand cards={hit.cards} round={hit.round} order={0} still label={spoken_hand(hit.cards)} />
                <button type="button" class="press gold" onClick={props.close}>{texts.celebration.close}</button>
            </div>
        </div>
    );
}

export function Celebration(props: { table: string; view: View; mine: number | null; still: boolean }) {
    const [hit, close] = use_hit(props.view, props.mine, props.still);
    return hit ? <Shown key={hit.round} table={props.table} hit={hit} mine={props.mine} close={close} /> : null;
}
