/* settings.tsx -- the choices of prefs.ts, as a form. */
import { choose, prefs, type Prefs } from './prefs.ts';
import { texts } from './texts.en.ts';

function Pick<K extends 'theme' | 'deck' | 'motion'>(props: { name: K; title: string; options: [Prefs[K], string][] }) {
    return (
        <fieldset class="pick">
            <legend>{props.title}</legend>
            <div class="pick-row">
                {props.options.map(([value, label]) => (
                    <label key={String(value)} class={prefs.value[props.name] === value ? 'on' : ''}>
                        <input type="radio" name={props.name} checked={prefs.value[props.name] === value}
                            onChange={() => choose(props.name, value)} />
                        {label}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

function Switch(props: { name: 'coach' | 'look' | 'share' | 'muck' | 'keys'; title: string; note: string }) {
    return (
        <label class="switch">
            <input type="checkbox" role="switch" checked={prefs.value[props.name]}
                onChange={(event) => choose(props.name, event.currentTarget.checked)} />
            <span class="switch-text">{props.title}<small>{props.note}</small></span>
        </label>
    );
}

export function Settings() {
    const t = texts.settings;
    return (
        <div class="settings">
            <Pick name="theme" title={t.theme} options={[['auto', t.auto], ['light', t.light], ['dark', t.dark]]} />
            <Pick name="deck" title={t.deck} options={[['two', t.two], ['four', t.four]]} />
            <Pick name="motion" title={t.motion} options={[['auto', t.motion_auto], ['off', t.motion_off]]} />
            <Switch name="look" title={t.look} note={t.look_note} />
            <Switch name="coach" title={t.coach} note={t.coach_note} />
            <Switch name="share" title={t.share} note={t.share_note} />
            <Switch name="keys" title={t.keys} note={t.keys_note} />
            <Switch name="muck" title={t.muck} note={t.muck_note} />
        </div>
    );
}
