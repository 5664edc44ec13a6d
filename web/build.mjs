/* build.mjs -- bundles the page into dist/: hashed names, the odds lab's worker and library, card
 * pictures, licences, gzip copies.
 *
 *   node build.mjs            dist/
 *   node build.mjs --tests    the unit tests into .built/ instead */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const at = (...parts) => join(here, ...parts);
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

if (process.argv.includes('--tests')) {
    rmSync(at('.built'), { recursive: true, force: true });
    const tests = readdirSync(at('tests/unit')).filter((name) => name.endsWith('.test.ts'));
    await build({
        entryPoints: tests.map((name) => at('tests/unit', name)), outdir: at('.built'), outExtension: { '.js': '.mjs' },
        bundle: true, format: 'esm', platform: 'node', target: 'node18', logLevel: 'warning',
    });
    process.exit(0);
}

/* The pictures of one deck: big indices, so that a card is read at the size of a thumb. */
const decks = { two: '2color-bf', four: '4color-bf' };
const pictures = at('node_modules/react-free-playing-cards/src/images');
const faces = (set) => readdirSync(join(pictures, set)).filter((name) => /^[2-9TJQKA][CDHS]\.svg$/.test(name));
const all = Object.values(decks).flatMap((set) => faces(set).map((name) => readFileSync(join(pictures, set, name))));
if (all.length !== 104) throw new Error(`expected 104 card pictures in ${pictures}, found ${all.length}`);
const cards = `cards-${hash(Buffer.concat(all))}`;

rmSync(at('dist'), { recursive: true, force: true });
for (const [deck, set] of Object.entries(decks)) {
    mkdirSync(at('dist', cards, deck), { recursive: true });
    for (const name of faces(set)) cpSync(join(pictures, set, name), at('dist', cards, deck, name));
}

/* The library of the odds lab, which its worker loads. */
const library = readFileSync(at('../build/wasm/trey.wasm'));
const wasm = `trey-${hash(library)}.wasm`;
writeFileSync(at('dist', wasm), library);

const common = {
    outdir: at('dist'), entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', bundle: true, minify: true, legalComments: 'none',
    metafile: true, logLevel: 'warning',
};
const named_in = (made, entry, end) => '/' + Object.entries(made.metafile.outputs)
    .find(([name, one]) => name.endsWith(end) && (one.entryPoint ?? '').endsWith(entry))[0].split('/').pop();

/* Players never load the scripts and looks of consoles and lab: those come when somebody opens one. */
const looks = await build({ ...common, entryPoints: { consoles: at('src/css/consoles.css'), lab: at('src/css/lab.css') } });
const worker = await build({
    ...common, entryPoints: { lab_worker: at('src/lab_worker.ts') }, format: 'esm', target: 'es2022',
    define: { LAB_WASM: JSON.stringify(`/${wasm}`) },
});
const made = await build({
    ...common, entryPoints: { trey: at('src/main.tsx') }, splitting: true, format: 'esm', target: 'es2022', jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
        CARDS: JSON.stringify(`/${cards}`), CONSOLE_LOOKS: JSON.stringify(named_in(looks, 'consoles.css', '.css')),
        LAB_LOOKS: JSON.stringify(named_in(looks, 'lab.css', '.css')),
        LAB_WORKER: JSON.stringify(named_in(worker, 'lab_worker.ts', '.js')),
    },
});
const styles = '/' + Object.keys(made.metafile.outputs).find((name) => name.endsWith('.css')).split('/').pop();
const shared = Object.values(made.metafile.outputs).find((one) => (one.entryPoint ?? '').endsWith('main.tsx')).imports
    .filter((one) => one.kind === 'import-statement').map((one) => `<link rel="modulepreload" href="/${one.path.split('/').pop()}">`);
const html = readFileSync(at('src/index.html'), 'utf8').replace('{{css}}', styles).replace('{{shared}}', shared.join('\n'))
    .replace('{{js}}', named_in(made, 'main.tsx', '.js'));
writeFileSync(at('dist/index.html'), html);
cpSync(at('src/icon.svg'), at('dist/icon.svg'));

/* The licences of all that is in there and not ours, as they want it: of each package of the bundle,
 * and of the C library in trey.wasm. */
const inputs = [looks, worker, made].flatMap((one) => Object.keys(one.metafile.inputs));
const packages = new Set(inputs.map((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1]).filter((name) => name !== undefined));
const licences = [...packages].sort().map((name) => `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(at('node_modules', name, 'LICENSE'), 'utf8').trim()}\n`);
writeFileSync(at('dist/licences.txt'), [...licences, readFileSync(at('../programs/wasm/LICENCES.txt'), 'utf8')].join('\n\n'));

for (const entry of readdirSync(at('dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(file);
    const small = gzipSync(bytes, { level: 9, memLevel: 9 });
    if (small.length < bytes.length) writeFileSync(`${file}.gz`, small);
}
