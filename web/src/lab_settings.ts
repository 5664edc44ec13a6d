/* lab_settings.ts -- what is set in the lab: a rulebook and what differs from its presets.
 *
 * Values are texts as a person would write them on the command line. Whether one is good is for
 * the library to say; here they are only kept, put into a link and read back. */
import type { Cents, Rules } from './frames.ts';

/* What the library says about a rulebook. */
export interface Pay {
    key: string; /* pays.pair_plus.straight */
    hand: string;
    kind: 'rate' | 'money' | 'share';
    n: number;
    d: number;
    text: string; /* "5 to 1" */
}
export interface Reading {
    id: string;
    question: string;
    preset: string;
    letters: string[];
}
export interface Book {
    id: string;
    title: string;
    version: string;
    jackpot: boolean;
    banked: boolean;
    seats: number;
    ante: number; /* cents, as are the others */
    side_bet: number;
    jackpot_bet: number;
    contribution: number;
    reset: number;
    wagers: { wager: string; option: string; title: string }[]; /* what can be bet, the Ante first */
    pays: { wager: string; title: string; rows: Pay[] }[];
    readings: Reading[];
}
export interface Books {
    books: Book[];
    strategies: { word: string; name: string }[];
}

/* By name: an option ("pair-plus"), a reading ("A-MBS-01") or a key ("pays.pair_plus.pair"). */
export interface Settings {
    book: string;
    set: Readonly<Record<string, string>>;
}

const kind_of = (name: string) => (/^A-[A-Z]+-\d+$/.test(name) ? 'reading' : /^[a-z-]+$/.test(name) ? 'option' : 'key');
/* The option that bets a wager: pair-plus bets pair_plus. */
const option_of = (wager: string) => (wager === 'play' ? 'ante' : wager.replaceAll('_', '-'));

/* The words behind `trey odds`. */
export function words_of(settings: Settings): string[] {
    const words = [settings.book];
    for (const [name, value] of Object.entries(settings.set)) {
        const kind = kind_of(name);
        if (kind === 'option') words.push(`--${name}`, value);
        else words.push(kind === 'reading' ? '--reading' : '--set', `${name}=${value}`);
    }
    return words;
}

/* Words of what may be asked next, of each book that stands on a side: every other letter of a
 * reading, with a jackpot bet beside others' where there is one; then the other books. What else
 * is set moves no card. */
export function near_words(books: Books, asked: readonly (readonly string[])[]): string[][] {
    const found: string[][] = [];
    const begin = (book: Book) => [book.id, ...(book.jackpot ? ['--progressive', String(book.jackpot_bet / 100), '--seats', '2'] : [])];
    const with_letters = (letters: ReadonlyMap<string, string>) => [...letters].flatMap(([id, letter]) => ['--reading', `${id}=${letter}`]);
    for (const words of asked) {
        const book = words && books.books.find((one) => one.id === words[0]);
        if (!book) continue;
        const chosen = new Map(book.readings.map((one) => [one.id, one.preset]));
        words.forEach((word, i) => {
            const [id, letter] = word.split('=');
            if (words[i - 1] === '--reading' && id && letter) chosen.set(id, letter);
        });
        found.push([...begin(book), ...with_letters(chosen)]);
        for (const { id, letters } of book.readings) {
            letters.map((_, i) => 'ABCD'.charAt(i)).filter((letter) => letter !== chosen.get(id))
                .forEach((letter) => found.push([...begin(book), ...with_letters(new Map(chosen).set(id, letter))]));
        }
    }
    const named = new Set(asked.map((words) => words?.[0]));
    return [...found, ...books.books.filter((one) => !named.has(one.id)).map(begin)];
}

/* The command that a person can type. */
export function command_of(settings: Settings): string {
    return ['trey odds', ...words_of(settings).map((word) => (/^[\w.,:=%/-]+$/.test(word) ? word : `'${word}'`))].join(' ');
}

/* A change; what is as the book has it is not kept. */
export function changed(settings: Settings, name: string, value: string | null, preset?: string): Settings {
    const set: Record<string, string> = { ...settings.set };
    delete set[name];
    if (value !== null && value !== preset) set[name] = value;
    return { ...settings, set };
}

/* ---- As --set takes a pay ------------------------------------------------------------------- */
export function pay_text(kind: Pay['kind'], n: number, d: number): string {
    if (n === 0) return 'none';
    if (kind === 'rate') return `${n}:${d || 1}`;
    if (kind === 'share') return `${n}%`;
    return `$${n % 100 === 0 ? n / 100 : (n / 100).toFixed(2)}`;
}

