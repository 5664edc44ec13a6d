/* build.mjs -- bundles the page into dist/: hashed names, the odds lab's worker and library, the card
 * pictures, licences, brotli and gzip copies.
 *
 *   node build.mjs            dist/
 *   node build.mjs --tests    the unit tests into .built/ instead */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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

/* The pictures of the cards: one file with an <svg> for each card, named after it ("QH"), so that the page has
 * all of them or none. The index and the pips take the colour of the text around them, which makes one
 * file do for two colours and for four. Big indices, so that a card is read at the size of a thumb. */
const suit_colours = { C: 'black', D: 'red', H: 'red', S: 'black' };

/* A tenth of a unit of these drawings is a hundredth of a pixel on the felt; it halves the file. */
function rounded(path) {
    return path.replace(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g, (number, at) => {
        const text = String(Number(Number(number).toFixed(1)) || 0).replace(/^(-?)0\./, '$1.');
        return (/[\d.]/.test(path[at - 1] ?? '') && !text.startsWith('-') ? ' ' : '') + text;
    });
}

function face(name, drawing) {
    return drawing.slice(drawing.indexOf('<svg')).trim()
        .replace(/^<svg[^>]*>/, `<svg id="${name}" viewBox="-120 -168 240 336" preserveAspectRatio="none">`)
        .replace(/<symbol id="[VS][CDHS][2-9TJQKA]".*?<\/symbol>/gs, (symbol) => symbol.replaceAll(`"${suit_colours[name[1]]}"`, '"currentColor"'))
        .replace(/ d="([^"]*)"/g, (_, path) => ` d="${rounded(path)}"`)
        .replaceAll('xlink:href', 'href').replace(/><\/(?:path|rect|use)>/g, '/>');
}

const drawings = at('node_modules/react-free-playing-cards/src/images/2color-bf');
const names = readdirSync(drawings).filter((name) => /^[2-9TJQKA][CDHS]\.svg$/.test(name));
if (names.length !== 52) throw new Error(`expected 52 card pictures in ${drawings}, found ${names.length}`);
const faces = names.map((name) => face(name.slice(0, 2), readFileSync(join(drawings, name), 'utf8')));
const sheet = `<svg xmlns="http://www.w3.org/2000/svg">\n${faces.join('\n')}\n</svg>\n`;
const cards = `cards-${hash(sheet)}.svg`;

rmSync(at('dist'), { recursive: true, force: true });
mkdirSync(at('dist'));
writeFileSync(at('dist', cards), sheet);

/* The library of the odds lab, which its worker loads. */
const library = readFileSync(at('../build/wasm/trey.wasm'));
const wasm = `trey-${hash(library)}.wasm`;
writeFileSync(at('dist', wasm), library);

/* A digit before each hash: the server takes a name for a hash, and lets browsers keep the file for good, only if
 * there is one in it, and one in five of esbuild's has none. */
const common = {
    outdir: at('dist'), entryNames: '[name]-0[hash]', chunkNames: '[name]-0[hash]', bundle: true, minify: true, legalComments: 'none',
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
 * and of the C library in trey.wasm. The card pictures are in the public domain (NOTICE). */
const inputs = [looks, worker, made].flatMap((one) => Object.keys(one.metafile.inputs));
const packages = new Set(inputs.map((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1]).filter((name) => name !== undefined));
const licences = [...packages].sort().map((name) => `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(at('node_modules', name, 'LICENSE'), 'utf8').trim()}\n`);
writeFileSync(at('dist/licences.txt'), [...licences, readFileSync(at('../programs/wasm/LICENCES.txt'), 'utf8')].join('\n\n'));

for (const entry of readdirSync(at('dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(file);
    const packed = {
        br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        gz: gzipSync(bytes, { level: 9, memLevel: 9 }),
    };
    for (const [end, small] of Object.entries(packed)) if (small.length < bytes.length) writeFileSync(`${file}.${end}`, small);
}
