import { BlobWriter, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { expect, test } from "vitest";
import { findPart, openParts } from "./parts";
import { readXml } from "./read-xml";

async function zipOf(bytes: Uint8Array, password?: string) {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false, password, zipCrypto: true });
  await zip.add("a.xml", new Uint8ArrayReader(bytes));
  return zip.close();
}

async function textOf(bytes: Uint8Array, limitBytes?: number) {
  const part = findPart(await openParts(await zipOf(bytes)), "/A.xml");
  let all = "";
  if (!part) return all;
  const text = (piece: string) => {
    all += piece;
  };
  await readXml(part, { open: () => {}, text }, { limitBytes });
  return all;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

test("reads a part in UTF-16", async () => {
  expect(await textOf(new Uint8Array(Buffer.from("\ufeff<a>Zoë 東京</a>", "utf16le")))).toBe("Zoë 東京");
  expect(await textOf(new Uint8Array(Buffer.from("\ufeff<a>Zoë 東京</a>", "utf16le").swap16()))).toBe("Zoë 東京");
});

test("keeps characters whole when the stream is cut", async () => {
  const text = "a😀".repeat(300_000);
  expect((await textOf(utf8(`<a>${text}</a>`))) === text).toBe(true);
});

test("refuses a part that unpacks to more than the limit", async () => {
  const bomb = utf8(`<a>${"<b/>".repeat(1024 * 1024)}</a>`);
  await expect(textOf(bomb, 1024 * 1024)).rejects.toMatchObject({
    code: "too_large",
    message: "A part of this workbook is larger than 1 MB.",
  });
});

test("reports damage when text is invalid in its encoding", async () => {
  await expect(textOf(new Uint8Array([...utf8("<a>"), 0xff, ...utf8("</a>")]))).rejects.toMatchObject({
    code: "bad_input",
  });
});

test("refuses a zip with a password", async () => {
  await expect(openParts(await zipOf(utf8("<a/>"), "x"))).rejects.toThrow(/^This workbook is protected by a password/);
});
