import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readList } from "./read-list";

const text = `phone_number,name\r\n${Array.from({ length: 5000 }, (_, at) => `+4930${1_000_000 + at},"Zoë ${at}\nB"`).join("\r\n")}\r\n`;

test("a list is read once: rows, bytes and SHA-256", async () => {
  const file = new Blob([text]);
  const read: number[] = [];
  const list = await readList(file, { onProgress: (bytes) => read.push(bytes) });
  expect(list).toMatchObject({
    rows: 5000,
    bytes: file.size,
    sha256: createHash("sha256").update(text).digest("hex"),
  });
  expect(list.preview[0]).toEqual({ line: 2, cells: ["+49301000000", "Zoë 0\nB"] });
  expect(read.at(-1)).toBe(file.size);
});

test("a byte order mark is no part of the first column", async () => {
  const list = await readList(new Blob([`\ufeff${text}`]), { onProgress: () => undefined });
  expect(list.rows).toBe(5000);
});

test("text that stops being UTF-8 is refused", async () => {
  const file = new Blob([text, Uint8Array.of(0xfc, 0x6c)]);
  await expect(readList(file, { onProgress: () => undefined })).rejects.toThrow("UTF-8");
});

test("reading ends when nobody wants it any more", async () => {
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  const reading = readList(new Blob([text]), { onProgress: () => undefined, signal: stop.signal });
  await expect(reading).rejects.toThrow("stopped");
});
