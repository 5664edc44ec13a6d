/* house.mjs -- the one place that knows which server the browser tests talk to.
 *
 *   TREY_PROGRAM     a `trey`: its `serve` is started with settings of tests/ and a store of its own
 *   TREY_WEB_URL     an address that is served already; then nothing is started
 *
 * Without either the stand-in server of mock/ is started. `tables` maps rulebooks to the names
 * of tables there. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

export const tables = { mbs: 'mbs', rws: 'rws', 'rws-progressive': 'rws-progressive', 'ca-six-card': 'california' };

/* Staff of the tests have a password of their own from the start, but for those of whom the settings say
 * more than name and role. */
const own_password = (name) => `the own words of ${name}`;

function with_passwords(settings, data) {
    const text = readFileSync(beside(settings), 'utf8')
        .replace(/^web: (\S+)/m, (_, path) => `web: ${beside(path)}`)
        .replace(/\{name: (\w+), role: (\w+)\}/g, (_, name, role) => {
            const file = join(data, `password-${name}`);
            writeFileSync(file, `${own_password(name)}\n`, { mode: 0o600 });
            return `{name: ${name}, role: ${role}, password_file: ${file}, once: no}`;
        });
    writeFileSync(join(data, 'settings.yaml'), text);
    return join(data, 'settings.yaml');
}

/* By name: their own, or the first ones that the server has drawn. */
function passwords_in(data) {
    const text = data ? readFileSync(join(data, 'settings.yaml'), 'utf8') : '';
    const own = [...text.matchAll(/name: (\w+), role: \w+, password_file/g)].map(([, name]) => [name, own_password(name)]);
    const file = data ? join(data, 'first-passwords') : '';
    const drawn = data && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split('\t')) : [];
    return Object.fromEntries([...own, ...drawn.map(([name, , password]) => [name, password])]);
}

function spawned(settings) {
    const stdio = ['ignore', 'pipe', 'ignore'];
    if (process.env.TREY_PROGRAM) {
        const data = mkdtempSync(join(tmpdir(), 'trey-web-'));
        const words = ['serve', '--as-root', '--init', '--config', with_passwords(settings, data), '--data', data];
        const child = spawn(process.env.TREY_PROGRAM, words, { stdio });
        return { child, data, tidy: () => rmSync(data, { recursive: true, force: true }) };
    }
    const env = { ...process.env, PORT: '0', MOCK_BETS_MS: '600000', MOCK_DECIDE_MS: '600000', MOCK_STEP_MS: '150', MOCK_PAUSE_MS: '600000' };
    const child = spawn(process.execPath, [beside('../mock/server.mjs')], { env, stdio });
    return { child, tidy() {} };
}

/* Starts it on a port of its own choice: {url, passwords, data, halt, signal, stop}. `passwords` are those of
 * staff; `halt` leaves its store in `data`, `stop` removes it too. */
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
    const passwords = passwords_in(data);
    const halt = async () => { child.kill('SIGTERM'); await ended; };
    const signal = (name) => child.kill(name);
    return { url, passwords, data, halt, signal, stop: async () => { child.kill('SIGCONT'); await halt(); tidy(); } };
}
