import { expect, test } from "vitest";
import { MeProvider } from "@/components/query/use-me";
import { defaultPreferences, type Me } from "@/lib/contract/console/people/me";
import type { Role } from "@/lib/contract/operation";
import { pageOf } from "@/lib/testing/components/records";
import { CopyBar } from "./copy-bar";

const restored_copy = { made_at: "2026-11-28T03:00:00Z", restored_at: "2026-11-29T09:00:00Z", by: "ops" };

function barFor(role: Role, copy: Me["restored_copy"]) {
  const me: Me = {
    id: "u",
    name: "Ada",
    email: "a@x.example",
    role,
    restored_copy: copy,
    preferences: defaultPreferences,
  };
  return pageOf(
    <MeProvider me={me}>
      <CopyBar />
    </MeProvider>,
    [],
  );
}

test("says which backup was restored, when and by whom, and lets an admin end that", () => {
  const text = barFor("admin", restored_copy);
  expect(text).toContain("Restored copy");
  expect(text).toMatch(/datetime="2026-11-28T03:00:00(\.000)?Z"/i);
  expect(text).toContain("by ops");
  expect(text).toContain("Use this one…");
});

test("offers nobody else to put the copy into use, and shows nothing where there is none", () => {
  expect(barFor("support", restored_copy)).toContain("until an admin puts it into use");
  expect(barFor("support", restored_copy)).not.toContain("Use this one");
  expect(barFor("admin", undefined)).toBe("");
});
