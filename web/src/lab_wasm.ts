/* lab_wasm.ts -- the library in a module of WebAssembly, and the little of WASI that it needs.
 *
 * A question is a command line of `trey odds`; the answer is its JSON, or what it would say on
 * standard error. The module does no input or output: of WASI only writing to standard error
 * and the end of a program mean something here, whatever else is called fails as on a machine
 * without files. */
export interface Answer {
    ok: boolean;
    text: string; /* JSON, a page, or what is wrong */
    grid?: Uint8Array;
}

export interface Library {
    books(): string;
    odds(words: readonly string[], sample: boolean): Answer;
    warm(words: readonly string[]): boolean; /* a part of what they need; true while there is more */
    sheet(date: string, words: readonly string[]): Answer;
}

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    lab_words(): number;
    lab_text(): number;
    lab_length(): number;
    lab_grid(): number;
    lab_books(): number;
    lab_odds(length: number, sample: number): number;
    lab_warm(length: number): number;
    lab_sheet(length: number): number;
}

const words_room = 16 * 1024; /* LAB_WORDS_ROOM in lab_module.h */
const grid_bytes = 13 ** 4 * 2; /* LAB_GRID_BYTES */
const bad_file = 8; /* EBADF of WASI */

/* What is written to standard error is collected in `said`. */
function wasi(memory: () => WebAssembly.Memory, said: { text: string }): Record<string, (...numbers: number[]) => number> {
    const read = new TextDecoder();
    const none = () => bad_file;
    return {
        fd_close: none, fd_fdstat_get: none, fd_fdstat_set_flags: none, fd_prestat_get: none,
        fd_prestat_dir_name: none, fd_read: none, fd_seek: none, path_open: none,
        fd_write(_file = 0, pieces = 0, count = 0, written = 0) {
            const view = new DataView(memory().buffer);
            let all = 0;
            for (let i = 0; i < count; i++) {
                const from = view.getUint32(pieces + 8 * i, true);
                const length = view.getUint32(pieces + 8 * i + 4, true);
                said.text += read.decode(new Uint8Array(memory().buffer, from, length));
                all += length;
            }
            view.setUint32(written, all, true);
            return 0;
        },
        proc_exit(status = 0) {
            throw new Error(said.text || `the library ended with ${status}`);
        },
    };
}

export async function open_library(module: WebAssembly.Module): Promise<Library> {
    const said = { text: '' };
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi(() => lab.memory, said) });
    const lab = instance.exports as unknown as Exports;
    lab._initialize();

    const told = () => new TextDecoder().decode(new Uint8Array(lab.memory.buffer, lab.lab_text(), lab.lab_length()));
    const wrong = () => ({ ok: false, text: said.text.trim().replace(/^trey odds: /gm, '') });
    const put = (words: readonly string[]) => {
        const bytes = new TextEncoder().encode(words.map((word) => `${word.replaceAll('\0', '')}\0`).join(''));
        said.text = '';
        if (bytes.length > words_room) return -1;
        new Uint8Array(lab.memory.buffer).set(bytes, lab.lab_words());
        return bytes.length;
    };
    const too_many = { ok: false, text: 'too many settings at once' };
    return {
        books() {
            lab.lab_books();
            return told();
        },
        odds(words, sample) {
            const length = put(words);
            if (length < 0) return too_many;
            if (lab.lab_odds(length, Number(sample)) !== 0) return wrong();
            return { ok: true, text: told(), grid: new Uint8Array(lab.memory.buffer, lab.lab_grid(), grid_bytes).slice() };
        },
        warm(words) {
            const length = put(words);
            return length >= 0 && lab.lab_warm(length) === 1;
        },
        sheet(date, words) {
            const length = put([date, ...words]);
            if (length < 0) return too_many;
            return lab.lab_sheet(length) === 0 ? { ok: true, text: told() } : wrong();
        },
    };
}
