/* table_page.tsx -- /table/NAME: the felt, the dock, and sheets with rules and settings. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Celebration } from './celebration.tsx';
import { Dock } from './dock.tsx';
import { FairBadge, FairSheet } from './fair_panel.tsx';
import { Felt } from './felt.tsx';
import { listen_keys } from './keys.ts';
import { can_do, deciding, sit_at, type Play } from './play.ts';
import { choose, prefs } from './prefs.ts';
import { Result, spoken_result } from './result.tsx';
import { Ring } from './ring.tsx';
import { RulesView } from './rules_page.tsx';
import { Settings } from './settings.tsx';
import { Banner, Head, Sheet } from './shell.tsx';
import { clock_offset, lobby, look_at_lobby, me, rules_of } from './state.ts';
import { texts } from './texts.en.ts';
import { fetch_faces, spoken_hand } from './cards.tsx';
import { hand_said } from './hands.ts';
import type { View } from './frames.ts';

type SheetName = 'rules' | 'settings' | 'keys' | 'fair' | 'last' | null;

/* True in the last five seconds of a clock that wants something of us. */
function use_last_seconds(view: View): boolean {
    const clock = view.clock && (deciding(view).length > 0 || can_do(view, 'choose') || can_do(view, 'bank')) ? view.clock : null;
    const [late, set_late] = useState(false);
    useEffect(() => {
        set_late(false);
        if (!clock) return;
        const timer = setTimeout(() => set_late(true), Math.max(0, clock.ends - 5000 - (Date.now() + clock_offset.value)));
        return () => clearTimeout(timer);
    }, [clock?.ends]);
    return late && clock !== null;
}

/* What a screen reader is told as the round goes on: that bets are open, the own hand, what the coach
 * says, the last seconds, then the result. */
function Spoken(props: { view: View; play: Play }) {
    const { view, play } = props;
    const late = use_last_seconds(view);
    const mine = me.value?.id ?? null;
    const hands = Object.entries(view.boxes)
        .filter(([, box]) => box.seated === mine && box.viewed && box.cards.every(Boolean) && box.cards.length > 0)
        .map(([seat, box]) => texts.table.hand_of(Number(seat), `${spoken_hand(box.cards)}, ${hand_said(box.hand ?? '', box.cards)}`));
    const coach = prefs.value.coach ? play.coaching.value?.coach : undefined;
    const advice = coach && deciding(view).length > 0 ? [texts.coach.spoken(coach.best, coach.rule)] : [];
    const open = view.phase === 'betting' && view.can.some((can) => can.do === 'bet' || can.do === 'sit') ? [texts.table.open_spoken] : [];
    const said = view.settlement ? spoken_result(view, mine) : [...open, ...hands, ...advice].join('. ');
    return (
        <>
            <p class="spoken" role="status" aria-live="polite">{said}</p>
            <p class="spoken" role="alert">{late ? texts.dock.seconds(5) : ''}</p>
        </>
    );
}

/* A hand that is not shown loses. It is far from everything else that is pressed in a round, only
 * there for those who asked for it in the settings, and asks once more. */
function Muck(props: { view: View; play: Play }) {
    const hide = prefs.value.muck ? can_do(props.view, 'hide') : undefined;
    const [asked, ask] = useState(0);
    if (!hide) return null;
    const muck = () => {
        if (asked === props.view.round) void props.play.do({ do: 'hide', seat: hide.seat });
        else ask(props.view.round);
    };
    return (
        <span class="muck">
            {asked === props.view.round && <span role="alert">{texts.dock.hide_ask}</span>}
            <button type="button" class="press quiet" onClick={muck}>{texts.dock.hide}</button>
        </span>
    );
}

function Keys() {
    return (
        <dl class="keys">
            {texts.keys.list.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
        </dl>
    );
}

function Nav(props: { name: string; open: (sheet: SheetName) => void }) {
    const coach = prefs.value.coach;
    return (
        <>
            <button type="button" class={`head-link coach${coach ? ' on' : ''}`} aria-pressed={coach}
                onClick={() => choose('coach', !coach)}>{texts.nav.coach}</button>
            <button type="button" class="head-link" onClick={() => props.open('rules')}>{texts.nav.rules}</button>
            <a class="head-link" href={`/table/${props.name}/history`}>{texts.nav.history}</a>
            <button type="button" class="head-link wide-only" onClick={() => props.open('keys')}>{texts.nav.keys}</button>
            <button type="button" class="head-link gear" aria-label={texts.nav.settings} onClick={() => props.open('settings')}>⚙</button>
        </>
    );
}

function Sheets(props: { name: string; sheet: SheetName; play: Play; paragraph: string | undefined; close: () => void }) {
    const { sheet, close, name, play } = props;
    const view = play.watched.value.view;
    const last = play.last.value;
    /* The felt is covered, but the time goes on. */
    const clock = view?.clock && deciding(view).length > 0 ? <Ring clock={view.clock} /> : null;
    const shown = { close, note: clock };
    if (sheet === 'rules') return <Sheet title={texts.rules.title} {...shown}><RulesView name={name} level="h3" /></Sheet>;
    if (sheet === 'settings') return <Sheet title={texts.settings.title} {...shown}><Settings /></Sheet>;
    if (sheet === 'keys') return <Sheet title={texts.keys.title} {...shown}><Keys /></Sheet>;
    if (sheet === 'fair' && view) return <Sheet title={texts.fair.title} {...shown}><FairSheet name={name} view={view} /></Sheet>;
    if (sheet === 'last' && last) {
        return (
            <Sheet title={texts.result.last} {...shown}>
                <Result view={last} rules={rules_of(name).value} mine={me.value?.id ?? null} first={props.paragraph} />
            </Sheet>
        );
    }
    return null;
}

export function TablePage(props: { name: string }) {
    const { name } = props;
    const play = useMemo(() => sit_at(name), [name]);
    const [sheet, set_sheet] = useState<SheetName>(null);
    const [paragraph, set_paragraph] = useState<string | undefined>();
    useEffect(() => () => play.stop(), [play]);
    useEffect(() => listen_keys(play, set_sheet), [play]);
    useEffect(() => { if (!lobby.value) void look_at_lobby(); }, []);
    const rules = rules_of(name).value;
    const { view, still } = play.watched.value;
    useEffect(() => { if (view) fetch_faces(); }, [view !== null]);
    const listed = lobby.value?.tables.find((one) => one.table === name);
    const title = listed?.title ?? rules?.title ?? name;
    return (
        <div class="table-page">
            <Head title={title}><Nav name={name} open={set_sheet} /></Head>
            <Banner />
            <main id="content" class="table-main">
                {view
                    ? <>
                        {view.closed && <p class="gate">{texts.table.closed}</p>}
                        {view.gate !== 'none' && <p class="gate" role="status">{texts.gates[view.gate] ?? view.gate}</p>}
                        <Felt view={view} rules={rules} rulebook={rules?.rulebook ?? ''} mine={me.value?.id ?? null} still={still} play={play}
                            note={<><FairBadge view={view} open={() => set_sheet('fair')} /><Muck view={view} play={play} /></>} />
                        <Celebration table={name} view={view} mine={me.value?.id ?? null} still={still} />
                        <Dock view={view} rules={rules} play={play} automatic={rules?.times !== null}
                            open_last={(id) => { set_paragraph(id); set_sheet('last'); }} />
                        <Spoken view={view} play={play} />
                    </>
                    : <p class="loading" role="status">{texts.loading}</p>}
            </main>
            <Sheets name={name} sheet={sheet} play={play} paragraph={paragraph} close={() => set_sheet(null)} />
        </div>
    );
}
