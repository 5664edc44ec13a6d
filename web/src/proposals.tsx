/* proposals.tsx -- what waits for a second person: who asks for it, what it is, and two answers.
 *
 * Whether somebody may stand by it is the server's to say; the page only leaves that button away from
 * whoever asked. */
import { Refused, Since, cents_text, role_name, use_acting, words } from './console_parts.tsx';
import type { Proposal } from './console_frames.ts';
import { me } from './state.ts';
import { staff } from './texts_staff.en.ts';

/* What was asked for, in a few words: "Void the round", "Cash out $20,000". */
export function proposal_title(one: Proposal): string {
    const { message } = one;
    const amount = message.amount === undefined ? '' : ` ${cents_text(message.amount)}`;
    if (message.do === 'rule') return `${staff.ruling_names[message.ruling ?? ''] ?? words(message.ruling ?? '')}${amount}`;
    if (message.do === 'award' || message.do === 'claim' || message.do === 'mend') return staff.second.asks[message.do] ?? message.do;
    return `${staff.cage.kinds[message.do] ?? words(message.do)}${amount}`;
}

function detail(one: Proposal): string {
    const { message } = one;
    return [
        message.table, message.jackpot && staff.second.jackpot(message.jackpot),
        message.do === 'award' && message.number ? staff.second.hit(message.number) : null,
        message.seat ? staff.second.seat(message.seat) : null, message.wager ? words(message.wager) : null,
        message.player ? staff.cage.number(message.player) : null, message.other ? staff.second.to(message.other) : null,
        message.cards?.join(' '), message.reason,
    ].filter(Boolean).join(' · ');
}

export function ProposalActions(props: { one: Proposal }) {
    const { one } = props;
    const acting = use_acting();
    const mine = one.person === me.value?.id;
    const answer = (confirm: boolean) => void acting.act({ do: 'second', number: one.number, confirm });
    return (
        <div class="proposal" data-proposal={one.message.do}>
            <p>{detail(one)}</p>
            <p class="quiet">{mine ? staff.second.yours : staff.second.asked_by(one.name, one.role ? role_name(one.role) : '')}</p>
            <p class="row">
                {!mine && <button type="button" class="press gold" disabled={acting.busy} onClick={() => answer(true)}>{staff.second.stand_by}</button>}
                <button type="button" class="press" disabled={acting.busy} onClick={() => answer(false)}>{mine ? staff.second.withdraw : staff.second.turn_down}</button>
            </p>
            <Refused refused={acting.refused} />
        </div>
    );
}

/* A list of its own, at the cage. */
export function Proposals(props: { list: Proposal[] }) {
    if (props.list.length === 0) return null;
    return (
        <section class="panel waiting-panel" aria-label={staff.second.title}>
            <h2>{staff.second.title}</h2>
            <ul class="waiting-list" aria-live="polite">
                {props.list.map((one) => (
                    <li key={one.number} class="waits waits-second" data-waiting={`second ${one.number}`}>
                        <div class="waiting-head"><b>{proposal_title(one)}</b><Since time={one.since} /></div>
                        <ProposalActions one={one} />
                    </li>
                ))}
            </ul>
        </section>
    );
}
