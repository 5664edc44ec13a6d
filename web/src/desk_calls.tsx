/* desk_calls.tsx -- the calls of a round in their order, each with one key.
 * Which, desk_keys.ts says. */
import { useLayoutEffect } from 'preact/hooks';
import type { StaffView } from './console_frames.ts';
import { is_card_letter } from './desk_cards.ts';
import type { Entry } from './desk_entry.tsx';
import { answer_keys, burn_key, call_keys, form_keys } from './desk_keys.ts';
import { can_do } from './play.ts';
import { me } from './state.ts';
import { staff } from './texts_staff.en.ts';

export function Call(props: { what: string; letter: string; can: boolean; press: () => void; class?: string }) {
    const { what, letter, can, press } = props;
    return (
        <button type="button" class={`press call ${props.class ?? ''}${can ? ' due' : ''}`} data-call={what} disabled={!can} onClick={press}>
            <span>{staff.calls[what] ?? what}</span><kbd>{letter}</kbd>
        </button>
    );
}

/* Whoever reported what takes two people leaves the answer to somebody else. */
const answers_open = (view: StaffView) => !view.report?.two || view.report.reporter !== me.value?.id;

export function Calls(props: { view: StaffView; call: (what: string, seat?: number) => void; form: (what: string) => void }) {
    const { view, call, form } = props;
    const looks = view.can.filter((one) => one.do === 'look');
    const answers = answer_keys.filter(([what]) => can_do(view, what) && (answers_open(view) || !['confirm', 'drop'].includes(what)));
    const forms = form_keys.filter(([what]) => what !== 'mend' || can_do(view, what));
    return (
        <div class="calls">
            <div class="call-row" role="group" aria-label={staff.desk.calls}>
                {call_keys.filter(([what]) => what !== 'deal' || !view.physical).map(([what, letter]) => (
                    <Call key={what} what={what} letter={letter} can={can_do(view, what) !== undefined} press={() => call(what)} />
                ))}
            </div>
            {answers.length > 0 && (
                <div class="call-row" role="group" aria-label={staff.desk.answers}>
                    {answers.map(([what, letter]) => <Call key={what} what={what} letter={letter} can press={() => call(what)} />)}
                </div>
            )}
            <div class="call-row" role="group" aria-label={staff.desk.forms}>
                {forms.map(([what, letter]) => (
                    <Call key={what} what={what} letter={letter} can={can_do(view, what) !== undefined} press={() => form(what)} class="quiet" />
                ))}
            </div>
            {looks.length > 0 && (
                <div class="look-row" role="group" aria-label={staff.desk.look}>
                    <span class="quiet">{staff.desk.look}</span>
                    {looks.map((one) => <button key={one.seat} type="button" class="press small" data-look={one.seat} onClick={() => call('look', one.seat)}>{one.seat}</button>)}
                </div>
            )}
        </div>
    );
}

/* Keys of the whole page; a form or a dialog has its own. */
export function use_desk_keys(view: StaffView | null, entry: Entry, call: (what: string) => void, form: (what: string) => void): void {
    useLayoutEffect(() => { /* what is shown can be pressed at once */
        const keys = new Map([...call_keys, ...answer_keys, ...form_keys].map(([what, letter]) => [letter, what]));
        const press = (event: KeyboardEvent) => {
            const target = event.target as Element | null;
            if (!view || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
            if (target?.closest('dialog') || target?.closest('input:not([data-cards]), select, textarea')) return;
            const field = document.querySelector<HTMLInputElement>('input[data-cards]');
            if (field?.value || event.key.length !== 1) return; /* in the middle of a card, drawn or not */
            const letter = event.key.toUpperCase();
            const what = keys.get(letter);
            if (letter === burn_key && view.next?.place === 'burn') entry.burn();
            else if (what && can_do(view, what)) (form_keys.some(([one]) => one === what) ? form : call)(what);
            else if (is_card_letter(event.key)) return void field?.focus();
            else if (!what) return;
            event.preventDefault();
        };
        addEventListener('keydown', press);
        return () => removeEventListener('keydown', press);
    });
}
