/* desk_mend.tsx -- after a remedy that moves or reconstructs hands: the hands as they should have
 * fallen, box by box and the dealer's last. The house wants them in the order of the deal, which goes
 * round from box 1 where the house banks; where a player banks it begins elsewhere, but the book of that
 * game leaves a misdeal to a ruling and nothing is put right there. */
import { useState } from 'preact/hooks';
import { Refused, use_acting } from './console_parts.tsx';
import type { StaffView } from './console_frames.ts';
import { take_cards } from './desk_cards.ts';
import { in_play } from './felt.tsx';
import type { Card, Rules } from './frames.ts';
import { Sheet } from './shell.tsx';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

const shown = (cards: readonly Card[]) => cards.filter((card): card is string => card !== null).join(' ');

/* What is wrong with a hand as it stands, as far as it can be seen without the house: something that is no card,
 * a card that another hand has too, or another number of cards than lie there. */
function mistake(text: string, others: readonly string[], wanted: number): string | null {
    const { cards, rest } = take_cards(text);
    if (cards.length === 0 && rest === '') return null;
    if (rest !== '') return staff.mend.no_card(rest);
    const twice = cards.find((card, i) => cards.indexOf(card) !== i || others.includes(card));
    if (twice) return staff.mend.twice(twice);
    return cards.length === wanted ? null : staff.mend.count(cards.length, wanted);
}

export function MendSheet(props: { name: string; view: StaffView; rules: Rules | null; close: () => void }) {
    const { name, view, rules, close } = props;
    const seats = in_play(view);
    const recorded = (place: number | 'dealer', visible: readonly Card[]) =>
        shown(view.recorded?.find((one) => one.place === place)?.cards ?? visible);
    const [hands, set_hands] = useState<string[]>(() => [
        ...seats.map((seat) => recorded(seat, view.boxes[seat]?.cards ?? [])), recorded('dealer', view.dealer.cards)]);
    const acting = use_acting();
    const places = [...seats.map((seat) => ({ title: texts.table.box(seat), cards: view.boxes[seat]?.cards.length ?? 0 })),
        { title: texts.table.dealer, cards: view.dealer.cards.length }];
    const others = (i: number) => hands.flatMap((text, j) => (j === i ? [] : take_cards(text).cards));
    const mend = async () => {
        const cards = hands.flatMap((text) => {
            const taken = take_cards(text);
            return taken.rest === '' ? taken.cards : [...taken.cards, taken.rest];
        });
        if ((await acting.act({ do: 'mend', table: name, cards })).ok) close();
    };
    const as_recorded = async () => {
        if ((await acting.act({ do: 'mend', table: name })).ok) close();
    };
    return (
        <Sheet title={staff.mend.title} close={close}>
            <form class="guided" onSubmit={(event) => { event.preventDefault(); void mend(); }}>
                <p class="quiet">{staff.mend.lead[view.mending ?? ''] ?? ''}</p>
                {places.map((place, i) => {
                    const wrong = mistake(hands[i] ?? '', others(i), place.cards);
                    return (
                        <label key={place.title} class="field">{place.title}
                            <input value={hands[i]} placeholder="Qs 10h 4d" autocomplete="off" autofocus={i === 0} aria-invalid={wrong !== null}
                                onInput={(event) => set_hands(hands.map((old, j) => (j === i ? event.currentTarget.value : old)))} />
                            {wrong && <small class="wrong">{wrong}</small>}
                        </label>
                    );
                })}
                <Refused refused={acting.refused} rules={rules} />
                <div class="answers">
                    <button type="submit" class="press gold" disabled={acting.busy}>{staff.mend.mend}</button>
                    <button type="button" class="press" disabled={acting.busy} onClick={() => void as_recorded()}>{staff.mend.as_recorded}</button>
                </div>
            </form>
        </Sheet>
    );
}
