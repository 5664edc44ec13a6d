/* console_would.tsx -- what a report or a ruling does, in money: each wager of each box, and by which
 * paragraph. The figures are the server's. */
import { Sum, capital, role_name, words } from './console_parts.tsx';
import type { Effect, Would } from './console_frames.ts';
import type { Rules } from './frames.ts';
import { Paragraphs } from './result.tsx';
import { texts } from './texts.en.ts';
import { staff } from './texts_staff.en.ts';

export function Effects(props: { effects: readonly Effect[]; people: Record<string, string> }) {
    const rows = [...props.effects].sort((a, b) => a.seat - b.seat || a.player - b.player);
    if (rows.length === 0) return <p class="quiet">{staff.would.no_effects}</p>;
    const total = (of: (one: Effect) => number) => rows.reduce((sum, one) => sum + of(one), 0);
    const told = rows.every((one) => one.back !== undefined);
    return (
        <table class="figures effects">
            <thead><tr><th>{staff.would.box}</th><th>{staff.would.player}</th><th>{staff.would.wager}</th>
                <th class="num">{staff.would.staked}</th><th>{staff.would.becomes}</th><th class="num">{staff.would.back}</th></tr></thead>
            <tbody>
                {rows.map((one, i) => (
                    <tr key={i} data-seat={one.seat} data-wager={one.wager}>
                        <td>{one.seat}</td>
                        <td>{props.people[one.player] ?? one.player}</td>
                        <td>{one.wager === undefined ? staff.would.hand : texts.wagers[one.wager] ?? one.wager}</td>
                        <td class="num"><Sum cents={one.staked} /></td>
                        <td class={one.becomes === 'lost' || one.becomes === 'lose' ? 'lost' : ''}>{staff.becomes[one.becomes] ?? words(one.becomes)}</td>
                        <td class="num"><Sum cents={one.back ?? null} /></td>
                    </tr>
                ))}
            </tbody>
            <tfoot><tr><td colSpan={3}>{staff.would.total}</td><td class="num"><Sum cents={total((one) => one.staked)} /></td><td />
                <td class="num"><Sum cents={told ? total((one) => one.back ?? 0) : null} /></td></tr></tfoot>
        </table>
    );
}

export function remedy_words(one: { remedy: string; also?: string }): string {
    return capital(one.also && one.also !== 'nothing' ? staff.would.and(words(one.remedy), words(one.also)) : words(one.remedy));
}

export function WouldView(props: { would: Would; rules: Rules | null; people: Record<string, string> }) {
    const { would, rules, people } = props;
    return (
        <section class="would" aria-label={staff.would.title} aria-live="polite">
            <h3>{remedy_words(would)} <Paragraphs ids={would.paragraphs} rules={rules} /></h3>
            {would.text && <p>{texts.refused(would.text.replace(/\.$/, ''))}</p>}
            {would.decides && <p class="decides">{staff.would.decides(role_name(would.decides))}</p>}
            {would.two && <p class="decides">{staff.second.would}</p>}
            <Effects effects={would.effects} people={people} />
        </section>
    );
}
