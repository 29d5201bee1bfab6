import { expect, test } from "vitest";
import { columnsCsv } from "@/components/data-table/save-csv";
import type { DataColumn } from "./data-table/data-columns";
import { endpointColumns } from "./settings/connection-screen";
import { readColumns } from "./settings/data-screen";
import { meaningColumns } from "./settings/meanings-screen";
import { teamColumns } from "./team/team-table";

const at = "2026-11-20T06:36:55.000Z";

test("columnsCsv uses the units and words of the table", () => {
  const endpoint = { operation: "calls.get", request: "GET /v1/calls/{call_id}", median_ms: 1203, slow_ms: 2500, at };
  expect(sheetOf(endpointColumns, { ...endpoint, status: null, times: 15, failed: 0 })).toEqual({
    Request: "Read a call",
    "Median (ms)": "1203",
    "Slowest 5 in 100 (ms)": "2500",
    "Last status": "no answer",
    Problems: "0 of 15",
    When: at,
  });
  const task = {
    task: "campaigns.get c1",
    at,
    ok_at: null,
    next_at: null,
    outcome: "ok",
    ms: 12,
    bytes: 4096,
    rows: 3,
  };
  expect(sheetOf(readColumns, task)).toMatchObject({ What: "Campaign", "Took (ms)": "12" });
  const meaning = { resource: "phone-numbers", field: "status", word: "active", tone: "ok", set_by: "Casey" } as const;
  expect(sheetOf(meaningColumns, meaning)).toMatchObject({ Of: "Phone number", Means: "OK", "Set by": "Casey" });
  const person = {
    id: "u",
    name: "Casey",
    email: "c@fernhill.example",
    role: "campaign_manager",
    created_at: at,
    has_second_factor: false,
    role_set_by: null,
  } as const;
  const invited = { ...person, state: "invited", last_seen_at: null, link_until: null } as const;
  expect(sheetOf(teamColumns, invited)).toMatchObject({ Role: "Campaign manager", State: "invitation expired" });
});

function sheetOf<Row>(columns: readonly DataColumn<Row>[], row: Row) {
  const [head = "", cells = ""] = columnsCsv(columns, [row]).slice(1).split("\r\n");
  const values = cells.split(",");
  return Object.fromEntries(head.split(",").map((name, index) => [name, values[index]]));
}
