import { expect, test } from "vitest";
import type { HookAddress } from "@/lib/contract/console/inbox/addresses";
import { changeWords } from "./signing-notes";

const address = (more: Partial<HookAddress> = {}) =>
  ({ name: "Ours", signing: "hmac", refuses_unsigned: true, earlier_until: null, ...more }) as HookAddress;
const words = (
  of: HookAddress,
  { signing = "hmac", refuses_unsigned = true, hasSecret = true }: Partial<Parameters<typeof changeWords>[1]>,
) => changeWords(of, { signing, refuses_unsigned, hasSecret });

test("says for how long the stored secret is accepted when a new one is typed", () => {
  expect(words(address(), {})).toMatch(/accepted too for a day, .*\.$/);
  expect(words(address({ earlier_until: "2026-11-29T12:00:00Z" }), {})).toMatch(/The one before it ends/);
  expect(words(address(), { hasSecret: false })).toBeUndefined();
});

test("says what is lost when the kind of check changes", () => {
  expect(words(address(), { signing: "standard" })).toMatch(/are refused as soon as you save this. To lose none/);
  expect(words(address(), { signing: "standard", refuses_unsigned: false })).toMatch(/are stored, and marked/);
});

test("says nothing when events were not checked before", () => {
  expect(words(address({ signing: "none" }), {})).toBeUndefined();
  expect(words(address(), { signing: "none" })).toBeUndefined();
});
