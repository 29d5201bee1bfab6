import { expect, test } from "vitest";
import { listPlanned, type PlannedAction } from "@/lib/contract/console/automation/planned";
import type { Member } from "@/lib/contract/console/people/team";
import { pageOf } from "@/lib/testing/components/records";
import type { Read } from "@/lib/testing/components/render-with-reads";
import { MemberActs } from "./member-acts";
import { PlannedBy } from "./planned-by";

const member: Member = {
  ...{ id: "mia", name: "Mia Manager", email: "mia@fernhill.example", role: "campaign_manager", state: "active" },
  ...{ link_until: null, last_seen_at: null, created_at: "2026-11-20T06:00:00Z" },
  has_second_factor: false,
  role_set_by: null,
};

const planned = (fields: Partial<PlannedAction>): PlannedAction => ({
  ...{ id: "p1", campaign_id: "c", campaign_name: "Winter", action: "pause", at: "2026-11-26T09:00:00Z" },
  ...{ local: "2026-11-26T09:00", zone: "UTC", planned_by: "Mia Manager", planned_by_id: "mia", blocked_by: null },
  ...{ planned_at: "2026-11-20T06:00:00Z", state: "planned", message: null, ended_at: null, is_by_hours: false },
  ...{ is_delayed: false, cause: null, because: null, is_in_force: false, confirmed_people: null },
  ...fields,
});

const data = [
  planned({}),
  planned({ id: "p2", campaign_name: "Autumn", state: "done" }),
  planned({ id: "p3", campaign_name: "Spring", planned_by_id: "jon" }),
];

test("PlannedBy lists the person's pending actions and links to all of them", () => {
  const html = pageOf(<PlannedBy member={member} />, [[listPlanned, {}, { data }]]);
  expect(html).toContain("These scheduled actions will not be sent:");
  expect(html).toContain("Pause Winter, 2026-11-26 09:00 UTC");
  expect(html).toContain("/campaigns/scheduled");
  expect(html).not.toMatch(/Autumn|Spring/);
});

test("PlannedBy omits actions that the new role may still do", () => {
  const reads: Read[] = [[listPlanned, {}, { data }]];
  expect(pageOf(<PlannedBy member={member} next="admin" />, reads)).not.toContain("Winter");
  expect(pageOf(<PlannedBy member={member} next="support" />, reads)).toContain("Pause Winter");
});

const actsOf = (isLastAdmin: boolean) =>
  pageOf(<MemberActs member={member} isMe isLastAdmin={isLastAdmin} onLink={close} onClose={close} />, []);

const close = () => undefined;

test("MemberActs offers the last admin no removal, disabling or role change", () => {
  expect(actsOf(true)).toContain("You are the only admin.");
  expect(actsOf(true)).not.toMatch(/Remove…|Disable…|Change role…/);
  expect(actsOf(false)).toMatch(/Change role….*Disable….*Remove…/);
});

test("MemberActs says who sets the role and locks its button", () => {
  const html = pageOf(
    <MemberActs
      member={{ ...member, role_set_by: "Fernhill ID" }}
      isMe={false}
      isLastAdmin={false}
      onLink={close}
      onClose={close}
    />,
    [],
  );
  expect(html).toMatch(/<button[^>]* aria-disabled="true"[^>]*>Change role…/);
  expect(html).toContain("The role is set by Fernhill ID at each sign-in.");
});
