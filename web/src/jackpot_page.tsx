/* jackpot_page.tsx -- /jackpot/NAME: one number for the whole room, read at ten metres. */
import { useEffect, useState } from 'preact/hooks';
import { Coins } from './celebration.tsx';
import { Counter } from './counter.tsx';
import type { Award } from './frames.ts';
import { use_lobby } from './lobby_page.tsx';
import { money } from './money.ts';
import { clock_offset, lobby } from './state.ts';
import { texts } from './texts.en.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/* A hit that was paid within the last minute: the room goes on celebrating. */
const fresh_ms = 60_000;

function use_fresh(award: Award | undefined): Award | undefined {
    const [, look_again] = useState(0);
    const left = award ? award.time + fresh_ms - (Date.now() + clock_offset.value) : 0;
    useEffect(() => {
        if (left <= 0) return;
        const timer = setTimeout(() => look_again((n) => n + 1), left + 50);
        return () => clearTimeout(timer);
    }, [award?.time]);
    return left > 0 ? award : undefined;
}

export function JackpotPage(props: { name: string }) {
    use_lobby();
    const one = lobby.value?.jackpots.find((each) => each.name === props.name);
    const fresh = use_fresh(one?.last[0]);
    const title = (table: string) => lobby.value?.tables.find((each) => each.table === table)?.title ?? table;
    if (!one) {
        return (
            <main id="content" class="wall">
                <h1>{lobby.value ? texts.jackpot.missing : texts.loading}</h1>
                <a href="/">{texts.to_lobby}</a>
            </main>
        );
    }
    const waiting = one.waiting[0];
    const hit = waiting ?? fresh;
    const value = hit?.value ?? one.value;
    return (
        <main id="content" class={`wall${hit ? ' hit' : ''}`}>
            {hit && <><span class="rays" aria-hidden="true" /><Coins count={44} /></>}
            <p class="wall-kind">{hit ? texts.jackpot.at(title(hit.table), hit.seat) : texts.jackpot.title}</p>
            <h1>{one.name}</h1>
            {hit && <p class="wall-hit" role="status">{texts.jackpot.waiting(hit.name)}</p>}
            <p class="wall-value" style={{ '--digits': String(money(value).length) }}>{one.down && !hit ? texts.jackpot.down : <Counter key={hit ? 'hit' : 'meter'} value={value} />}</p>
            {hit && <p class="wall-again" role="status">{waiting ? texts.jackpot.checking : texts.jackpot.paid} {texts.jackpot.again(money(one.reset))}.</p>}
            <section class="wall-last" aria-label={texts.jackpot.last}>
                {(one.last.length > 0 || !hit) && <h2>{texts.jackpot.last}</h2>}
                {one.last.length === 0 && !hit && <p>{texts.jackpot.none_yet}</p>}
                <ol>
                    {one.last.slice(0, 4).map((hit) => (
                        <li key={hit.time}>
                            <b>{money(hit.value)}</b><span>{hit.name}</span>
                            <small>{texts.jackpot.at(title(hit.table), hit.seat)} · {when.format(hit.time)}</small>
                        </li>
                    ))}
                </ol>
            </section>
            <a class="wall-back" href="/">{texts.to_lobby}</a>
        </main>
    );
}
