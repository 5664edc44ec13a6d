/* pit_hits.tsx -- a jackpot hit that waits: the hand, and then confirm it by typing the amount, reject it
 * with a reason, or give it another place. A large one needs two people.
 * In which order hits are confirmed is the link's rule; out of turn the house refuses. */
import { useEffect, useState } from 'preact/hooks';
import { get, table_path } from './api.ts';
import { Hand, spoken_hand } from './cards.tsx';
import { MoneyField, Refused, Sum, clock_time, typed_cents, use_acting } from './console_parts.tsx';
import type { Hit } from './console_frames.ts';
import type { Card, Round } from './frames.ts';
import { hand_said } from './hands.ts';
import { staff } from './texts_staff.en.ts';

/* The winning hand as it was dealt, from the round's record. */
function HitHand(props: { hit: Hit }) {
    const { table, round, seat } = props.hit;
    const [cards, set_cards] = useState<Card[] | null>(null);
    const [said, set_said] = useState('');
    useEffect(() => {
        void get<Round>(`${table_path(table)}/rounds/${round}`).then((result) => {
            if (!result.ok) return;
            const box = [...result.value.steps].reverse().map((step) => step.view.boxes[seat]).find((one) => one && one.cards.length === 3);
            set_cards(box?.cards ?? []);
            set_said(box?.hand ? hand_said(box.hand, box.cards) : '');
        });
    }, [table, round, seat]);
    if (!cards || cards.length === 0) return null;
    return <p class="hit-hand"><Hand cards={cards} round={round} order={0} still label={spoken_hand(cards)} /><b>{said}</b></p>;
}

/* Paying is typed: a sum like this is not paid by a slip of the hand. */
function Confirm(props: { hit: Hit; busy: boolean; award: () => void }) {
    const { hit } = props;
    const [typed, type] = useState('');
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); if (typed_cents(typed) === hit.value) props.award(); }}>
            {hit.two && <p class="quiet">{staff.pit.two_needed}</p>}
            <MoneyField label={staff.pit.type_amount} text={typed} set={type} required />
            <button type="submit" class="press gold" disabled={props.busy || typed_cents(typed) !== hit.value}>{hit.two ? staff.pit.sign_hit : staff.pit.confirm_hit}</button>
        </form>
    );
}

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
            <HitHand hit={hit} />
            <Confirm hit={hit} busy={acting.busy} award={() => award(true)} />
            <p class="row">
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
