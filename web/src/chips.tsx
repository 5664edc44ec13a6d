/* chips.tsx -- chips, stacks of them, and the rack from which they are dragged. */
import type { Cents } from './frames.ts';
import { chip_text, money, stack } from './money.ts';
import type { Play } from './play.ts';
import { me } from './state.ts';
import { texts } from './texts.en.ts';

const colours: [Cents, string][] = [
    [2_500_000, 'teal'], [500_000, 'brown'], [100_000, 'gold'], [50_000, 'purple'],
    [10_000, 'black'], [2500, 'green'], [500, 'red'], [0, 'white'],
];

export function chip_colour(value: Cents): string {
    return (colours.find(([least]) => value >= least) as [Cents, string])[1];
}

export function Chip(props: { value: Cents; plain?: boolean }) {
    return (
        <span class={`chip ${chip_colour(props.value)}`} aria-hidden="true">
            <span class="chip-value">{props.plain ? '' : chip_text(props.value)}</span>
        </span>
    );
}

/* At most five chips of a stack are drawn, the largest below; the amount stands beside. */
export function Stack(props: { amount: Cents; class?: string }) {
    const chips = stack(props.amount).slice(0, 5);
    return (
        <span class={`stack ${props.class ?? ''}`} aria-hidden="true">
            {chips.map((value, i) => (
                <span class="stacked" key={i} style={{ '--level': String(i) }}><Chip value={value} /></span>
            ))}
        </span>
    );
}

/* Follows the pointer with a copy of the chip and bets where it is let go. A tap without
 * a way only picks the chip. */
function drag(play: Play, value: Cents, event: PointerEvent): void {
    const source = event.currentTarget as HTMLElement;
    const from = { x: event.clientX, y: event.clientY };
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;
    const spot_at = (e: PointerEvent) => document.elementFromPoint(e.clientX, e.clientY)?.closest('[data-wager]') ?? null;
    const move = (e: PointerEvent) => {
        if (!ghost && Math.hypot(e.clientX - from.x, e.clientY - from.y) > 8) {
            ghost = source.querySelector('.chip')?.cloneNode(true) as HTMLElement;
            ghost.classList.add('ghost');
            document.body.append(ghost);
            play.chip.value = value;
        }
        if (!ghost) return;
        ghost.style.translate = `${e.clientX}px ${e.clientY}px`;
        const spot = spot_at(e);
        if (spot !== over) {
            over?.classList.remove('over');
            spot?.classList.add('over');
            over = spot;
        }
    };
    const end = (e: PointerEvent) => {
        source.removeEventListener('pointermove', move);
        source.removeEventListener('pointerup', end);
        source.removeEventListener('pointercancel', end);
        over?.classList.remove('over');
        if (!ghost) return;
        ghost.remove();
        const spot = e.type === 'pointerup' ? (spot_at(e) as HTMLElement | null) : null;
        if (spot?.dataset.wager) play.tap(Number(spot.dataset.seat), spot.dataset.wager);
    };
    source.setPointerCapture(event.pointerId);
    source.addEventListener('pointermove', move);
    source.addEventListener('pointerup', end);
    source.addEventListener('pointercancel', end);
}

/* The arrows go from chip to chip; the Tab key stops once. */
function move_chip(event: KeyboardEvent, play: Play): void {
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const chips = play.chips.value;
    play.chip.value = chips[(chips.indexOf(play.chip.value) + step + chips.length) % chips.length] as Cents;
    const rack = (event.currentTarget as HTMLElement).parentElement;
    requestAnimationFrame(() => rack?.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
}

export function Rack(props: { play: Play }) {
    const { play } = props;
    return (
        <div class="rack" role="radiogroup" aria-label={texts.dock.pick_chip}>
            {play.chips.value.map((value) => (
                <button
                    key={value} type="button" role="radio" class="rack-chip"
                    tabIndex={play.chip.value === value ? 0 : -1} aria-disabled={value > (me.value?.chips ?? value)}
                    onKeyDown={(event) => move_chip(event, play)}
                    aria-checked={play.chip.value === value} aria-label={texts.dock.chip(money(value))}
                    onClick={() => { play.chip.value = value; }}
                    onPointerDown={(event) => drag(play, value, event)}
                >
                    <Chip value={value} />
                </button>
            ))}
        </div>
    );
}
