/* jackpot_page.tsx -- /jackpot/NAME: one number for the whole room, read at ten metres. */
import { Counter } from './counter.tsx';
import { use_lobby } from './lobby_page.tsx';
import { money } from './money.ts';
import { lobby } from './state.ts';
import { texts } from './texts.en.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function JackpotPage(props: { name: string }) {
    use_lobby();
    const one = lobby.value?.jackpots.find((each) => each.name === props.name);
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
    return (
        <main id="content" class={`wall${waiting ? ' hit' : ''}`}>
            <p class="wall-kind">{texts.jackpot.title}</p>
            <h1>{one.name}</h1>
            <p class="wall-value" style={{ '--digits': String(money(one.value).length) }}>{one.down ? texts.jackpot.down : <Counter value={one.value} />}</p>
            {waiting && <p class="wall-hit" role="status">{texts.jackpot.waiting(waiting.name)} {money(waiting.value)}</p>}
            <section class="wall-last" aria-label={texts.jackpot.last}>
                <h2>{texts.jackpot.last}</h2>
                {one.last.length === 0 && <p>{texts.jackpot.none_yet}</p>}
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
