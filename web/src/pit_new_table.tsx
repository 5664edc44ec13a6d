/* pit_new_table.tsx -- opens a table while the house is open. Who may is the house's to say. */
import { useState } from 'preact/hooks';
import { MoneyField, Refused, typed_cents, use_acting } from './console_parts.tsx';
import { Sheet } from './shell.tsx';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

function NewTableForm(props: { jackpots: string[]; close: () => void }) {
    const [name, set_name] = useState('');
    const [title, set_title] = useState('');
    const [rulebook, set_rulebook] = useState('mbs');
    const [least, set_least] = useState('');
    const [most, set_most] = useState('');
    const [jackpot, set_jackpot] = useState('');
    const [by, set_by] = useState('person');
    const acting = use_acting();
    const send = async () => {
        const ante = [typed_cents(least), typed_cents(most)];
        const limits = ante.every((cents) => cents !== null) ? { limits: { ante } } : {};
        const answer = await acting.act({
            do: 'table', name: name.trim(), rulebook, ...(title.trim() ? { title: title.trim() } : {}), ...limits, ...(jackpot ? { jackpot } : {}),
            physical: by === 'physical', automatic: by === 'automatic',
        });
        if (answer.ok) props.close();
    };
    return (
        <form class="guided" onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <label class="field">{staff.new_table.name}<input value={name} required autocomplete="off" onInput={(event) => set_name(event.currentTarget.value)} /><small>{staff.new_table.name_note}</small></label>
            <label class="field">{staff.new_table.heading}<input value={title} autocomplete="off" onInput={(event) => set_title(event.currentTarget.value)} /></label>
            <label class="field">{staff.new_table.rulebook}
                <select value={rulebook} onChange={(event) => set_rulebook(event.currentTarget.value)}>
                    {Object.entries(texts.books).map(([id, says]) => <option key={id} value={id}>{id}: {says}</option>)}
                </select>
            </label>
            <div class="field-grid">
                <MoneyField label={staff.new_table.least} text={least} set={set_least} />
                <MoneyField label={staff.new_table.most} text={most} set={set_most} />
            </div>
            <label class="field">{staff.new_table.jackpot}
                <select value={jackpot} onChange={(event) => set_jackpot(event.currentTarget.value)}>
                    <option value="">{staff.new_table.no_jackpot}</option>
                    {props.jackpots.map((one) => <option key={one} value={one}>{one}</option>)}
                </select>
            </label>
            <label class="field">{staff.new_table.dealt}
                <select value={by} onChange={(event) => set_by(event.currentTarget.value)}>
                    {Object.entries(staff.new_table.by).map(([id, says]) => <option key={id} value={id}>{says}</option>)}
                </select>
            </label>
            <p class="quiet">{staff.new_table.rest}</p>
            <Refused refused={acting.refused} />
            <button type="submit" class="press gold" disabled={acting.busy}>{staff.new_table.open}</button>
        </form>
    );
}

export function NewTable(props: { jackpots: string[] }) {
    const [open, set_open] = useState(false);
    return (
        <>
            <button type="button" class="press small" onClick={() => set_open(true)}>{staff.new_table.title}</button>
            {open && <Sheet title={staff.new_table.title} close={() => set_open(false)}><NewTableForm jackpots={props.jackpots} close={() => set_open(false)} /></Sheet>}
        </>
    );
}
