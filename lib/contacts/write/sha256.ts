/**
 * SHA-256 of bytes that come in pieces. The browser's own takes only whole files, and only on secure pages; a contact list
 * may be half a gigabyte, and a console on a private network may well be on plain http.
 */
export function createSha256() {
  const state = Uint32Array.from(initial);
  const words = new Uint32Array(64);
  const block = new Uint8Array(64);
  let filled = 0;
  let length = 0;

  function update(bytes: Uint8Array) {
    length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(64 - filled, bytes.length);
      block.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < 64) return;
      compress(state, words, block, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) compress(state, words, bytes, at);
    filled = bytes.length - at;
    block.set(bytes.subarray(at), 0);
  }

  function digest(): string {
    const padding = new Uint8Array((filled < 56 ? 64 : 128) - filled);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setBigUint64(padding.length - 8, BigInt(length) * 8n);
    update(padding);
    return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  return { update, digest };
}

const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);

const rounds = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, from: number) {
  for (let at = 0; at < 16; at++) {
    const start = from + at * 4;
    words[at] =
      ((bytes[start] ?? 0) << 24) |
      ((bytes[start + 1] ?? 0) << 16) |
      ((bytes[start + 2] ?? 0) << 8) |
      (bytes[start + 3] ?? 0);
  }
  for (let at = 16; at < 64; at++) {
    const older = words[at - 15] ?? 0;
    const newer = words[at - 2] ?? 0;
    const low = turn(older, 7) ^ turn(older, 18) ^ (older >>> 3);
    const high = turn(newer, 17) ^ turn(newer, 19) ^ (newer >>> 10);
    words[at] = (words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let at = 0; at < 64; at++) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + (rounds[at] ?? 0) + (words[at] ?? 0)) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}
