/* pit_ruling.tsx -- a ruling: which, about whom, why; what it comes to in money; and only then it is
 * made. Which rulings there are, and what each has to name, comes from the house. */
import { useState } from 'preact/hooks';
import { Members, named_members, nothing_named, type Named } from './console_members.tsx';
import { Refused, use_acting, words } from './console_parts.tsx';
import { use_try } from './console_try.ts';
import { WouldView } from './console_would.tsx';
import type { DeskForms, StaffView } from './console_frames.ts';
import type { Message, Rules } from './frames.ts';
import { can_do } from './play.ts';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

interface RulingProps {
    name: string;
    view: StaffView;
    at: number;
    rules: Rules | null;
    forms: DeskForms;
    done: () => void;
    first?: string; /* the ruling that is offered first */
    player?: number;
}

const longest_reason = 51;

export function RulingForm(props: RulingProps) {
    const { name, view, at, rules, forms } = props;
    const possible = can_do(view, 'rule')?.rulings ?? [];
    const [ruling, set_ruling] = useState(props.first ?? '');
    const [named, set_named] = useState<Named>({ ...nothing_named, player: props.player ?? null });
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const chosen = forms.rulings.find((one) => one.ruling === ruling);
    const message: Message | null = chosen
        ? { do: 'rule', table: name, ruling, reason: reason.trim() || staff.ruling.reason_to_come, ...named_members(named, true) } : null;
    const tried = use_try(message, at);
    const asked = chosen !== undefined && tried.refused?.asks !== undefined;
    const rule = async () => {
        if (message && (await acting.act({ ...message, reason: reason.trim() })).ok) props.done();
    };
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void rule(); }}>
            <fieldset class="pick">
                <legend>{staff.ruling.which}</legend>
                <div class="pick-row">
                    {forms.rulings.map(({ ruling: one }) => (
                        <label key={one} data-ruling={one} class={`${ruling === one ? 'on' : ''}${possible.includes(one) ? '' : ' off'}`} title={possible.includes(one) ? staff.rulings[one] ?? '' : staff.ruling.not_now} aria-disabled={!possible.includes(one)}>
                            <input type="radio" name="ruling" value={one} checked={ruling === one} disabled={!possible.includes(one) && ruling !== one} autofocus={one === possible[0]}
                                onChange={() => { set_ruling(one); acting.clear(); }} />{staff.ruling_names[one] ?? words(one)}
                        </label>
                    ))}
                </div>
            </fieldset>
            {ruling && <p class="quiet">{staff.rulings[ruling]}</p>}
            {chosen && <Members members={chosen.members} named={named} set={set_named} view={view} rules={rules} modes={forms.modes} />}
            <label class="field">{staff.ruling.reason}
                <input value={reason} maxLength={longest_reason} required autocomplete="off" onInput={(event) => set_reason(event.currentTarget.value)} />
                <small>{staff.ruling.reason_note}</small>
            </label>
            {tried.would && <WouldView would={tried.would} rules={rules} people={view.people} />}
            {asked && !acting.refused && <p class="asks" role="status">{texts.refused(tried.refused?.text ?? '')}</p>}
            <Refused refused={acting.refused ?? (chosen && !asked ? tried.refused : null)} rules={rules} />
            <button type="submit" class="press gold" disabled={!chosen || acting.busy || reason.trim() === ''}>{staff.ruling.rule}</button>
        </form>
    );
}
