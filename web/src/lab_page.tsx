/* lab_page.tsx -- /lab: what a rulebook is worth, and what it would be worth if. */
import './players.ts';
import { useEffect } from 'preact/hooks';
import { Controls } from './lab_controls.tsx';
import { Now, PictureView } from './lab_picture.tsx';
import { command_of, to_hash } from './lab_settings.ts';
import { ask_sheet, books, editing, failure, open_lab, restarted, sheet_busy, show, sides, type Side } from './lab_state.ts';
import { Banner, Head } from './shell.tsx';
import { tell } from './state.ts';
import { texts } from './texts.en.ts';
import { lab_texts as t } from './texts_lab.en.ts';

function file_name(side: Side): string {
    const date = new Date().toISOString().slice(0, 10);
    return `trey-${sides.value[side]?.book ?? 'odds'}-${date}.html`;
}

async function save_sheet(side: Side): Promise<void> {
    const page = await ask_sheet(side);
    if (page === null) return;
    const address = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = file_name(side);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/* A page that is opened from here is under the house's own policy, which forbids the style that
 * stands in the sheet itself; so it is handed over as a style sheet of the new page. */
async function open_sheet(side: Side): Promise<void> {
    const opened = window.open('', '_blank');
    const page = await ask_sheet(side);
    if (!opened || page === null) {
        opened?.close();
        if (!opened) tell(t.sheet_blocked, 'warning');
        return;
    }
    const parsed = new DOMParser().parseFromString(page, 'text/html');
    const style = new (opened as unknown as { CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet();
    style.replaceSync([...parsed.querySelectorAll('style')].map((one) => one.textContent).join('\n'));
    const { document: paper } = opened;
    paper.open();
    paper.write('<!doctype html>'); /* an empty page is one of the old kind otherwise */
    paper.close();
    paper.replaceChild(paper.adoptNode(parsed.documentElement), paper.documentElement);
    paper.adoptedStyleSheets = [style];
}

async function copy_link(): Promise<void> {
    try {
        await navigator.clipboard.writeText(`${location.origin}/lab${to_hash(sides.value)}`);
        tell(t.copied);
    } catch {
        tell(t.not_copied, 'warning');
    }
}

/* Which side is turned, and whether there is a second one. */
function Sides() {
    const [first, second] = sides.value;
    if (!first) return null;
    if (!second) return <p><button type="button" class="press" onClick={() => { show([first, first]); editing.value = 1; }}>{t.compare}</button></p>;
    return (
        <div class="lab-sides">
            <fieldset class="pick">
                <legend>{t.sides.pick}</legend>
                <div class="pick-row">
                    {([0, 1] as const).map((side) => (
                        <label key={side} class={editing.value === side ? 'on' : ''}>
                            <input type="radio" name="lab-side" checked={editing.value === side} onChange={() => { editing.value = side; }} />
                            <b class={`side-mark side-${'AB'[side]}`}>{'AB'[side]}</b>&nbsp;{side === 0 ? t.sides.a : t.sides.b}
                        </label>
                    ))}
                </div>
            </fieldset>
            <div class="row">
                <button type="button" class="press" onClick={() => show([second, first])}>{t.swap}</button>
                <button type="button" class="press" onClick={() => show([sides.value[editing.value] ?? first])}>{t.compare_end}</button>
            </div>
        </div>
    );
}

function Take() {
    const side = editing.value;
    const settings = sides.value[side];
    if (!settings) return null;
    return (
        <section class="lab-take">
            <div class="row">
                <button type="button" class="press gold" disabled={sheet_busy.value} onClick={() => void open_sheet(side)}>{t.sheet_open}</button>
                <button type="button" class="press" disabled={sheet_busy.value} onClick={() => void save_sheet(side)}>{t.sheet_save}</button>
                <button type="button" class="press" onClick={() => void copy_link()}>{t.copy}</button>
            </div>
            <p class="quiet" role="status">{sheet_busy.value ? t.sheet_wait : ''}</p>
            <p class="quiet lab-command">{t.command}: <code>{command_of(settings)}</code></p>
        </section>
    );
}

export function LabPage() {
    useEffect(open_lab, []);
    return (
        <div class="page wide lab">
            <Head><a class="head-link" href="/">{texts.nav.lobby}</a></Head>
            <Banner />
            <main id="content">
                <header class="lab-head"><h1>{t.title}</h1><p class="quiet">{t.lead}</p></header>
                {failure.value && <p class="wrong" role="alert">{t.failed}: {failure.value}</p>}
                {restarted.value && <p class="wrong" role="alert">{t.restarted} {t.restarted_why}: <code>{restarted.value}</code></p>}
                {!books.value && !failure.value && <p role="status">{t.loading}</p>}
                {books.value && (
                    <div class="lab-desk">
                        <div class="lab-left panel"><Sides /><Controls side={editing.value} /></div>
                        <div class="lab-right"><Now /><PictureView /><Take /></div>
                    </div>
                )}
            </main>
        </div>
    );
}
