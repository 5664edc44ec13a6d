/* signed_panel.tsx -- what the house has signed, who cosigned it, and a warning that cannot be
 * overlooked where it goes back on it. */
import { useEffect, useState } from 'preact/hooks';
import { read_checkpoint } from './checkpoints.ts';
import { broken_word, check_house, dismiss_warning, signed_now } from './signed.ts';
import { texts } from './texts.en.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const count = new Intl.NumberFormat('en');

export function SignedWarning() {
    const broken = broken_word.value;
    if (!broken) return null;
    const old = read_checkpoint(broken.old);
    const now = read_checkpoint(broken.now);
    return (
        <div class="banner alarm" role="alert">
            <p><b>{texts.signed.warning[broken.fault]}</b></p>
            {old && <p>{texts.signed.had(count.format(old.size), old.root)}</p>}
            {now && <p>{texts.signed.shows(count.format(now.size), now.root)}</p>}
            <p>
                {texts.signed.advice}{' '}
                <button type="button" onClick={() => void navigator.clipboard?.writeText(`${broken.old}\n${broken.now}`)}>{texts.signed.copy}</button>{' '}
                <button type="button" onClick={dismiss_warning}>{texts.signed.dismiss}</button>
            </p>
        </div>
    );
}

export function SignedPanel() {
    const [failed, set_failed] = useState(false);
    useEffect(() => void check_house().catch(() => set_failed(true)), []);
    const now = signed_now.value;
    return (
        <section class="panel signed">
            <h2>{texts.signed.title}</h2>
            <p>{texts.signed.what}</p>
            {!now && <p role="status">{failed ? texts.signed.unreachable : texts.loading}</p>}
            {now && (
                <>
                    <p>{texts.signed.newest(count.format(now.size))} <code>{now.root}</code></p>
                    {now.checked && <p>{texts.signed.leads(now.kept)}</p>}
                    <p>{texts.signed.cosigned(now.cosigners.length)}</p>
                    {now.cosigners.length > 0 && (
                        <ul>{now.cosigners.map((one) => <li key={one.name}>{one.name}, {when.format(one.time * 1000)}{one.signed === 'unchecked' && ` (${texts.signed.unchecked})`}</li>)}</ul>
                    )}
                    <details><summary>{texts.signed.note}</summary><pre>{now.note}</pre></details>
                </>
            )}
        </section>
    );
}
