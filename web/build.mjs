/* build.mjs -- bundles the page into dist/: hashed names, the odds lab's worker and library, card
 * pictures, gzip copies.
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

const bundle = (entry, define) => build({
    entryPoints: entry, outdir: at('dist'), entryNames: '[name]-[hash]', bundle: true, minify: true,
    format: 'esm', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', define,
    legalComments: 'none', metafile: true, logLevel: 'warning',
});
const name_in = (made, end) => '/' + Object.keys(made.metafile.outputs).find((name) => name.endsWith(end)).split('/').pop();
const worker = await bundle({ lab_worker: at('src/lab_worker.ts') }, { LAB_WASM: JSON.stringify(`/${wasm}`) });
const made = await bundle({ trey: at('src/main.tsx') },
    { CARDS: JSON.stringify(`/${cards}`), LAB_WORKER: JSON.stringify(name_in(worker, '.js')) });
const named = (end) => name_in(made, end);
const html = readFileSync(at('src/index.html'), 'utf8').replace('{{css}}', named('.css')).replace('{{js}}', named('.js'));
writeFileSync(at('dist/index.html'), html);
cpSync(at('src/icon.svg'), at('dist/icon.svg'));

for (const entry of readdirSync(at('dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(file);
    const small = gzipSync(bytes, { level: 9 });
    if (small.length < bytes.length) writeFileSync(`${file}.gz`, small);
}
