import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { listSaved } from "@/lib/contract/console/saved";
import { pageOf, time } from "@/lib/testing/components/records";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { RegistryRecords } from "./registry-records";
import { markNamesakes, rowOf } from "./registry-row";

beforeAll(loadDeferred);

const tools = [
  savedRecord("tools", "t1", { name: "Look up", label: "CRM", last_status_word: "active" }),
  savedRecord("tools", "t2", { name: "Transfer", not_found_since: time }),
  savedRecord("tools", "t3"),
];
const listOf = (search?: string) =>
  pageOf(<RegistryRecords resource="tools" empty="" />, [[listSaved, { resource: "tools" }, { data: tools }]], {
    search,
    showsLoaded: true,
  });
const rowsOf = (page: string) => [...page.matchAll(/data-row-id="(\w+)"/g)].map(([, id]) => id);

test("a list shows label and platform name of a record, and its ID without a name", () => {
  const page = listOf();
  expect(rowsOf(page)).toEqual(["t1", "t2", "t3"]);
  expect(page).toMatch(/<b[^>]*>CRM<\/b><span[^>]*> Look up</);
  expect(page).toContain("<code>t3</code>");
});

test("markNamesakes marks rows that share their title, so that their IDs are shown", () => {
  const rows = [
    savedRecord("tools", "t1", { name: "Look up" }),
    savedRecord("tools", "t2", { name: "Other", label: "Look up" }),
    savedRecord("tools", "t3", { name: "Transfer" }),
  ].map(rowOf);
  expect(markNamesakes(rows).map(({ isNamesake = false }) => isNamesake)).toEqual([true, true, false]);
});

test("a list marks a record that is gone and offers to forget it", () => {
  const page = listOf();
  expect(page).toMatch(/Not found since/);
  expect(page).toContain('aria-label="Remove Transfer"');
});

test("a list shows the records whose label, name or ID contains the text", () => {
  const found = (text: string) => rowsOf(listOf(`text=${text}`));
  expect([found("crm"), found("LOOK"), found("T3"), found("none")]).toEqual([["t1"], ["t1"], ["t3"], []]);
  expect(listOf("text=none")).toContain("No tool matches");
});

test("a list shows a call in amber when it is past its limit, and not before", () => {
  const call = { name: "Reception", last_status_word: "in-progress", limit_at: "2026-11-20T14:00:00Z" };
  const data = [savedRecord("calls", "k1", call)];
  const listAt = (time: string) =>
    pageOf(
      <RenderedAtContext value={Date.parse(time)}>
        <RegistryRecords resource="calls" empty="" />
      </RenderedAtContext>,
      [[listSaved, { resource: "calls" }, { data }]],
    );
  expect(listAt("2026-11-20T14:14:30Z")).toContain(">14 min past its limit<");
  expect(listAt("2026-11-20T13:59:00Z")).not.toContain("past its limit");
});
