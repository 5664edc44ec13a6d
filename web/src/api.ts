/* api.ts -- questions over HTTP. An answer is data or a failure that can be shown. */
import { texts } from './texts.en.ts';

export interface Failure {
    status: number;
    reason: string;
    text: string;
    retry_after?: number;
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

async function take<T>(asked: Promise<Response>): Promise<Result<T>> {
    try {
        const response = await asked;
        const body = (await response.json()) as { error?: { reason: string; text: string; retry_after?: number } };
        if (response.ok) return { ok: true, value: body as T };
        const error = body.error ?? { reason: 'failed', text: texts.failed };
        return { ok: false, failure: { status: response.status, ...error } };
    } catch {
        return { ok: false, failure: { status: 0, reason: 'unreachable', text: texts.failed } };
    }
}

export function get<T>(path: string): Promise<Result<T>> {
    return take<T>(fetch(path, { credentials: 'same-origin' }));
}

/* With `within_ms` a network that never answers is a failure then. */
export function post<T>(path: string, body: unknown = {}, within_ms?: number): Promise<Result<T>> {
    return take<T>(fetch(path, {
        method: 'POST', credentials: 'same-origin', body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', 'X-Trey': '1' },
        ...(within_ms === undefined ? {} : { signal: AbortSignal.timeout(within_ms) }),
    }));
}

export const table_path = (name: string) => `/api/tables/${encodeURIComponent(name)}`;
