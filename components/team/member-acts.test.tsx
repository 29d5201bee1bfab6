import { expect, test } from "vitest";
import type { Member } from "@/lib/contract/console/people/team";
import { pageOf } from "@/lib/testing/components/records";
import { MemberActs } from "./member-acts";

const member: Member = {
  ...{ id: "mia", name: "Mia Manager", email: "mia@fernhill.example", role: "campaign_manager", state: "active" },
  ...{ link_until: null, last_seen_at: null, created_at: "2026-11-20T06:00:00Z" },
  has_second_factor: false,
  lacks_second_factor: false,
  role_set_by: null,
};

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
