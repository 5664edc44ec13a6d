/* main.tsx -- the page begins here: dress it, follow links, show what the path names. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { AccountDoor, ConsoleDoor, LabDoor } from './door.tsx';
import './players.ts';
import { HistoryPage } from './history_page.tsx';
import { JackpotPage } from './jackpot_page.tsx';
import { is_console } from './console_roles.ts';
import { LobbyPage } from './lobby_page.tsx';
import { dress_page } from './prefs.ts';
import { focus_content, follow_links, path, title_note } from './router.ts';
import { RulesPage } from './rules_page.tsx';
import { NotFound, Toasts } from './shell.tsx';
import { find_me, lobby, rules_of, unknown_tables } from './state.ts';
import { TablePage } from './table_page.tsx';
import { texts } from './texts.en.ts';
import './css/base.css';
import './css/felt.css';
import './css/dock.css';
import './css/pages.css';
import './css/celebration.css';

function named(part: string | undefined): string {
    try {
        return decodeURIComponent(part ?? '');
    } catch {
        return part ?? '';
    }
}

/* What the window is called: the page, and whose table. */
function title_of(): string {
    const [, first, second, third] = path.value.split('/');
    const name = named(second);
    const table = lobby.value?.tables.find((one) => one.table === name)?.title ?? (name && (first === 'table' || first === 'desk') ? rules_of(name).value?.title : undefined) ?? name;
    const titles: Record<string, string> = {
        account: texts.account.title, lab: texts.nav.lab, jackpot: `${texts.jackpot.title}: ${name}`, ...texts.consoles,
        table: third === 'rules' ? `${texts.rules.title}: ${table}` : third === 'history' ? `${texts.history.title}: ${table}` : table,
    };
    if (!first) return texts.window;
    const page = titles[first] ?? texts.not_found;
    return `${title_note.value}${page}${first === 'desk' && name ? `: ${table}` : ''} – ${texts.brand}`;
}

/* A new page begins at its content, for the keyboard too. */
function begin_at_content(): void {
    effect(() => {
        void path.value;
        requestAnimationFrame(focus_content);
    });
}

function Page() {
    const [, first, second, third] = path.value.split('/');
    const name = named(second);
    if (!first) return <LobbyPage />;
    if (first === 'account') return <AccountDoor />;
    if (first === 'lab' && !second) return <LabDoor />;
    if (is_console(first)) return <ConsoleDoor parts={[first, name, named(third)]} />;
    if (first === 'jackpot' && second) return <JackpotPage key={name} name={name} />;
    if (first === 'table' && unknown_tables.value.has(name)) return <NotFound text={texts.no_table} note={texts.no_table_note} />;
    if (first === 'table' && second && !third) return <TablePage key={name} name={name} />;
    if (first === 'table' && third === 'rules') return <RulesPage key={name} name={name} />;
    if (first === 'table' && third === 'history') return <HistoryPage key={name} name={name} />;
    return <NotFound text={texts.not_found} note={texts.not_found_note} />;
}

dress_page();
follow_links();
void find_me();
effect(() => { document.title = title_of(); });
begin_at_content();
const root = document.getElementById('app');
if (root) {
    root.textContent = '';
    render(<><a class="skip" href="#content">{texts.skip}</a><Page /><Toasts /></>, root);
}
