/* lab_controls.tsx -- everything that can be turned on one side of the lab. */
import { Dial } from './lab_dial.tsx';
import { dollars } from './lab_numbers.ts';
import { changed, pay_number, pay_text, pay_typed, tidied, type Book, type Pay, type Reading, type Settings } from './lab_settings.ts';
import { book_of, books, change, problems, show, sides, type Side } from './lab_state.ts';
import { texts } from './texts.en.ts';
import { lab_texts as t } from './texts_lab.en.ts';

interface PartProps {
    side: Side;
    settings: Settings;
    book: Book;
}

const problem_of = (side: Side, name: string) => {
    const found = problems.value[side];
    return found?.name === name ? found.text : undefined;
};

/* ---- Amounts ------------------------------------------------------------------------------------- */
interface AmountProps extends PartProps {
    name: string;
    label: string;
    preset: number; /* cents; of a bet that is not made 0 */
    preset_said: string;
    most: number;
    step: number;
}

function Amount(props: AmountProps) {
    const { side, settings, name } = props;
    const set = settings.set[name];
    const cents = set === undefined ? props.preset : /^\$?\d[\d,]*(\.\d\d?)?$/.test(set) ? Math.round(100 * Number(set.replace(/[$,]/g, ''))) : null;
    const put = (value: string | null) => change(side, changed(settings, name, value), name);
    const plain = (value: number) => (value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2));
    const shown = set ?? (props.preset === 0 ? '' : plain(props.preset));
    return (
        <Dial name={name} label={props.label} number={cents} least={name === 'ante' ? props.step : 0} most={Math.max(props.most, cents ?? 0)} step={props.step} before="$"
            typed={shown} empty={props.preset_said} said={set === undefined ? props.preset_said : cents === null ? set : dollars(cents, cents % 100 ? 2 : 0)}
            preset={set === undefined ? undefined : props.preset_said} problem={problem_of(side, name)}
            slide={(value) => put(value === props.preset ? null : plain(value))}
            type={(text) => put(text.trim() === '' ? null : text.trim().replace(/[$,]/g, ''))} back={() => put(null)} />
    );
}

function Bets(props: PartProps) {
    const { book } = props;
    const side_bets = book.wagers.filter((one) => one.wager !== 'ante');
    return (
        <section class="lab-part">
            <h2>{t.bets}</h2>
            <Amount {...props} name="ante" label={texts.wagers['ante'] ?? ''} preset={book.ante} preset_said={dollars(book.ante, 0)} most={10_000} step={100} />
            {side_bets.map((one) => (
                <Amount key={one.option} {...props} name={one.option} label={texts.wagers[one.wager] ?? one.title} preset={0} preset_said={t.not_bet}
                    most={one.wager === 'progressive' ? 2500 : 10_000} step={100} />
            ))}
        </section>
    );
}

function Jackpot(props: PartProps) {
    const { book, settings } = props;
    if (!book.jackpot) return null;
    const reset = Math.round(100 * Number(settings.set['reset'] ?? book.reset / 100)) || book.reset;
    return (
        <section class="lab-part">
            <h2>{t.jackpot}</h2>
            <Amount {...props} name="meter" label={t.meter} preset={reset} preset_said={t.at_reset} most={8 * book.reset} step={book.reset / 50} />
            <Amount {...props} name="reset" label={t.reset} preset={book.reset} preset_said={dollars(book.reset, 0)} most={4 * book.reset} step={book.reset / 50} />
            <Amount {...props} name="contribution" label={t.contribution} preset={book.contribution} preset_said={dollars(book.contribution, 0)} most={500} step={5} />
        </section>
    );
}

/* ---- The table ----------------------------------------------------------------------------------- */
function TablePart(props: PartProps) {
    const { side, settings, book } = props;
    const seats = settings.set['seats'];
    const put = (name: string, value: string | null) => change(side, changed(settings, name, value), name);
    return (
        <section class="lab-part">
            <h2>{t.table}</h2>
            <Dial name="seats" label={t.seats} number={/^\d+$/.test(seats ?? '1') ? Number(seats ?? 1) : null} least={1} most={book.seats} step={1} typed={seats ?? '1'}
                said={seats ?? '1'} preset={seats === undefined ? undefined : '1'} problem={problem_of(side, 'seats')}
                slide={(value) => put('seats', value === 1 ? null : String(value))} type={(text) => put('seats', text.trim() === '' || text.trim() === '1' ? null : text.trim())}
                back={() => put('seats', null)} />
            {book.banked && <Amount {...props} name="bank" label={t.bank} preset={0} preset_said={t.covers} most={500_000} step={2500} />}
            <label class="lab-choice"><span>{t.strategy}</span>
                <select value={settings.set['strategy'] ?? 'best'} onChange={(event) => put('strategy', event.currentTarget.value === 'best' ? null : event.currentTarget.value)}>
                    <option value="best">{t.best}</option>
                    {books.value?.strategies.map((one) => <option key={one.word} value={one.word}>{one.name}</option>)}
                </select>
            </label>
            {problem_of(side, 'strategy') && <p class="dial-wrong" role="alert">{problem_of(side, 'strategy')}</p>}
        </section>
    );
}

/* ---- Pays ------------------------------------------------------------------------------------------ */
/* A slider reaches twice what the book has, and at least a few steps. */
function reach(row: Pay): { most: number; step: number } {
    if (row.kind === 'share') return { most: 100, step: 1 };
    if (row.kind === 'rate') return { most: Math.max(10, 2 * row.n), step: 1 };
    const step = row.n >= 100_000 ? 2500 : row.n >= 10_000 ? 500 : 100;
    return { most: Math.max(20 * step, Math.ceil((2 * row.n) / step) * step), step };
}

