/* consoles.tsx -- the consoles of those who work for the house, loaded as one when any is opened. */
import './players.ts';
import { CagePage } from './cage_page.tsx';
import { SignInFirst } from './console_parts.tsx';
import { DeskList, DeskPage } from './desk_page.tsx';
import { OfficePage } from './office_page.tsx';
import { PitPage } from './pit_page.tsx';
import { ReplayPage } from './pit_replay.tsx';
import { ShiftPage } from './office_shift.tsx';
import { NotFound } from './shell.tsx';
import { me, me_asked } from './state.ts';
import { texts } from './texts.en.ts';

/* Each begins anew when somebody else signs in. */
export function Consoles(props: { parts: string[] }) {
    const [first, second, third] = props.parts;
    if (!me.value) {
        return me_asked.value
            ? <SignInFirst title={texts.consoles[first as keyof typeof texts.consoles]} />
            : <main id="content" class="loading"><p role="status">{texts.loading}</p></main>;
    }
    const key = `${me.value.id} ${second ?? ''}`;
    if (first === 'desk' && !second) return <DeskList key={key} />;
    if (first === 'desk' && second) return <DeskPage key={key} name={second} />;
    if (first === 'pit' && !second) return <PitPage key={key} />;
    if (first === 'pit' && second) return <ReplayPage key={key} name={second} round={third ? Number(third) : null} />;
    if (first === 'cage' && !second) return <CagePage key={key} />;
    if (first === 'office' && !second) return <OfficePage key={key} />;
    if (first === 'office' && second === 'shift' && third) return <ShiftPage key={`${key} ${third}`} number={Number(third)} />;
    return <NotFound text={texts.not_found} note={texts.not_found_note} />;
}
