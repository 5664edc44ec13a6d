/* desk_taking.tsx -- whose desk it is. A dealer who opens the console takes the desk; at a second
 * console he, or a supervisor, may take it over. Given back when the page is left. */
import { useEffect, useRef } from 'preact/hooks';
import { clock_time, Refused, use_acting, type Acting } from './console_parts.tsx';
import type { StaffView } from './console_frames.ts';
import { link_state, send } from './link.ts';
import { me } from './state.ts';
import { staff } from './texts_staff.en.ts';

export interface Taking {
    acting: Acting;
    take(over?: boolean): void;
    give(): void;
}

export function use_desk(name: string, view: StaffView | null): Taking {
    const acting = use_acting();
    const wanted = useRef(me.value?.role === 'dealer');
    const holds = useRef(false);
    const desk = view?.desk;
    const online = link_state.value === 'open';
    const take = (over = false) => {
        wanted.current = true;
        void acting.act({ do: 'desk', table: name, on: true, ...(over ? { over: true } : {}) })
            .then((answer) => { if (!answer.ok) wanted.current = false; });
    };
    /* Whoever opens the console asks for the desk, and is told where somebody else has it. A connection that was
     * lost has left the desk and asks again; one from which it was taken over does not. */
    useEffect(() => {
        if (holds.current && desk && !desk.mine) wanted.current = false;
        if (view && online && wanted.current && !desk?.mine) take();
        holds.current = desk?.mine === true;
    }, [view !== null, online, desk?.person, desk?.mine]);
    useEffect(() => () => { if (holds.current) void send({ do: 'desk', table: name, on: false }); }, [name]);
    const give = () => {
        wanted.current = false;
        void acting.act({ do: 'desk', table: name, on: false });
    };
    return { acting, take, give };
}

export function DeskState(props: { view: StaffView; taking: Taking }) {
    const { view, taking } = props;
    const desk = view.desk ?? null;
    const other = desk !== null && !desk.mine;
    return (
        <div class={`desk-state${other ? ' other' : ''}`} role="status">
            <span>{desk === null ? staff.desk.free : desk.mine ? staff.desk.yours(clock_time.format(desk.since)) : staff.desk.taken(desk.name, clock_time.format(desk.since))}</span>
            {desk === null && <button type="button" class="press" onClick={() => taking.take()}>{staff.desk.take}</button>}
            {desk?.mine && <button type="button" class="press" onClick={taking.give}>{staff.desk.give}</button>}
            {other && <button type="button" class="press" onClick={() => taking.take(true)}>{staff.desk.take_over}</button>}
            <Refused refused={taking.acting.refused} />
        </div>
    );
}