function PayDial(props: PartProps & { row: Pay; title: string }) {
    const { side, settings, row, title } = props;
    const preset = pay_text(row.kind, row.n, row.d);
    const now = settings.set[row.key] ?? preset;
    const put = (value: string | null) => change(side, changed(settings, row.key, value, preset), row.key);
    const said = (text: string) => (text === 'none' ? t.nothing : text.replace(':', ' to '));
    const hand = row.hand === title ? title : row.hand;
    const typed = row.kind === 'rate' ? now.replace(/:1$/, '') : now;
    return (
        <Dial name={row.key} label={hand} spoken={row.hand === title ? title : `${title}, ${row.hand}`} number={pay_number(row.kind, now)} least={0} {...reach(row)}
            typed={now === 'none' ? '0' : typed} said={said(now)} unit={row.kind === 'rate' && /^\d+:1$/.test(now) ? 'to 1' : undefined}
            preset={now === preset ? undefined : said(preset)} problem={problem_of(side, row.key)}
            slide={(value) => put(pay_text(row.kind, value, row.d))} type={(text) => put(pay_typed(row.kind, text))} back={() => put(null)} />
    );
}

function Pays(props: PartProps) {
    return (
        <section class="lab-part lab-pays">
            <h2>{t.pays}</h2>
            {props.book.pays.map((one) => {
                const turned = one.rows.filter((row) => props.settings.set[row.key] !== undefined).length;
                return (
                    <details key={`${props.book.id} ${one.wager}`} open={one.wager === 'pair_plus'}>
                        <summary>{texts.wagers[one.wager] ?? one.title}{turned > 0 && <span class="turned-count">{turned}</span>}</summary>
                        {one.rows.map((row) => <PayDial key={row.key} {...props} row={row} title={one.title} />)}
                    </details>
                );
            })}
        </section>
    );
}

/* ---- Readings ---------------------------------------------------------------------------------------- */
function ReadingPart(props: PartProps & { one: Reading }) {
    const { side, settings, one } = props;
    const now = settings.set[one.id] ?? one.preset;
    const letters = one.letters.map((_, i) => String.fromCharCode(65 + i));
    const compare = () => {
        const mine = sides.value[side] as Settings;
        const other = letters.find((letter) => letter !== now) ?? now;
        show([mine, changed(mine, one.id, other, one.preset)]);
    };
    return (
        <fieldset class={`lab-reading${now === one.preset ? '' : ' turned'}`} data-name={one.id}>
            <legend>{one.question} <small>{one.id}</small></legend>
            {letters.map((letter, i) => (
                <label key={letter}>
                    <input type="radio" name={`${side} ${one.id}`} value={letter} checked={letter === now}
                        onChange={() => change(side, changed(settings, one.id, letter, one.preset), one.id)} />
                    <span><b>{letter}</b> {one.letters[i]}</span>
                </label>
            ))}
            <button type="button" class="lab-link" aria-label={t.compare_reading(one.id)} onClick={compare}>{t.compare_letters}</button>
            {problem_of(side, one.id) && <p class="dial-wrong" role="alert">{problem_of(side, one.id)}</p>}
        </fieldset>
    );
}

function Readings(props: PartProps) {
    const turned = props.book.readings.filter((one) => props.settings.set[one.id] !== undefined).length;
    return (
        <section class="lab-part">
            <h2>{t.readings}</h2>
            <details>
                <summary>{t.readings_note} ({props.book.readings.length}){turned > 0 && <span class="turned-count">{turned}</span>}</summary>
                {props.book.readings.map((one) => <ReadingPart key={one.id} {...props} one={one} />)}
            </details>
        </section>
    );
}

/* ---- All of it ---------------------------------------------------------------------------------------- */
/* What both books have keeps its value when the book changes. */
function under_book(settings: Settings, id: string): Settings {
    const book = books.value?.books.find((one) => one.id === id);
    if (!book) return settings;
    const keys = new Set([...book.pays.flatMap((one) => one.rows.map((row) => row.key)), ...book.readings.map((one) => one.id),
        ...book.wagers.map((one) => one.option), 'seats', 'strategy', ...(book.jackpot ? ['meter', 'reset', 'contribution'] : []),
        ...(book.banked ? ['bank'] : [])]);
    const set = Object.fromEntries(Object.entries(settings.set).filter(([name]) => keys.has(name)));
    if (Number(set['seats']) > book.seats) delete set['seats'];
    return tidied({ book: id, set }, book);
}

export function Controls(props: { side: Side }) {
    const { side } = props;
    const settings = sides.value[side];
    const book = settings && book_of(settings);
    if (!settings || !book) return null;
    const part = { side, settings, book };
    const problem = problems.value[side];
    const shown_elsewhere = problem && document.querySelector(`[data-name="${CSS.escape(problem.name)}"]`);
    return (
        <div class="lab-controls">
            <label class="lab-choice lab-book"><span>{t.book}</span>
                <select value={book.id} onChange={(event) => change(side, under_book(settings, event.currentTarget.value), 'book')}>
                    {books.value?.books.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
                </select>
            </label>
            <p class="quiet">{texts.books[book.id]}</p>
            {problem && !shown_elsewhere && <p class="dial-wrong" role="alert">{problem.text}</p>}
            <Bets {...part} />
            <Jackpot {...part} />
            <TablePart {...part} />
            <Pays {...part} />
            <Readings {...part} />
            <button type="button" class="press" disabled={Object.keys(settings.set).length === 0} onClick={() => change(side, { book: book.id, set: {} }, '')}>{t.reset_all}</button>
        </div>
    );
}
