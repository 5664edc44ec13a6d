/* lobby_page.tsx -- /: every table as a card that invites, and the jackpots large. */
import { useEffect } from 'preact/hooks';
import { Counter } from './counter.tsx';
import type { Cents, Jackpot, LobbyTable } from './frames.ts';
import { watch_lobby } from './link.ts';
import { money } from './money.ts';
import { Banner, Head } from './shell.tsx';
import { lobby, look_at_lobby, me } from './state.ts';
import { texts } from './texts.en.ts';

/* Whoever is somebody gets frames; others look by asking now and then. */
export function use_lobby(): void {
    const known = me.value !== null;
    useEffect(() => {
        if (known) return watch_lobby();
        void look_at_lobby();
        const timer = setInterval(() => void look_at_lobby(), 3000);
        return () => clearInterval(timer);
    }, [known]);
}

/* Where a newcomer is best sent: an open table that has a seat, the cheapest first. */
export function first_table(tables: readonly LobbyTable[]): LobbyTable | undefined {
    const open = tables.filter((one) => !one.closed && one.seated < one.positions);
    return [...open].sort((a, b) =>
        Number(b.automatic) - Number(a.automatic) || (a.limits.ante?.[0] ?? 0) - (b.limits.ante?.[0] ?? 0))[0];
}

function Seats(props: { one: LobbyTable }) {
    const { positions, seated } = props.one;
    return (
        <span class="seats">
            <span class="seat-dots" aria-hidden="true">
                {Array.from({ length: positions }, (_, i) => <i key={i} class={i < seated ? 'taken' : ''} />)}
            </span>
            {texts.lobby.seats_free(Math.max(0, positions - seated))}
        </span>
    );
}

function TableCard(props: { one: LobbyTable; named: boolean; meter: Cents | null }) {
    const { one, named, meter } = props;
    const ante = one.limits.ante;
    return (
        <li>
            <a class={`table-card book-${one.rulebook}`} href={`/table/${encodeURIComponent(one.table)}`}>
                <span class="table-card-felt" aria-hidden="true">
                    {meter !== null && <span class="table-card-meter">{money(meter)}</span>}
                    <span class="arc">{Array.from({ length: one.positions }, (_, i) => (
                        <i key={i} style={{ '--x': String(one.positions > 1 ? (2 * i) / (one.positions - 1) - 1 : 0) }} class={i < one.seated ? 'taken' : ''} />
                    ))}</span>
                </span>
                <span class="table-card-text">
                    <span class="table-card-title">{one.title}{named && <small>{one.table}</small>}</span>
                    <span class="table-card-book">{texts.books[one.rulebook] ?? one.rulebook}</span>
                    <span class="table-card-facts">
                        {ante && <span>{texts.lobby.ante(money(ante[0]), money(ante[1]))}</span>}
                        <Seats one={one} />
                    </span>
                    <span class="table-card-foot">
                        <span class={`phase ${one.closed ? 'closed' : ''}`}>{one.closed ? texts.lobby.closed : texts.phases[one.phase] ?? one.phase}</span>
                        <span class="go">{texts.lobby.sit_down} →</span>
                    </span>
                </span>
            </a>
        </li>
    );
}

/* Several tables of one kind are told apart by their names. */
function twins(one: LobbyTable, tables: readonly LobbyTable[]): boolean {
    return tables.filter((other) => other.title === one.title).length > 1;
}

/* A table hears of a meter that it shares when it opens a round; the jackpot knows it now. */
function meter_of(one: LobbyTable, jackpots: readonly Jackpot[]): Cents | null {
    return jackpots.find((jackpot) => jackpot.name === one.jackpot)?.value ?? one.meter;
}

function JackpotCard(props: { one: Jackpot }) {
    const { one } = props;
    const last = one.last[0];
    const hit = one.waiting[0];
    return (
        <li>
            <a class={`jackpot-card${hit ? ' hit' : ''}`} href={`/jackpot/${encodeURIComponent(one.name)}`}>
                <span class="jackpot-name">{one.name}</span>
                <Counter value={one.value} class="jackpot-value" />
                <span class="jackpot-last">{hit ? `${texts.jackpot.waiting(hit.name)} ${money(hit.value)}` : last ? `${texts.jackpot.last}: ${last.name}, ${money(last.value)}` : texts.jackpot.none_yet}</span>
                <span class="spoken">{texts.lobby.show}</span>
            </a>
        </li>
    );
}

export function LobbyPage() {
    use_lobby();
    const now = lobby.value;
    const first = now ? first_table(now.tables) : undefined;
    return (
        <div class="page lobby">
            <Head><a class="head-link" href="/lab">{texts.nav.lab}</a></Head>
            <Banner />
            <main id="content">
                <section class="hero">
                    <h1>{texts.lobby.title}</h1>
                    <p>{texts.lobby.lead}</p>
                    <p class="hero-go">
                        {first
                            ? <a class="press gold big" href={`/table/${encodeURIComponent(first.table)}`}>{texts.lobby.play_now}</a>
                            : <span class="press gold big" aria-disabled="true">{texts.lobby.play_now}</span>}
                        {now && now.people > 0 && <span class="people">{texts.lobby.people(now.people)}</span>}
                    </p>
                </section>
                {now && now.jackpots.length > 0 && (
                    <section>
                        <h2>{texts.lobby.jackpots}</h2>
                        <ul class="jackpots">{now.jackpots.map((one) => <JackpotCard key={one.name} one={one} />)}</ul>
                    </section>
                )}
                <section>
                    <h2>{texts.lobby.tables}</h2>
                    {now === null && <p role="status">{texts.loading}</p>}
                    {now && now.tables.length === 0 && <p>{texts.lobby.none}</p>}
                    <ul class="tables">{(now?.tables ?? []).map((one) => <TableCard key={one.table} one={one} named={twins(one, now?.tables ?? [])} meter={meter_of(one, now?.jackpots ?? [])} />)}</ul>
                </section>
            </main>
        </div>
    );
}
