/* keys.ts -- one key for each thing that can be done; texts.keys lists them for people.
 *
 * A key does only what a button on the page could do at this moment. */
import { can_do, deciding, type Play } from './play.ts';
import { choose, prefs } from './prefs.ts';

export function listen_keys(play: Play, sheet: (name: 'rules' | 'keys') => void): () => void {
    const decide = (what: string): boolean => {
        const { view } = play.watched.value;
        const seats = deciding(view);
        const seat = play.active.value !== null && seats.includes(play.active.value) ? play.active.value : seats[0];
        const can = seat === undefined ? undefined : can_do(view, what, seat);
        if (can) play.move(can, true);
        return can !== undefined;
    };
    const actions: Record<string, () => void> = {
        u: play.undo, c: play.clear, d: play.double,
        r: () => { if (play.mine.value.length === 0) play.rebet(); },
        g: () => play.ready(true),
        l: () => void decide('view'),
        p: () => void (decide('play') || decide('continue')),
        f: () => void decide('fold'),
        h: () => choose('coach', !prefs.value.coach),
        i: () => sheet('rules'),
        '?': () => sheet('keys'),
    };
    const press = (event: KeyboardEvent) => {
        if (event.repeat || !prefs.value.keys) return; /* a key that is held down is one press */
        const target = event.target as Element | null;
        if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input:not([type=radio]), dialog')) return;
        const chip = play.chips.value[Number(event.key) - 1];
        if (chip !== undefined) play.chip.value = chip;
        else actions[event.key.toLowerCase()]?.();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
}
