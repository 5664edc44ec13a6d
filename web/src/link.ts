/* link.ts -- the socket: opened when needed, opened again when lost.
 *
 * After a loss it asks for a new ticket, watches the same tables from where they were
 * seen last, and sends what has no answer yet once more, under the same ids. */
import { signal } from '@preact/signals';
import { post } from './api.ts';
import type { Answer, Frame, Message } from './frames.ts';
import { Liveness, make_id, pause_ms, Queue } from './queue.ts';
import { go } from './router.ts';
import { check_house, see_checkpoint } from './signed.ts';
import { be_somebody, clock_offset, house, lobby, me, play_money, table, take_table, tell } from './state.ts';
import { texts } from './texts.en.ts';

export const link_state = signal<'off' | 'opening' | 'open' | 'lost' | 'ended'>('off');
export const unanswered = signal(0);
export const slow = signal(false); /* the oldest message has had no answer for a while */

const queue = new Queue();
const watching = new Set<string>();
let wants_lobby = false;
const staff_wants = new Set<'pit' | 'cage'>();
export const staff_frames = { pit: signal<unknown>(null), cage: signal<unknown>(null) };
let socket: WebSocket | null = null;
let attempt = 0;
let timer = 0;

/* Close codes after which trying again would be wrong: the session has ended, another
 * version is spoken, or too many windows are open. */
const final_codes = new Set([1008, 4002, 4003, 4004]);

function new_id(): string {
    return make_id(Date.now() + clock_offset.value, crypto.getRandomValues(new Uint8Array(10)));
}

export function send(message: Message): Promise<Answer> {
    return new Promise((settle) => {
        const text = queue.add(new_id(), message, settle, Date.now());
        unanswered.value = queue.size;
        if (link_state.value === 'open') socket?.send(text);
        else void open_link();
    });
}

/* Messages about a connection itself are not kept: a new connection makes its own. */
function say(message: Message): void {
    if (link_state.value === 'open') socket?.send(JSON.stringify({ id: new_id(), ...message }));
}

export function watch(name: string): () => void {
    watching.add(name);
    if (link_state.value === 'open') say_watch(name);
    else void open_link();
    return () => {
        watching.delete(name);
        say({ do: 'unwatch', table: name });
    };
}

function say_watch(name: string): void {
    const { at, view } = table(name).value;
    say(view ? { do: 'watch', table: name, since: at } : { do: 'watch', table: name });
}

export function watch_lobby(): () => void {
    wants_lobby = true;
    if (link_state.value === 'open') say({ do: 'lobby', on: true });
    else void open_link();
    return () => {
        wants_lobby = false;
        say({ do: 'lobby', on: false });
    };
}

/* The pit's or the cage's frames; what is refused is told to `refused`. */
export function watch_staff(what: 'pit' | 'cage', refused: (answer: Answer) => void): () => void {
    staff_wants.add(what);
    void send({ do: what, on: true }).then((answer) => { if (!answer.ok) refused(answer); });
    return () => {
        staff_wants.delete(what);
        staff_frames[what].value = null;
        say({ do: what, on: false });
    };
}

function greet(): void {
    const lost = attempt > 0;
    attempt = 0;
    link_state.value = 'open';
    if (lost) tell(texts.link.back);
    for (const name of watching) say_watch(name);
    if (wants_lobby) say({ do: 'lobby', on: true });
    if (lost) for (const what of staff_wants) say({ do: what, on: true }); /* else it waits among the unanswered */
    for (const text of queue.unanswered()) socket?.send(text);
}

function hear(frame: Frame): void {
    switch (frame.is) {
    case 'welcome':
        me.value = frame.you;
        house.value = frame.house;
        play_money.value = frame.play_money;
        clock_offset.value = frame.time - Date.now();
        void see_checkpoint(frame.checkpoint).then(check_house);
        greet();
        break;
    case 'answer':
        queue.answered(frame);
        unanswered.value = queue.size;
        slow.value = queue.waits_since(Date.now()) > slow_ms;
        break;
    case 'checkpoint':
        void see_checkpoint(frame.checkpoint);
        break;
    case 'you':
        if (me.value) me.value = { ...me.value, chips: frame.chips };
        break;
    case 'lobby':
        lobby.value = frame;
        break;
    case 'table':
        take_table(frame);
        break;
    case 'pit':
    case 'cage':
        staff_frames[frame.is].value = frame;
        break;
    case 'notice':
        tell(frame.text, frame.level);
        break;
    case 'bye':
        tell(frame.text, 'warning');
        break;
    }
}

function lose(): void {
    if (link_state.value === 'ended' || link_state.value === 'off') return;
    link_state.value = 'lost';
    clearTimeout(timer);
    timer = window.setTimeout(() => void open_link(), pause_ms(attempt++, Math.random()));
}

/* The connection is given up without waiting for the other side: a dead network never says
 * goodbye, and closing a socket waits for it. */
function drop(): void {
    const old = socket;
    socket = null;
    if (old) {
        old.onmessage = old.onclose = null;
        old.close();
    }
    lose();
}

function end(): void {
    link_state.value = 'ended';
    queue.give_up('ended', texts.link.ended);
    unanswered.value = 0;
}

let opening = false;

export async function open_link(): Promise<void> {
    if (opening || link_state.value === 'open') return;
    opening = true;
    clearTimeout(timer);
    link_state.value = link_state.value === 'off' ? 'opening' : 'lost';
    const ticket = (await be_somebody()) ? await post<{ ticket: string }>('/api/ticket', {}, 6000) : null;
    opening = false;
    if (!ticket?.ok) {
        if (ticket?.failure.status === 401) me.value = null; /* the session is over: begin another */
        if (ticket?.failure.reason === 'set_up_first') { /* the account page says what, and opens the link then */
            link_state.value = 'off';
            return go('/account');
        }
        return lose();
    }
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const one = new WebSocket(`${scheme}://${location.host}/socket?ticket=${ticket.value.ticket}`, 'trey.1');
    socket = one;
    alive.heard(Date.now());
    one.onmessage = (event) => {
        alive.heard(Date.now());
        if (socket === one) hear(JSON.parse(String(event.data)) as Frame);
    };
    one.onclose = (event) => {
        if (socket !== one) return;
        socket = null;
        if (final_codes.has(event.code)) end();
        else lose();
    };
}

/* A network that dies without a word is noticed by its silence: soon where somebody waits for an
 * answer, and after a while where nobody does. */
const slow_ms = 2000;
const alive = new Liveness();
setInterval(() => {
    const now = Date.now();
    const waits = queue.waits_since(now);
    slow.value = waits > slow_ms;
    if (link_state.value === 'lost' && socket && alive.silent(now) > 8000) return drop(); /* it never opened */
    if (link_state.value !== 'open') return;
    if (alive.dead(now)) drop();
    else if (alive.asks(now, waits > slow_ms)) say({ do: 'ping' });
}, 500);

/* Ends the present connection, because who we are has changed; the next one is as new. */
export function renew_link(): void {
    const old = socket;
    socket = null;
    link_state.value = 'off';
    old?.close(1000);
    queue.give_up('ended', texts.link.ended);
    if (watching.size > 0 || wants_lobby || staff_wants.size > 0) void open_link();
}

addEventListener('offline', () => { if (link_state.value === 'open') drop(); });
addEventListener('online', () => { if (link_state.value === 'lost') void open_link(); });
document.addEventListener('visibilitychange', () => {
    if (!document.hidden && link_state.value === 'lost') void open_link();
});
