/* lab_dial.tsx -- one value that can be dragged, stepped by keys, or typed.
 *
 * The slider is the browser's own, so a thumb, an arrow key and a screen reader all know it. The
 * field beside it takes whatever is typed; the library says what is wrong with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { lab_texts as t } from './texts_lab.en.ts';

export interface DialProps {
    name: string; /* of the setting */
    label: string;
    spoken?: string; /* where the label alone does not say what it is */
    number: number | null; /* where the slider stands; null where it cannot */
    least: number;
    most: number;
    step: number;
    typed: string; /* what stands in the field */
    empty?: string; /* what an empty field means */
    said: string; /* the value in words, for the ear */
    before?: string; /* $ */
    unit?: string;
    preset?: string; /* shown on the way back; none where it is in force */
    problem?: string;
    slide: (number: number) => void;
    type: (text: string) => void;
    back: () => void;
}

export function Dial(props: DialProps) {
    const wrong = useRef<HTMLParagraphElement>(null);
    /* What somebody is typing stays while a picture comes in. */
    const [draft, set_draft] = useState<string | null>(null);
    const typed = (text: string) => {
        set_draft(null);
        props.type(text);
    };
    useEffect(() => wrong.current?.scrollIntoView({ block: 'nearest' }), [props.problem]);
    const id = `lab-${props.name.replace(/[^\w]/g, '-')}`;
    const spoken = props.spoken ?? props.label;
    return (
        <div class={`dial${props.preset === undefined ? '' : ' turned'}${props.problem ? ' bad' : ''}`} data-name={props.name}>
            <label class="dial-label" for={id}>{props.label}</label>
            <input id={id} class="dial-slide" type="range" aria-label={spoken} aria-valuetext={props.said} min={props.least} max={props.most} step={props.step}
                value={props.number ?? props.least} onInput={(event) => props.slide(Number(event.currentTarget.value))} />
            <span class="dial-field">
                {props.before && <span class="dial-unit" aria-hidden="true">{props.before}</span>}
                <input type="text" inputMode="decimal" autocomplete="off" spellcheck={false} aria-label={t.exactly(spoken)} value={draft ?? props.typed} placeholder={props.empty}
                    aria-invalid={props.problem ? 'true' : undefined} aria-describedby={props.problem ? `${id}-wrong` : undefined}
                    onInput={(event) => set_draft(event.currentTarget.value)} onBlur={() => set_draft(null)}
                    onChange={(event) => typed(event.currentTarget.value)} />
                {props.unit && <span class="dial-unit" aria-hidden="true">{props.unit}</span>}
            </span>
            <button type="button" class="dial-back" disabled={props.preset === undefined} aria-label={`${spoken}: ${t.back_to(props.preset ?? '')}`}
                title={props.preset === undefined ? undefined : t.back_to(props.preset)} onClick={props.back}>↺</button>
            {props.problem && <p class="dial-wrong" id={`${id}-wrong`} role="alert" ref={wrong}>{props.problem}</p>}
        </div>
    );
}
