import { expect, test } from "vitest";
import { getLeftBehind, type LeftBehind, listTeam, type Member } from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { pageOf } from "@/lib/testing/components/records";
import { useLeftBehind } from "./left-behind";

const person = (id: string, name: string, role: Role, state: Member["state"] = "active"): Member => ({
  ...{ id, name, email: `${id}@fernhill.example`, role, state, link_until: null, last_seen_at: null },
  ...{ created_at: "2026-11-20T06:00:00Z", has_second_factor: false, lacks_second_factor: false, role_set_by: null },
});

const mia = person("mia", "Mia Manager", "campaign_manager");
const team = [mia, person("ada", "Ada Admin", "admin"), person("sam", "Sam Support", "support")];

const nothing: LeftBehind = { actions: [], hours: [], tokens: [], alerts: 0, recipients: 0, views: 0 };

function Shown({ next }: { next?: Role }) {
  const { list, handOver, isReady } = useLeftBehind(mia, { next });
  return (
    <>
      {list}
      <output>{JSON.stringify({ handOver, isReady })}</output>
    </>
  );
}

const shown = (left: LeftBehind, next?: Role) =>
  pageOf(<Shown {...(next ? { next } : {})} />, [
    [getLeftBehind, { user_id: "mia", ...(next ? { role: next } : {}) }, left],
    [listTeam, {}, { data: team }],
  ]);

const start = { action: "start", campaign: "Winter", local: "2026-11-30T09:00", zone: "Europe/Berlin" } as const;

test("lists each scheduled action, and offers only colleagues who may send it", () => {
  const html = shown({ ...nothing, actions: [1, 2, 3].map((id) => ({ ...start, id: String(id) })) });
  expect(html).toContain("3 scheduled actions");
  expect(html).toContain("Start Winter, 2026-11-30 09:00 Europe/Berlin");
  expect(html).toContain("Goes to Ada Admin");
  expect(html).not.toMatch(/Goes to (Sam|Mia)/);
  expect(html).toMatch(/"actions":"ada"|actions&quot;:&quot;ada/);
});

test("proposes to revoke tokens, which the person who leaves may know", () => {
  const html = shown({ ...nothing, tokens: [{ id: "t", name: "CRM", last_used_at: null }] });
  expect(html).toMatch(/<option value="" selected="">Nobody: revoked/);
  expect(html).not.toMatch(/"tokens"|tokens&quot;/);
});

test("names alerts sent to their address, and saved views that only they use", () => {
  const html = shown({ ...nothing, recipients: 1, views: 2 });
  expect(html).toContain("Alerts are also mailed to mia@fernhill.example");
  expect(html).toContain("2 saved views");
});

test("shows nothing when a person leaves nothing behind, and asks for the new role alone", () => {
  expect(shown(nothing)).toMatch(/^<output>/);
  expect(shown({ ...nothing, hours: [{ campaign_id: "c", campaign: "Winter" }] }, "support")).toContain(
    "Calling hours of 1 campaign",
  );
});
