import { expect, test } from "vitest";
import { columnsCsv } from "@/components/data-table/save-csv";
import type { DataColumn } from "./data-table/data-columns";
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
    lacks_second_factor: false,
    role_set_by: null,
  } as const;
  const invited = { ...person, state: "invited", last_seen_at: null, link_until: null } as const;
  expect(sheetOf(exportedColumns, invited)).toMatchObject({
    Role: "Campaign manager",
    State: "invitation expired",
    Added: at,
  });
});

function sheetOf<Row>(columns: readonly DataColumn<Row>[], row: Row) {
  const [head = "", cells = ""] = columnsCsv(columns, [row]).slice(1).split("\r\n");
  const values = cells.split(",");
  return Object.fromEntries(head.split(",").map((name, index) => [name, values[index]]));
}