/* What somebody types, or what a table's rules say, in that form: "5 to 1", "5", "$1,250". */
export function pay_typed(kind: Pay['kind'], text: string): string {
    const plain = text.trim().replace(/ of the meter$/, '').replace(/\s*(to|:)\s*/, ':').replaceAll(',', '');
    if (/^(nothing|none|0|0:\d+|\$0|0%)$/i.test(plain)) return 'none';
    if (/^\d+$/.test(plain) && kind === 'rate') return `${plain}:1`;
    if (/^\d+(\.\d\d?)?$/.test(plain) && kind === 'money') return `$${plain}`;
    if (/^\d+$/.test(plain) && kind === 'share') return `${plain}%`;
    return plain;
}

/* For a slider: cents, hundredths or a numerator; null for what is on none. */
export function pay_number(kind: Pay['kind'], text: string): number | null {
    if (text === 'none') return 0;
    const found = kind === 'rate' ? /^(\d+):\d+$/.exec(text) : kind === 'share' ? /^(\d+)%$/.exec(text) : /^\$(\d+(?:\.\d\d?)?)$/.exec(text);
    if (!found?.[1]) return null;
    return kind === 'money' ? Math.round(100 * Number(found[1])) : Number(found[1]);
}

/* ---- The link --------------------------------------------------------------------------------- */
/* mbs?pair-plus=5&A-MBS-01=B, and behind a ~ the other side. */
export function to_hash(sides: readonly Settings[]): string {
    return '#' + sides.map((one) => {
        const set = new URLSearchParams(Object.entries(one.set)).toString();
        return one.book + (set ? `?${set}` : '');
    }).join('~');
}

export function from_hash(hash: string): Settings[] {
    return hash.replace(/^#/, '').split('~').slice(0, 2).filter((one) => one !== '').map((one) => {
        const [book = '', set = ''] = one.split('?');
        return { book: decodeURIComponent(book), set: Object.fromEntries(new URLSearchParams(set)) };
    });
}

/* In the link of a table: every row that pays is listed, so one that is not pays nothing there. */
const all_pays = 'pays';

/* A table's rules as the server tells them: what is bet there at least, and all its values. The lab
 * drops those that are the book's own. */
export function settings_of(rules: Rules, meter: Cents | null): Settings {
    const set: Record<string, string> = {};
    const dollars = (cents: Cents) => String(cents / 100);
    for (const [wager, [least]] of Object.entries(rules.limits)) if (least) set[option_of(wager)] = dollars(least);
    if (rules.jackpot) set['progressive'] = dollars(rules.jackpot.bet);
    if (rules.jackpot && meter !== null) set['meter'] = dollars(meter);
    for (const row of rules.pays.flatMap((one) => one.rows)) {
        const kind = row.pays.includes('%') ? 'share' : row.pays.includes('$') ? 'money' : 'rate';
        set[row.key] = pay_typed(kind, row.pays);
    }
    set[all_pays] = 'listed';
    for (const one of rules.readings) if (/^[A-D]$/.test(one.letter)) set[one.id] = one.letter;
    return { book: rules.rulebook, set };
}

/* Drops what is as the book has it, so that a link of a table says only what is its own. */
export function tidied(settings: Settings, book: Book): Settings {
    const preset: Record<string, string> = { seats: '1', strategy: 'best' };
    for (const one of book.readings) preset[one.id] = one.preset;
    for (const row of book.pays.flatMap((one) => one.rows)) preset[row.key] = pay_text(row.kind, row.n, row.d);
    const set: Record<string, string> = { ...settings.set };
    const listed = set[all_pays];
    delete set[all_pays];
    for (const row of listed ? book.pays.flatMap((one) => one.rows) : []) set[row.key] ??= 'none';
    /* Of a table's readings some are mere notes, which nobody can choose. */
    const note = (name: string) => kind_of(name) === 'reading' && preset[name] === undefined;
    return { ...settings, set: Object.fromEntries(Object.entries(set).filter(([name, value]) => preset[name] !== value && !note(name))) };
}

/* ---- What is wrong, beside the control that it is about --------------------------------------- */
/* The library names the option, the key or the wager; else it is the last thing that was changed. */
export function about(text: string, last: string): string {
    const key = /^--(?:set|reading) ([\w.-]+)=/.exec(text)?.[1];
    if (key) return key;
    const option = /^--([\w-]+)/.exec(text)?.[1];
    if (option) return option;
    const wager = / refuses (\w+):/.exec(text)?.[1];
    if (wager) return option_of(wager);
    if (/jackpot bet must be above zero/.test(text)) return last === 'progressive' ? last : 'contribution';
    return last;
}

/* "--set pays.x=y: what is wrong" without what the control beside it says already. */
export function shortened(text: string): string {
    const plain = text.replace(/^--[\w-]+ \S*?: /, '').replace(/^--[\w-]+ /, '');
    return plain.charAt(0).toUpperCase() + plain.slice(1);
}
