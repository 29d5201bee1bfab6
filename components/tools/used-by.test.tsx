import { expect, test } from "vitest";
import { listRelated } from "@/lib/contract/console/related-records";
import { Problem } from "@/lib/contract/problem";
import type { ToolShape } from "@/lib/contract/shapes/tool";
import { pageOf } from "@/lib/testing/components/records";
import type { FailedRead } from "@/lib/testing/components/render-with-reads";
import { DeleteWarning, UsedBy } from "./used-by";

const user = (resource: string, ref: string, name: string | null, status: string | null = null) => {
  return { resource, ref, name, status, read_at: "2026-11-20T06:00:00Z", fields: {} };
};

function warningOf(users: readonly unknown[] | undefined, usedBy?: ToolShape["usedBy"], has_more = false) {
  const input = { value: "t1", among: "assistants workflows" };
  const reads = users ? [[listRelated, input, { data: users, has_more }] as const] : [];
  const page = pageOf(
    <DeleteWarning tool_id="t1" usedBy={usedBy} />,
    reads.map((each) => [...each]),
  );
  return page.replaceAll(/<[^>]*>/g, "");
}

const others = "There may be others that Switchboard has not seen.";

test("names a tool's users by kind and status, those of its own record too", () => {
  const router = user("workflows", "w/1", "Intake router", "published");
  const maya = user("assistants", "a1", "Maya");
  const warning = warningOf([maya, router], { assistants: ["a1", "a2"], workflows: ["w/1"] });
  expect(warning).toContain("Used by the workflow Intake router (published) and 2 assistants: Maya, a2.");
  expect(warning).toContain(others);
  const many = [router, user("workflows", "w2", null, "draft"), maya];
  expect(warningOf(many, undefined, true)).toContain(
    "Used by 2 workflows: Intake router (published), w2 (draft), and the assistant Maya, and more.",
  );
});

test("says that no user is known, or that this is being checked, and that there may be others", () => {
  const none = warningOf([]);
  expect(none).toContain("No workflow or assistant that Switchboard has seen uses it.");
  expect(none).toContain(others);
  expect(warningOf(undefined)).toContain("Checking what uses it…");
  expect(warningOf(undefined)).not.toContain("No workflow");
});

test("says that the users could not be checked when their read failed", () => {
  const input = { value: "t1", among: "assistants workflows" };
  const failed: FailedRead[] = [[listRelated, input, new Problem("switchboard-unreachable")]];
  const section = (usedBy?: ToolShape["usedBy"]) => pageOf(<UsedBy tool_id="t1" usedBy={usedBy} />, [], { failed });
  for (const page of [
    section(),
    section({ assistants: [], workflows: [] }),
    section({ assistants: ["a1"], workflows: [] }),
  ]) {
    expect(page).toContain("Could not check what uses it.");
    expect(page).not.toMatch(/Nothing uses it|No assistant or workflow/);
  }
  expect(section({ assistants: ["a1"], workflows: [] })).toContain("/assistants/a1");
  const warning = pageOf(<DeleteWarning tool_id="t1" usedBy={undefined} />, [], { failed });
  expect(warning).toContain("Could not check what uses it.");
  expect(warning).not.toMatch(/No workflow|Checking/);
});
