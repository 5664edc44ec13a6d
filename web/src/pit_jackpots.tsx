/* pit_jackpots.tsx -- the linked jackpots: meters, the link, its parameters, and what is not paid. */
import { useState } from 'preact/hooks';
import { MoneyField, Panel, Refused, Sum, capital, typed_cents, use_acting, words } from './console_parts.tsx';
import type { PitJackpot, PitTable } from './console_frames.ts';
import { UnpaidAwards } from './pit_unpaid.tsx';
import { Sheet } from './shell.tsx';
import { staff } from './texts_staff.en.ts';

function Link(props: { one: PitJackpot }) {
    const { one } = props;
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const send = () => void acting.act({ do: 'link', jackpot: one.name, on: one.down, ...(reason.trim() ? { reason: reason.trim() } : {}) });
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); send(); }}>
            <p>{one.down ? staff.jackpots.link_down : staff.jackpots.link_up}</p>
            <label class="field">{staff.ruling.reason}<input value={reason} required maxLength={51} onInput={(event) => set_reason(event.currentTarget.value)} /></label>
            <Refused refused={acting.refused} />
            <button type="submit" class="press" disabled={acting.busy}>{one.down ? staff.jackpots.say_up : staff.jackpots.say_down}</button>
        </form>
    );
}

/* Rates are millionths; everything else is money. */
const is_rate = (name: string) => name.includes('rate');

/* Begins anew with each frame that has other values; that something was done is therefore kept outside. */
function Parameters(props: { one: PitJackpot; done: boolean; set_done: (done: boolean) => void }) {
    const { one, done, set_done } = props;
    const names = Object.keys(one.parameters).filter((name) => typeof one.parameters[name] === 'number');
    const shown = (name: string) => (is_rate(name) ? String((one.parameters[name] as number) / 10_000) : String((one.parameters[name] as number) / 100));
    const [typed, set_typed] = useState<Record<string, string>>(() => Object.fromEntries(names.map((name) => [name, shown(name)])));
    const [reason, set_reason] = useState('');
    const acting = use_acting();
    const read = (name: string): number | null => {
        const text = typed[name] ?? '';
        if (!is_rate(name)) return typed_cents(text);
        return /^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * 10_000) : null;
    };
    const changed = names.filter((name) => read(name) !== one.parameters[name]);
    const send = async () => {
        const values = Object.fromEntries(changed.map((name) => [name, read(name)]));
        set_done((await acting.act({ do: 'parameters', jackpot: one.name, ...values, reason: reason.trim() })).ok);
    };
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <div class="field-grid">
                {names.map((name) => (is_rate(name)
                    ? <label key={name} class="field">{staff.parameters[name] ?? words(name)} (%)
                        <input inputMode="decimal" value={typed[name]} onInput={(event) => set_typed({ ...typed, [name]: event.currentTarget.value })} /></label>
                    : <MoneyField key={name} label={staff.parameters[name] ?? words(name)} text={typed[name] ?? ''} set={(text) => set_typed({ ...typed, [name]: text })} />))}
            </div>
            <label class="field">{staff.ruling.reason}<input value={reason} required maxLength={51} onInput={(event) => set_reason(event.currentTarget.value)} /></label>
            <Refused refused={acting.refused} />
            {done && <p role="status" class="done">{staff.done}</p>}
            <button type="submit" class="press" disabled={acting.busy || changed.length === 0 || changed.some((name) => read(name) === null)}>{staff.jackpots.change}</button>
        </form>
    );
}

function JackpotSheet(props: { one: PitJackpot; close: () => void }) {
    const { one } = props;
    const [done, set_done] = useState(false);
    return (
        <Sheet title={capital(one.name)} close={props.close}>
            <div class="table-sheet">
                <dl class="facts">
                    {(['value', 'reset', 'reserve', 'overflow', 'pending', 'contributed', 'awarded'] as const).map((name) => (
                        <div key={name}><dt>{staff.meters[name]}</dt><dd><Sum cents={one[name]} /></dd></div>
                    ))}
                </dl>
                <section><h3>{staff.jackpots.link}</h3><Link one={one} /></section>
                <section><h3>{staff.jackpots.parameters}</h3><Parameters key={JSON.stringify(one.parameters)} one={one} done={done} set_done={set_done} /></section>
                <UnpaidAwards jackpot={one.name} unpaid={one.unpaid} />
            </div>
        </Sheet>
    );
}

export function Jackpots(props: { jackpots: PitJackpot[]; tables: PitTable[] }) {
    const [open, set_open] = useState<string | null>(null);
    const chosen = props.jackpots.find((one) => one.name === open);
    if (props.jackpots.length === 0) return null;
    return (
        <Panel title={staff.jackpots.title}>
            <ul class="pit-jackpots">
                {props.jackpots.map((one) => (
                    <li key={one.name}>
                        <button type="button" class={`pit-jackpot${one.down ? ' down' : ''}`} data-jackpot={one.name} onClick={() => set_open(one.name)}>
                            <b>{one.name}</b><span class="num"><Sum cents={one.value} /></span>
                            <small class="quiet">{one.down ? staff.jackpots.down : staff.jackpots.tables(props.tables.filter((table) => table.jackpot === one.name).length)}</small>
                            <small class="num quiet">{one.pending > 0 && <>{staff.meters.pending} <Sum cents={one.pending} /></>}</small>
                        </button>
                    </li>
                ))}
            </ul>
            {chosen && <JackpotSheet one={chosen} close={() => set_open(null)} />}
        </Panel>
    );
}
