import { createSha256 } from "./sha256";

const partCharacters = 1 << 20;

/** A file that is put together line by line, in parts that the browser may keep on disk, with its SHA-256. */
export function createCsvParts(name: string, { mark = false } = {}) {
  const encoder = new TextEncoder();
  const hash = createSha256();
  const parts: Blob[] = [];
  let text = mark ? "\ufeff" : "";
  let rows = 0;

  function flush() {
    const bytes = encoder.encode(text);
    hash.update(bytes);
    parts.push(new Blob([bytes]));
    text = "";
  }

  const add = (cells: string) => {
    text += `${cells}\r\n`;
    if (text.length > partCharacters) flush();
  };

  return {
    header: add,
    row(cells: string) {
      rows += 1;
      add(cells);
    },
    end() {
      flush();
      return { file: new File(parts, name, { type: "text/csv" }), rows, sha256: hash.digest() };
    },
  };
}
