/* house.mjs -- the one place that knows which server the browser tests talk to.
 *
 *   TREY_PROGRAM     a `trey`: its `serve` is started with settings of tests/ and a store of its own
 *   TREY_WEB_URL     an address that is served already; then nothing is started
 *
 * Without either the stand-in server of mock/ is started. `tables` maps rulebooks to the names
 * of tables there. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

export const tables = { mbs: 'mbs', rws: 'rws', 'rws-progressive': 'rws-progressive', 'ca-six-card': 'california' };

function spawned(settings) {
    const stdio = ['ignore', 'pipe', 'ignore'];
    if (process.env.TREY_PROGRAM) {
        const data = mkdtempSync(join(tmpdir(), 'trey-web-'));
        const words = ['serve', '--init', '--config', beside(settings), '--data', data];
        const child = spawn(process.env.TREY_PROGRAM, words, { stdio });
        return { child, data, tidy: () => rmSync(data, { recursive: true, force: true }) };
    }
    const env = { ...process.env, PORT: '0', MOCK_BETS_MS: '600000', MOCK_DECIDE_MS: '600000', MOCK_STEP_MS: '150', MOCK_PAUSE_MS: '600000' };
    const child = spawn(process.execPath, [beside('../mock/server.mjs')], { env, stdio });
    return { child, tidy() {} };
}

/* Starts it on a port of its own choice: {url, passwords, data, halt, signal, stop}. Passwords of staff are those
 * that the server draws and shows once; `halt` leaves its store in `data`, `stop` removes it too. */
export async function start_house(settings = 'serve.yaml') {
    if (process.env.TREY_WEB_URL) return { url: process.env.TREY_WEB_URL, passwords: {}, halt: async () => {}, stop: async () => {} };
    const { child, data, tidy } = spawned(settings);
    const ended = new Promise((done) => child.once('exit', done));
    let text = '';
    const url = await new Promise((done, fail) => {
        child.stdout.on('data', (bytes) => {
            text += bytes;
            const found = /https?:\/\/\S+/.exec(text);
            if (found) done(found[0].replace(/\/$/, ''));
        });
        child.once('error', fail);
        child.once('exit', (code) => fail(new Error(`the server ended with ${code} before it named its address`)));
    });
    const shown = [...text.matchAll(/^(\S+), \w+, signs in with the password (\S+)$/gm)];
    const passwords = Object.fromEntries(shown.map(([, name, password]) => [name, password]));
    const halt = async () => { child.kill('SIGTERM'); await ended; };
    const signal = (name) => child.kill(name);
    return { url, passwords, data, halt, signal, stop: async () => { child.kill('SIGCONT'); await halt(); tidy(); } };
}
