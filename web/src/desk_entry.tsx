/* desk_entry.tsx -- cards as they come from the shoe: typed, or sent by a scanner.
 *
 * Each card goes to the house by itself and is checked there before the next one is sent. When one
 * is refused, what was read behind it is put aside and shown: the place that it would go to is no
 * longer certain, and the dealer has to look. The one that was taken last can be taken back, if it was
 * mistyped; until when, and by whom, the house says. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { spoken } from './cards.tsx';
import { Refused } from './console_parts.tsx';
import type { Place, StaffAnswer, StaffView } from './console_frames.ts';
import { Reader } from './desk_cards.ts';
import { burn_key } from './desk_keys.ts';
import type { Refusal, Rules } from './frames.ts';
import { send } from './link.ts';
import { can_do } from './play.ts';
import { table as watched } from './state.ts';
import { staff } from './texts_staff.en.ts';

const pause_ms = 700; /* a scanner is faster; who types sees what is wrong */

export interface Entry {
    text: string;
    last: string[]; /* the cards that were taken in this deal */
    refused: Refusal | null;
    aside: string; /* read behind a card that was refused */
    type(text: string): string; /* gives what stays in the field */
    finish(text: string): void;
    burn(): void;
    recall(): void;
    clear(): void;
}

const back: unique symbol = Symbol('the last card is taken back');
type Given = string | null | typeof back; /* null: burnt unseen */

export function use_entry(table: string, round: number): Entry {
    const [text, set_text] = useState('');
    const [last, set_last] = useState<string[]>([]);
    const [refused, set_refused] = useState<Refusal | null>(null);
    const [aside, set_aside] = useState('');
    const queue = useRef<Given[]>([]);
    const recalls = useRef(0); /* of this console, that the table has not told yet */
    const running = useRef(false);
    const timer = useRef(0);
    const reader = useRef(new Reader());
    useEffect(() => { set_last([]); set_aside(''); set_refused(null); }, [round]);
    /* Somebody above the dealer may take cards back at another console. */
    useEffect(() => watched(table).subscribe(({ events }) => {
        for (const event of events) {
            if (event.kind !== 'recalled') continue;
            if (recalls.current > 0) recalls.current -= 1;
            else set_last((all) => all.slice(0, -1));
        }
    }), [table]);

    const run = async () => {
        if (running.current) return;
        running.current = true;
        while (queue.current.length > 0) {
            const card = queue.current.shift() as Given;
            if (card === back) recalls.current += 1;
            const answer = (await send(card === back ? { do: 'recall', table } : { do: 'card', table, cards: [card] })) as StaffAnswer;
            if (answer.ok) {
                set_refused(null);
                set_last((all) => (card === back ? all.slice(0, -1) : [...all, card ?? '–']));
                continue;
            }
            if (card === back) recalls.current -= 1;
            set_refused(answer.refused ?? null);
            const left: Given[] = [card, ...queue.current];
            reader.current.stop(left.flatMap((one) => (one === back ? [] : [one ?? '–'])));
            set_aside(reader.current.aside);
            queue.current = [];
        }
        running.current = false;
    };
    const enter = (cards: Given[]) => {
        if (cards.length === 0) return;
        set_aside('');
        queue.current.push(...cards);
        void run();
    };
    /* What is no card goes to the house as it is: it says why not, and keeps it. */
    const give_up = (rest: string) => {
        set_text('');
        enter([rest]);
    };
    return {
        text, last, refused, aside,
        type(typed) {
            clearTimeout(timer.current);
            const taken = reader.current.read(typed, Date.now());
            if (taken.aside) set_aside(reader.current.aside);
            set_text(taken.rest);
            enter(taken.cards);
            if (taken.bad) timer.current = window.setTimeout(() => give_up(taken.rest), pause_ms);
            return taken.rest;
        },
        finish(typed) {
            clearTimeout(timer.current);
            if (typed.trim() !== '') give_up(typed.trim());
        },
        burn() { enter([null]); },
        recall() { enter([back]); },
        clear() {
            clearTimeout(timer.current);
            set_text('');
            set_refused(null);
            set_aside('');
        },
    };
}

export function place_name(place: Place): string {
    return place === 'dealer' ? staff.desk.place_dealer : place === 'burn' ? staff.desk.place_burn : staff.desk.place_box(place);
}

export function CardEntry(props: { view: StaffView; entry: Entry; rules: Rules | null }) {
    const { view, entry, rules } = props;
    const place = view.next?.place ?? null;
    const [shown, show] = useState(false);
    const over = place === null && (view.phase === 'decision' || view.phase === 'showdown');
    useEffect(() => show(false), [over]); /* nobody reads the players' hands off the console while they decide */
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => { if (place !== null) input.current?.focus(); }, [place !== null]);
    return (
        <div class={`entry${place === null ? ' idle' : ''}`}>
            <label class="entry-label">
                <span>{place === null ? staff.desk.no_card_due : staff.desk.next_card} {place !== null && <b>{place_name(place)}</b>}</span>
                <input ref={input} class="entry-input" value={entry.text} autocomplete="off" autocapitalize="off" spellcheck={false}
                    placeholder={staff.desk.card_hint} data-cards
                    onInput={(event) => { event.currentTarget.value = entry.type(event.currentTarget.value); }} /* at once: the next key may come before the page is drawn */
                    onKeyDown={(event) => {
                        if (event.key === 'Enter') entry.finish(event.currentTarget.value);
                        if (event.key === 'Escape') entry.clear();
                        if (event.key === 'Backspace' && event.currentTarget.value === '' && !event.repeat) entry.recall();
                        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.value = '';
                    }} />
            </label>
            {place === 'burn' && <button type="button" class="press" onClick={entry.burn}>{staff.desk.burn_unseen}<kbd>{burn_key}</kbd></button>}
            <Refused refused={entry.refused} rules={rules} />
            {entry.aside && <p class="aside">{staff.desk.put_aside(entry.aside)}</p>}
            {(entry.last.length > 0 || can_do(view, 'recall')) && (
                <p class="entered"><span class="quiet">{staff.desk.entered(entry.last.length)}</span> {entry.last.map((card, i) => (over && !shown
                    ? <span key={i} class="tiny-card masked" title={staff.desk.masked}>•</span>
                    : <span key={i} class={`tiny-card suit-${card.slice(-1)}`} title={card === '–' ? '' : spoken(card)}>{card}</span>
                ))} {over && entry.last.length > 0 && <button type="button" class="press small" aria-pressed={shown} onClick={() => show(!shown)}>{staff.desk.show_cards}</button>} <button type="button" class="press small" data-recall onClick={() => { entry.recall(); input.current?.focus(); }}>{staff.desk.take_back}<kbd>⌫</kbd></button></p>
            )}
        </div>
    );
}
