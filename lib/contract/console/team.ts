import { z } from "#schema";
import { emailAddress, keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

export type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: "active" | "disabled" | "locked";
  last_seen_at: string | null;
  created_at: string;
};

/** A password made by Switchboard, shown to the admin once and kept nowhere in clear. */
const firstPassword = ownAnswer<{ member: Member; first_password: string; message: string }>();
/** `message` says in words who was changed and how: the audit log keeps it. */
const changed = ownAnswer<{ member: Member; message: string }>();
const target = z.object({ user_id: keptText(100) });

export const listTeam = operation({
  id: "team.list",
  label: "See the team",
  method: "GET",
  path: "/console/team",
  input: z.object({}),
  output: ownAnswer<{ data: Member[] }>(),
  allow: ["admin"],
});

export const addMember = operation({
  id: "team.add",
  label: "Add a person",
  method: "POST",
  path: "/console/team",
  input: z.object({
    name: keptText(120, z.string().trim().min(1, "Give a name.")),
    email: emailAddress,
    role: z.enum(roles),
  }),
  output: firstPassword,
  allow: ["admin"],
  about: "email",
});

export const changeRole = operation({
  id: "team.change_role",
  label: "Change a role",
  method: "POST",
  path: "/console/team/{user_id}/role",
  input: target.extend({ role: z.enum(roles) }),
  output: changed,
  allow: ["admin"],
});

/** A disabled person keeps their name in the audit log and may come back; until then nothing of theirs is let in. */
export const changeState = operation({
  id: "team.change_state",
  label: "Disable or enable a person",
  method: "POST",
  path: "/console/team/{user_id}/state",
  input: target.extend({ state: z.enum(["active", "disabled"]) }),
  output: changed,
  allow: ["admin"],
});

export const resetPassword = operation({
  id: "team.reset_password",
  label: "Set a first password",
  method: "POST",
  path: "/console/team/{user_id}/password",
  input: target,
  output: firstPassword,
  allow: ["admin"],
});

export const removeMember = operation({
  id: "team.remove",
  label: "Remove a person",
  method: "DELETE",
  path: "/console/team/{user_id}",
  input: target,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
