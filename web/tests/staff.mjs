/* staff.mjs -- somebody of the house: signs in by the account page as anybody does, and calls over
 * a socket of his own. */

/* Opens a socket in the page and leaves `tell(message)` there, which gives the answer. */
async function open_socket() {
    const head = { 'X-Trey': '1', 'Content-Type': 'application/json' };
    const { ticket } = await (await fetch('/api/ticket', { method: 'POST', headers: head, body: '{}' })).json();
    const socket = new WebSocket(`ws://${location.host}/socket?ticket=${ticket}`, 'trey.1');
    await new Promise((open, fail) => { socket.onopen = open; socket.onerror = fail; });
    const waiting = new Map();
    socket.onmessage = (event) => {
        const frame = JSON.parse(String(event.data));
        if (frame.is === 'answer') waiting.get(frame.id)?.(frame);
    };
    window.tell = (message) => {
        const bytes = crypto.getRandomValues(new Uint8Array(16));
        const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        return new Promise((answer) => {
            waiting.set(id, answer);
            socket.send(JSON.stringify({ id, ...message }));
        });
    };
}

export class Staff {
    constructor(page, table) {
        this.page = page;
        this.table = table;
    }

    static async sign_in(page, name, password, table) {
        await page.goto('/account');
        const form = page.locator('form').filter({ hasText: 'Sign in' });
        await form.getByLabel('Name').fill(name);
        await form.getByLabel('Password').fill(password ?? '');
        await form.getByRole('button').click();
        await page.locator('.badge').getByText(name).waitFor(); /* he has landed at his console */
        await page.evaluate(open_socket);
        return new Staff(page, table);
    }

    /* The server's answer to any message. */
    tell(message) {
        return this.page.evaluate((said) => window.tell(said), message);
    }

    /* A call at the table that must be taken. */
    async call(what, more = {}) {
        const answer = await this.tell({ do: what, table: this.table, ...more });
        if (!answer.ok) throw new Error(`${what} was refused: ${answer.refused.text}`);
    }

    async cards(...all) {
        for (const card of all) await this.call('card', { cards: [card] });
    }
}
