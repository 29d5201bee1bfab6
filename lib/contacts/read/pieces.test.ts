import { expect, test } from "vitest";
import type { Encoding } from "@/lib/contacts/plan";
import { bytesOf } from "@/lib/testing/contacts/checked-file";
import { piecesOf } from "./pieces";

async function piecesIn(text: string, encoding: Encoding) {
  const pieces: string[] = [];
  for await (const { bytes, isLongLine } of piecesOf(new Blob([bytesOf(text, encoding)]), encoding))
    pieces.push(isLongLine ? "(long)" : new TextDecoder(encoding).decode(bytes));
  return pieces.filter((piece) => piece !== "");
}

const long = "x".repeat(70_000);

test.for(["utf-8", "utf-16le", "utf-16be"] as const)(
  "ends an overlong line at its own line end, of any kind, in %s",
  async (encoding) => {
    for (const end of ["\n", "\r\n", "\r"])
      expect(await piecesIn(`${long}${end}a,b\nc,d\re,f\n`, encoding)).toEqual(["(long)", "a,b\nc,d\re,f\n"]);
    expect(await piecesIn(`${long}\r`, encoding)).toEqual(["(long)"]);
    expect(await piecesIn(`\n${long}\r\ra,b\n`, encoding)).toEqual(["\n", "(long)", "\ra,b\n"]);
  },
);

test("keeps a return and a feed together when an overlong line is cut", async () => {
  for (let letters = 65_530; letters <= 65_540; letters += 1)
    expect(await piecesIn(`${"x".repeat(letters)}\r\na,b\r\n`, "utf-8"), `${letters}`).toEqual(
      letters <= 65_534 ? [`${"x".repeat(letters)}\r\n`, "a,b\r\n"] : ["(long)", "a,b\r\n"],
    );
});
