/* pit_hits.tsx -- a jackpot hit that waits: confirm, reject with a reason, or give it another place.
 * In which order hits are confirmed is the link's rule; out of turn the house refuses. */
import { useState } from 'preact/hooks';
import { Refused, Sum, clock_time, use_acting } from './console_parts.tsx';
import type { Hit } from './console_frames.ts';
import { staff } from './texts_staff.en.ts';

export function HitActions(props: { jackpot: string; hit: Hit; first: boolean }) {
    const { jackpot, hit, first } = props;
    const acting = use_acting();
    const [rejecting, set_rejecting] = useState(false);
    const [reason, set_reason] = useState('');
    const [place, set_place] = useState('');
    const [why, set_why] = useState('');
    const award = (confirm: boolean) => void acting.act({
        do: 'award', jackpot, number: hit.number, confirm, ...(confirm ? {} : { reason: reason.trim() }),
    });
    return (
        <div class="hit-actions" data-hit={hit.number}>
            <dl class="facts">
                <div><dt>{staff.pit.hit_value}</dt><dd><Sum cents={hit.value} />{hit.frozen && <small> {staff.pit.frozen}</small>}</dd></div>
                <div><dt>{staff.pit.round}</dt><dd><a href={`/pit/${encodeURIComponent(hit.table)}/${hit.round}`}>{hit.round}</a></dd></div>
                <div><dt>{staff.pit.dealt}</dt><dd>{clock_time.format(hit.dealt)}</dd></div>
                <div><dt>{staff.pit.place}</dt><dd>{first ? staff.pit.first_in_line : staff.pit.not_first}</dd></div>
            </dl>
            <p class="row">
                <button type="button" class="press gold" disabled={acting.busy} onClick={() => award(true)}>{staff.pit.confirm_hit}</button>
                <button type="button" class="press" onClick={() => set_rejecting(!rejecting)} aria-expanded={rejecting}>{staff.pit.more}</button>
            </p>
            {rejecting && (
                <form onSubmit={(event) => { event.preventDefault(); award(false); }}>
                    <label class="field">{staff.pit.reject_reason}<input value={reason} required maxLength={51} onInput={(event) => set_reason(event.currentTarget.value)} /></label>
                    <button type="submit" class="press" disabled={acting.busy}>{staff.pit.reject_hit}</button>
                </form>
            )}
            {rejecting && (
                <form onSubmit={(event) => { event.preventDefault(); void acting.act({ do: 'place', jackpot, number: hit.number, place: Number(place), reason: why.trim() }); }}>
                    <label class="field">{staff.pit.new_place}<input inputMode="numeric" pattern="[1-9][0-9]?" required value={place} onInput={(event) => set_place(event.currentTarget.value)} /></label>
                    <label class="field">{staff.pit.place_reason}<input value={why} required maxLength={51} onInput={(event) => set_why(event.currentTarget.value)} /></label>
                    <button type="submit" class="press" disabled={acting.busy}>{staff.pit.set_place}</button>
                </form>
            )}
            <Refused refused={acting.refused} />
        </div>
    );
}
