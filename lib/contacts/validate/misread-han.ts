/**
 * Whether a Chinese character and the one behind it, where text was read as GB18030 or Shift JIS by mistake, may be the first
 * bytes of UTF-8: most names begin with others, and need no closer look.
 */
export function mayBeginMisread(code: number, next: number): boolean {
  table ??= createTable();
  const kind = table[code - first] ?? 0;
  if (next < first || next > last) return kind !== 0;
  const kindOfNext = table[next - first] ?? 0;
  return (
    ((kind & whole) !== 0 && (kindOfNext & (whole | begun)) !== 0) ||
    ((kind & begun) !== 0 && (kindOfNext & behind) !== 0)
  );
}

const first = 0x4e00;
const last = 0x9fff;
let table: Uint8Array | undefined;

/** Both bytes are a character of UTF-8; they begin a longer one; the first goes on with one. */
const whole = 1;
const begun = 2;
const behind = 4;

const kindsByLead: readonly (readonly [
  kind: number,
  leads: readonly [number, number],
  nexts: readonly [number, number],
])[] = [
  [whole, [0xc2, 0xdf], [0x80, 0xbf]],
  [begun, [0xe0, 0xf4], [0x80, 0xbf]],
  [behind, [0x81, 0xbf], [0x40, 0xfe]],
];

const lineFeed = 10;

function createTable() {
  const found = new Uint8Array(last - first + 1);
  for (const [kind, [fromLead, toLead], [from, to]] of kindsByLead) {
    const pairs: number[] = [];
    for (let lead = fromLead; lead <= toLead; lead += 1)
      for (let next = from; next <= to; next += 1) pairs.push(lead, next, lineFeed);
    for (const encoding of ["gb18030", "shift_jis"])
      for (const read of new TextDecoder(encoding).decode(Uint8Array.from(pairs)).split("\n")) {
        const code = read.charCodeAt(0);
        if (read.length === 1 && code >= first && code <= last) found[code - first] = (found[code - first] ?? 0) | kind;
      }
  }
  return found;
}
