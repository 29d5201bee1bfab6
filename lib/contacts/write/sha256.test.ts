import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSha256 } from "./sha256";

const ours = (pieces: readonly Uint8Array[]) => {
  const hash = createSha256();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

test("the digest is the one everybody else computes, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
    expect(ours([bytes])).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

test("the pieces that a file comes in make no difference", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), (pieces) => {
      const whole = createHash("sha256");
      for (const piece of pieces) whole.update(piece);
      expect(ours(pieces)).toBe(whole.digest("hex"));
    }),
  );
});
