import { expect, test } from "vitest";
import { MeProvider } from "@/components/query/use-me";
import { defaultPreferences, type Me } from "@/lib/contract/console/people/me";
import type { Role } from "@/lib/contract/operation";
import { pageOf } from "@/lib/testing/components/records";
import { RestoredCopyBar } from "./restored-copy-bar";

const restored_copy = { made_at: "2026-11-28T03:00:00Z", restored_at: "2026-11-29T09:00:00Z", by: "ops" };

function barFor(role: Role) {
  const me: Me = {
    id: "u",
    name: "Ada",
    email: "a@x.example",
    role,
    restored_copy,
    preferences: defaultPreferences,
  };
  return pageOf(
    <MeProvider me={me}>
      <RestoredCopyBar copy={restored_copy} />
    </MeProvider>,
    [],
  );
}

test("says which backup was restored, when and by whom, and lets an admin end that", () => {
  const text = barFor("admin");
  expect(text).toContain("Restored copy");
  expect(text).toMatch(/datetime="2026-11-28T03:00:00(\.000)?Z"/i);
  expect(text).toContain("by ops");
  expect(text).toContain("Use this one…");
});

test("offers nobody else to put the copy into use", () => {
  expect(barFor("support")).toContain("until an admin puts it into use");
  expect(barFor("support")).not.toContain("Use this one");
});
