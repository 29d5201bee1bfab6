import { expect, test } from "vitest";
import type { DataColumn } from "./data-table/data-columns";
import { columnsCsv } from "./data-table/table-csv";
import { actionColumns } from "./settings/automatic-acts";
import { exportedColumns } from "./team/team-table";

const at = "2026-11-20T06:36:55.000Z";

test("columnsCsv uses the words of the table", () => {
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
  expect(sheetOf(exportedColumns, invited)).toMatchObject({
    Role: "Campaign manager",
    State: "invitation expired",
    Added: at,
  });
  const action = {
    id: "a",
    at,
    action: "campaigns.pause",
    target: "c1",
    campaign_name: null,
    actor_name: "Guard rail",
  };
  const unknown = { ...action, because: null, outcome: "unknown", status: null, message: null } as const;
  expect(sheetOf(actionColumns, unknown)).toMatchObject({ Result: "outcome unknown" });
});

function sheetOf<Row>(columns: readonly DataColumn<Row>[], row: Row) {
  const [head = "", cells = ""] = columnsCsv(columns, [row]).slice(1).split("\r\n");
  const values = cells.split(",");
  return Object.fromEntries(head.split(",").map((name, index) => [name, values[index]]));
}
