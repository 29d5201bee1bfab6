import * as z from "zod/mini";
import { emailAddress, keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

export type Member = {
  id: string;
  /** Empty until it is entered. */
  name: string;
  email: string;
  role: Role;
  /** `invited`: without a password yet. `locked`: cannot sign in for some minutes after too many attempts. */
  state: "invited" | "active" | "disabled" | "locked";
  /** Expiry of a valid link to choose a password; null without one. */
  link_until: string | null;
  last_seen_at: string | null;
  created_at: string;
};

/** Display name of a person: the name, otherwise the email address. */
export const calledOf = ({ name, email }: Pick<Member, "name" | "email">) => name || email;

/** A link to choose a password, returned once and stored only as a hash. `mailed` is null without a mail server. */
const newLink = ownAnswer<{
  member: Member;
  link: string;
  expires_at: string;
  mailed: boolean | null;
  message: string;
}>();
/** `message` names the person and the change for the audit log. */
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
  act: "invite {it}",
  method: "POST",
  path: "/console/team",
  input: z.object({
    name: z.optional(keptText(120, z.string().check(z.trim()))),
    email: emailAddress,
    role: z.enum(roles),
  }),
  output: newLink,
  allow: ["admin"],
  about: "email",
});

export const changeRole = operation({
  id: "team.change_role",
  label: "Change a role",
  act: "change the role of {it}",
  method: "POST",
  path: "/console/team/{user_id}/role",
  input: z.extend(target, { role: z.enum(roles) }),
  output: changed,
  allow: ["admin"],
  isInputKept: true,
});

/** Disabling ends a person's sessions and links. They stay in the audit log and can be enabled again. */
export const changeState = operation({
  id: "team.change_state",
  label: "Disable or enable a person",
  act: "disable or enable {it}",
  actOf: ({ state }) => (state === "disabled" ? "disable {it}" : "enable {it}"),
  method: "POST",
  path: "/console/team/{user_id}/state",
  input: z.extend(target, { state: z.enum(["active", "disabled"]) }),
  output: changed,
  allow: ["admin"],
  isInputKept: true,
});

/** An invitation link for a person without a password, otherwise a reset link. Earlier links become invalid. */
export const makePersonLink = operation({
  id: "team.make_link",
  label: "Make an invitation or reset link",
  act: "make a link for {it}",
  method: "POST",
  path: "/console/team/{user_id}/link",
  input: target,
  output: newLink,
  allow: ["admin"],
});

export const removeMember = operation({
  id: "team.remove",
  label: "Remove a person",
  act: "remove {it} from the team",
  method: "DELETE",
  path: "/console/team/{user_id}",
  input: target,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
