/* hashes.ts -- SHA-256 and the ChaCha20 stream, by hand.
 *
 * The browser's own crypto exists only on secure pages, and a cardroom's network may well
 * be plain HTTP; besides, whoever checks a house should not need to trust its pages for
 * more than is readable here. Both follow their published descriptions (FIPS 180-4; the
 * original ChaCha with a 64-bit counter and a 64-bit nonce). */

const K = new Uint32Array(64);
const H = new Uint32Array(8);

/* The constants are the first 32 bits of the fractional parts of cube and square roots of
 * primes; they are computed, not pasted. Whole-number roots keep every bit exact. */
function root_bits(prime: number, degree: 2 | 3): number {
    const wanted = BigInt(prime) << (degree === 2 ? 64n : 96n);
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
        const middle = (low + high) >> 1n;
        const power = degree === 2 ? middle * middle : middle * middle * middle;
        if (power <= wanted) low = middle;
        else high = middle;
    }
    return Number(low & 0xffffffffn);
}

(function fill_constants() {
    let found = 0;
    for (let n = 2; found < 64; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
        if (!prime) continue;
        K[found] = root_bits(n, 3);
        if (found < 8) H[found] = root_bits(n, 2);
        found++;
    }
})();

const rotate_right = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function compress(state: Uint32Array, block: DataView, offset: number): void {
    const w = new Uint32Array(64);
    for (let i = 0; i < 16; i++) w[i] = block.getUint32(offset + 4 * i);
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15]!;
        const b = w[i - 2]!;
        const s0 = rotate_right(a, 7) ^ rotate_right(a, 18) ^ (a >>> 3);
        const s1 = rotate_right(b, 17) ^ rotate_right(b, 19) ^ (b >>> 10);
        w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
        number, number, number, number, number, number, number, number,
    ];
    for (let i = 0; i < 64; i++) {
        const s1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
        const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
        const s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
        const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + one) | 0;
        d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i]! + word) | 0; });
}

export function sha256(bytes: Uint8Array): Uint8Array {
    const padded = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
    const state = H.slice();
    for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset);
    const out = new Uint8Array(32);
    const words = new DataView(out.buffer);
    state.forEach((word, i) => words.setUint32(4 * i, word));
    return out;
}

const rotate_left = (x: number, n: number) => (x << n) | (x >>> (32 - n));

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
    x[a] = x[a]! + x[b]!; x[d] = rotate_left(x[d]! ^ x[a]!, 16);
    x[c] = x[c]! + x[d]!; x[b] = rotate_left(x[b]! ^ x[c]!, 12);
    x[a] = x[a]! + x[b]!; x[d] = rotate_left(x[d]! ^ x[a]!, 8);
    x[c] = x[c]! + x[d]!; x[b] = rotate_left(x[b]! ^ x[c]!, 7);
}

/* `count` bytes of the stream under this key, with a nonce of zeros, from block zero. */
export function chacha20(key: Uint8Array, count: number): Uint8Array {
    const start = new Uint32Array(16);
    const text = new TextEncoder().encode('expand 32-byte k');
    const words = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < 4; i++) start[i] = words(text).getUint32(4 * i, true);
    for (let i = 0; i < 8; i++) start[4 + i] = words(key).getUint32(4 * i, true);
    const out = new Uint8Array(Math.ceil(count / 64) * 64);
    const into = words(out);
    for (let block = 0; 64 * block < count; block++) {
        start[12] = block;
        const x = start.slice();
        for (let round = 0; round < 10; round++) {
            quarter(x, 0, 4, 8, 12); quarter(x, 1, 5, 9, 13);
            quarter(x, 2, 6, 10, 14); quarter(x, 3, 7, 11, 15);
            quarter(x, 0, 5, 10, 15); quarter(x, 1, 6, 11, 12);
            quarter(x, 2, 7, 8, 13); quarter(x, 3, 4, 9, 14);
        }
        for (let i = 0; i < 16; i++) into.setUint32(64 * block + 4 * i, (x[i]! + start[i]!) >>> 0, true);
    }
    return out.slice(0, count);
}

export function to_hex(bytes: Uint8Array): string {
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/* Null for text that is not whole bytes in hex. */
export function from_hex(text: string): Uint8Array | null {
    if (text.length % 2 !== 0 || /[^0-9a-fA-F]/.test(text)) return null;
    const bytes = new Uint8Array(text.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
    return bytes;
}
