/* pit_unpaid.tsx -- awards that a jackpot did not hear of: each is claimed, and waits as a hit from then on, or struck off. */
import { useState } from 'preact/hooks';
import { Refused, Sum, use_acting } from './console_parts.tsx';
import type { Unpaid } from './console_frames.ts';
import { staff } from './texts_staff.en.ts';

export function Owed(props: { jackpot: string; award: Unpaid }) {
    const { jackpot, award } = props;
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const send = (verb: string) => void acting.act({
        do: verb, jackpot, table: award.table, round: award.round, seat: award.seat, ...(reason.trim() ? { reason: reason.trim() } : {}),
    });
    return (
        <li data-unpaid={`${award.table} ${award.round} ${award.seat}`}>
            <p>{staff.pit.hit_of(award.name, award.table, award.seat)}, <a href={`/pit/${encodeURIComponent(award.table)}/${award.round}`}>{staff.unpaid.round(award.round)}</a>: <Sum cents={award.value} /></p>
            <form class="guided" onSubmit={(event) => { event.preventDefault(); send(event.submitter?.getAttribute('value') ?? 'claim'); }}>
                <label class="field">{staff.ruling.reason}<input value={reason} required maxLength={51} onInput={(event) => set_reason(event.currentTarget.value)} /></label>
                <Refused refused={acting.refused} />
                <p class="row">
                    <button type="submit" class="press gold" value="claim" disabled={acting.busy}>{staff.unpaid.claim}</button>
                    <button type="submit" class="press" value="strike" disabled={acting.busy}>{staff.unpaid.strike}</button>
                </p>
            </form>
        </li>
    );
}

export function UnpaidAwards(props: { jackpot: string; unpaid: Unpaid[] }) {
    if (props.unpaid.length === 0) return null;
    return (
        <section class="unpaid"><h3>{staff.unpaid.title}</h3>
            <p class="quiet">{staff.unpaid.note}</p>
            <ul>{props.unpaid.map((award) => <Owed key={`${award.table} ${award.round} ${award.seat}`} jackpot={props.jackpot} award={award} />)}</ul>
        </section>
    );
}
