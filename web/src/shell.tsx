/* shell.tsx -- what stands around every page: the head, banners, notices, side sheets. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { consoles_of, is_staff } from './console_roles.ts';
import { link_state, open_link, unanswered } from './link.ts';
import { Counter } from './counter.tsx';
import { SignedWarning } from './signed_panel.tsx';
import { path } from './router.ts';
import { me, toasts } from './state.ts';
import { texts } from './texts.en.ts';

export function Head(props: { title?: string; children?: ComponentChildren }) {
    return (
        <><header class="head">
            <a class="brand" href="/" aria-label={`${texts.brand}, ${texts.nav.lobby}`}><span class="brand-mark" aria-hidden="true">♠</span><span class="brand-name">{texts.brand}</span></a>
            {props.title && <h1 class="head-title">{props.title}</h1>}
            <nav class="head-nav" aria-label={texts.nav.main}>{props.children}<ConsoleLinks /></nav>
            {me.value && is_staff(me.value) && (
                <a class="badge" href="/account"><b>{me.value.name}</b><small>{texts.roles[me.value.role] ?? me.value.role}</small></a>
            )}
            {me.value && !is_staff(me.value) && (
                <a class="purse" href="/account">
                    <span class="spoken">{texts.nav.chips}</span><span class="purse-mark" aria-hidden="true" /><Counter value={me.value.chips} class="purse-sum" />
                </a>
            )}
            {!me.value && <a class="head-link" href="/account">{texts.account.sign_in}</a>}
        </header><SignedWarning /></>
    );
}

/* The consoles that fit the role; what they may do there is the house's to say. */
function ConsoleLinks() {
    return (
        <>
            {consoles_of(me.value).map((one) => (
                <a key={one.path} class="head-link console-link" href={one.path}
                    aria-current={path.value.split('/')[1] === one.path.slice(1) ? 'page' : undefined}>{one.title}</a>
            ))}
        </>
    );
}

export function Banner() {
    const state = link_state.value;
    if (state === 'lost') {
        return (
            <div class="banner" role="status">
                {texts.link.lost} {unanswered.value > 0 && texts.link.unanswered(unanswered.value)}
            </div>
        );
    }
    if (state === 'ended') {
        return (
            <div class="banner" role="status">
                {texts.link.ended} <button type="button" onClick={() => { link_state.value = 'off'; void open_link(); }}>{texts.link.again}</button>
            </div>
        );
    }
    return null;
}

/* In the place of a page that there is not: what is missing, and a way out. */
export function NotFound(props: { text: string; note: string }) {
    return (
        <div class="page">
            <Head><a class="head-link" href="/">{texts.nav.lobby}</a></Head>
            <main id="content" class="missing">
                <span class="missing-cards" aria-hidden="true"><i /><i /><i /></span>
                <h1>{props.text}</h1>
                <p class="quiet">{props.note}</p>
                <p><a class="press gold" href="/">{texts.to_lobby}</a></p>
            </main>
        </div>
    );
}

export function Toasts() {
    return (
        <div class="toasts" role="status" aria-live="polite">
            {toasts.value.map((one) => <p key={one.key} class={`toast ${one.level}`}>{one.text}</p>)}
        </div>
    );
}

/* A sheet from the side, on a narrow screen from below; Escape and a click beside close it. */
export function Sheet(props: { title: string; close: () => void; note?: ComponentChildren; children: ComponentChildren }) {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog.current?.showModal();
        return () => dialog.current?.close();
    }, []);
    return (
        <dialog class="sheet" ref={dialog} aria-label={props.title} onClose={props.close}
            onClick={(event) => { if (event.target === dialog.current) props.close(); }}>
            <div class="sheet-in">
                <header class="sheet-head">
                    <h2>{props.title}</h2>
                    {props.note}
                    <button type="button" class="icon" aria-label={texts.close} onClick={props.close}>×</button>
                </header>
                <div class="sheet-body" tabIndex={0} role="region" aria-label={props.title}>{props.children}</div>
            </div>
        </dialog>
    );
}
