/* merge.ts -- lays a frame over the view that we have.
 *
 * A full frame replaces everything. Others bring only the members that changed, and of
 * the boxes only the seats that changed. A frame that is not newer than what we have was
 * seen before, after a reconnection, and changes nothing. */
import type { TableFrame, View } from './frames.ts';

export interface Seen {
    at: number;
    view: View | null;
}

export const nothing_seen: Seen = { at: 0, view: null };

/* Gives the same object back where the frame changes nothing. A part of a view that we
 * have never seen in full cannot be used: `view` stays null until a full one comes. */
export function merge(seen: Seen, frame: TableFrame): Seen {
    if (frame.full) return { at: frame.at, view: frame.view as View };
    if (!seen.view || frame.at <= seen.at) return seen;
    const view: View = { ...seen.view, ...frame.view };
    if (frame.view.boxes) view.boxes = { ...seen.view.boxes, ...frame.view.boxes };
    return { at: frame.at, view };
}
