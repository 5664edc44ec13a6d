/* console_try.ts -- asks what a report or a ruling would do, while its form is being filled in.
 *
 * Nothing is done by asking. Questions that still have to be answered come back in the refusal. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StaffAnswer, Would } from './console_frames.ts';
import type { Message, Refusal } from './frames.ts';
import { send } from './link.ts';

export interface Tried {
    would: Would | null;
    refused: Refusal | null;
}

const nothing: Tried = { would: null, refused: null };
const pause_ms = 200;

/* Asks again whenever the message, or what happened at the table (`at`), has changed. */
export function use_try(message: Message | null, at: number): Tried {
    const [tried, set_tried] = useState<Tried>(nothing);
    const turn = useRef(0);
    const text = message ? JSON.stringify(message) : '';
    useEffect(() => {
        const mine = ++turn.current;
        if (!message) return set_tried(nothing);
        const timer = setTimeout(() => {
            void send({ ...message, try: true }).then((answer) => {
                if (mine !== turn.current) return;
                const { would, refused } = answer as StaffAnswer;
                set_tried({ would: would ?? null, refused: refused ?? null });
            });
        }, pause_ms);
        return () => clearTimeout(timer);
    }, [text, at]);
    return tried;
}
