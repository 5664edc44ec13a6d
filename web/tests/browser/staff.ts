/* staff.ts -- somebody of the house for a test: signs in by the account page as anybody does,
 * and calls over a socket of his own. */
import { expect, type Page } from '@playwright/test';

interface Answer {
    ok: boolean;
    refused?: { reason: string; text: string };
}

export class Staff {
    private constructor(private readonly page: Page, private readonly table: string) {}

    static async sign_in(page: Page, name: string, password: string, table: string): Promise<Staff> {
        await page.goto('/account');
        const form = page.locator('form').filter({ hasText: 'Sign in' });
        await form.getByLabel('Name').fill(name);
        await form.getByLabel('Password').fill(password);
        await form.getByRole('button').click();
        await expect(page.locator('main')).toContainText(`signed in as ${name}`);
        await page.evaluate(async () => {
            const head = { 'X-Trey': '1', 'Content-Type': 'application/json' };
            const { ticket } = (await (await fetch('/api/ticket', { method: 'POST', headers: head, body: '{}' })).json()) as { ticket: string };
            const socket = new WebSocket(`ws://${location.host}/socket?ticket=${ticket}`, 'trey.1');
            await new Promise((open, fail) => { socket.onopen = open; socket.onerror = fail; });
            const waiting = new Map<string, (answer: unknown) => void>();
            socket.onmessage = (event) => {
                const frame = JSON.parse(String(event.data)) as { is: string; id: string };
                if (frame.is === 'answer') waiting.get(frame.id)?.(frame);
            };
            (window as unknown as { tell: (message: object) => Promise<unknown> }).tell = (message) => {
                const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
                return new Promise((answer) => {
                    waiting.set(id, answer);
                    socket.send(JSON.stringify({ id, ...message }));
                });
            };
        });
        return new Staff(page, table);
    }

    async tell(message: object): Promise<Answer> {
        return (await this.page.evaluate((said) => (window as unknown as { tell: (message: object) => Promise<unknown> }).tell(said), message)) as Answer;
    }

    /* A call at the table that must be taken. */
    async call(what: string, more: object = {}): Promise<void> {
        const answer = await this.tell({ do: what, table: this.table, ...more });
        expect(answer.refused?.text ?? 'taken', what).toBe('taken');
    }

    async cards(...all: string[]): Promise<void> {
        for (const card of all) await this.call('card', { cards: [card] });
    }
}
