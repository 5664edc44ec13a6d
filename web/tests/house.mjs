/* house.mjs -- the one place that knows which server the browser tests talk to.
 *
 *   TREY_WEB_SERVER   a command that serves the page and prints its address on a line of its
 *                     own; without it the stand-in server of mock/ is started
 *   TREY_WEB_URL      an address that is served already; then nothing is started
 *
 * `tables` maps rulebooks to the names of tables there. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const mock = fileURLToPath(new URL('../mock/server.mjs', import.meta.url));

export const tables = JSON.parse(process.env.TREY_WEB_TABLES ?? 'null')
    ?? { mbs: 'mbs', rws: 'rws', 'rws-progressive': 'rws-progressive', 'ca-six-card': 'california' };

/* Starts it on a port of its own choice: {url, stop}. */
export async function start_house(more = {}) {
    if (process.env.TREY_WEB_URL) return { url: process.env.TREY_WEB_URL, stop: async () => {} };
    const command = process.env.TREY_WEB_SERVER;
    const env = { ...process.env, PORT: '0', MOCK_BETS_MS: '20000', MOCK_DECIDE_MS: '20000', MOCK_STEP_MS: '150', MOCK_PAUSE_MS: '3000', ...more };
    const child = command
        ? spawn('/bin/sh', ['-c', `exec ${command}`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
        : spawn(process.execPath, [mock], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise((done, fail) => {
        let text = '';
        child.stdout.on('data', (bytes) => {
            text += bytes;
            const found = /https?:\/\/[^\s"',]+/.exec(text);
            if (found) done(found[0].replace(/\/$/, ''));
        });
        child.once('exit', (code) => fail(new Error(`the server ended with ${code} before it named its address`)));
    });
    const ended = new Promise((done) => child.once('exit', done));
    return { url, stop: async () => { child.kill('SIGTERM'); await ended; } };
}
