import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/contract/console/audit";
import { auditCsv } from "./audit-csv";
import { auditFilters } from "./audit-filters";

const entry: AuditEntry = {
  id: "1",
  at: "2026-11-20T10:00:00.000Z",
  finished_at: null,
  actor_id: "u1",
  actor_name: "=HYPERLINK(1)",
  actor_email: "mara@fernhill.example",
  role: "admin",
  action: "calls.end",
  target: "+1,2",
  request: "POST /v1/calls/%2B1%2C2/end",
  outcome: "unknown",
  status: null,
  message: 'said "no"',
  request_id: "r1",
  address: "203.0.113.7",
  detail: null,
};

test("an exported entry runs nothing in a spreadsheet", () => {
  const [, line] = auditCsv([entry]).split("\r\n");
  expect(line).toBe(
    `2026-11-20T10:00:00.000Z,,'=HYPERLINK(1),mara@fernhill.example,admin,calls.end,"'+1,2",POST /v1/calls/%2B1%2C2/end,unknown,,"said ""no""",203.0.113.7,r1`,
  );
});

test("an address that names a filter wrongly is read without it", () => {
  const address = new URLSearchParams("outcome=perhaps&action=calls&text=&before=12");
  expect(auditFilters((name) => address.get(name) || undefined)).toEqual({ action: "calls", before: "12", limit: 100 });
});
