import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";
import type { Plannable } from "../automation/planned";

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
  has_second_factor: boolean;
  /** A second factor is required of this person, who signs in with a password, and is not set up. */
  lacks_second_factor: boolean;
  /** Name of the provider that sets the role at each sign-in; null if admins do. */
  role_set_by: string | null;
};

/** A place where a person is signed in. `is_current` is the session of the request. */
export type SignedInSession = {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  /** The user agent. */
  browser: string | null;
  is_current: boolean;
};

/** Display name of a person: the name, otherwise the email address. */
export const calledOf = ({ name, email }: Pick<Member, "name" | "email">) => name || email;

export type ChangedMember = Omit<Member, "has_second_factor" | "lacks_second_factor" | "role_set_by">;

/** Everything that acts in a person's name, on all platforms that were connected. */
export type LeftBehind = {
  actions: { id: string; campaign: string; action: Plannable; local: string; zone: string }[];
  /** Campaigns whose hours they set. */
  hours: { campaign_id: string; campaign: string }[];
  tokens: { id: string; name: string; last_used_at: string | null }[];
  /** Open alerts that they acknowledged. */
  alerts: number;
  /** Recipients of alerts at their email address. */
  recipients: number;
  /** Saved views. Nobody else sees them. */
  views: number;
};

/** A link to choose a password, returned once and stored only as a hash. `mailed` is null without a mail server. */
const newLink = ownAnswer<{
  member: ChangedMember;
  link: string;
  expires_at: string;
  mailed: boolean | null;
  message: string;
}>();
/** `message` names the person and the change for the audit log. */
const changed = ownAnswer<{ member: ChangedMember; message: string }>();

export const listTeam = operation({
  id: "team.list",
  label: "See the team",
  method: "GET",
  path: "/console/team",
  output: ownAnswer<{ data: Member[] }>(),
  allow: ["admin"],
});

export const addMember = operation({
  id: "team.add",
  label: "Add a person",
  phrase: "invite {it}",
  method: "POST",
  path: "/console/team",
  output: newLink,
  allow: ["admin"],
  about: "email",
});

export const changeRole = operation({
  id: "team.change_role",
  label: "Change a role",
  phrase: "change the role of {it}",
  method: "POST",
  path: "/console/team/{user_id}/role",
  output: changed,
  allow: ["admin"],
  isInputKept: true,
});

/** Corrects a colleague's name. What the audit log says already keeps the old one. */
export const renameMember = operation({
  id: "team.rename",
  label: "Correct a person's name",
  phrase: "correct the name of {it}",
  method: "POST",
  path: "/console/team/{user_id}/name",
  output: changed,
  allow: ["admin"],
  isInputKept: true,
});

/** Everything that acts in a person's name. With a role: only what that role may no longer do. */
export const getLeftBehind = operation({
  id: "team.left_behind",
  label: "See what a person leaves behind",
  method: "GET",
  path: "/console/team/{user_id}/left-behind",
  output: ownAnswer<LeftBehind>(),
  allow: ["admin"],
});

/** Disabling ends a person's sessions and links. They stay in the audit log and can be enabled again. */
export const changeState = operation({
  id: "team.change_state",
  label: "Disable or enable a person",
  phrase: "disable or enable {it}",
  phraseOf: ({ state }: { state: "active" | "disabled" }) => (state === "disabled" ? "disable {it}" : "enable {it}"),
  method: "POST",
  path: "/console/team/{user_id}/state",
  output: changed,
  allow: ["admin"],
  isInputKept: true,
});

/** An invitation link for a person without a password, otherwise a reset link. Earlier links become invalid. */
export const makePersonLink = operation({
  id: "team.make_link",
  label: "Make an invitation or reset link",
  phrase: "make a link for {it}",
  method: "POST",
  path: "/console/team/{user_id}/link",
  output: newLink,
  allow: ["admin"],
});

export const removeMember = operation({
  id: "team.remove",
  label: "Remove a person",
  phrase: "remove {it} from the team",
  method: "DELETE",
  path: "/console/team/{user_id}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

export const listMemberSessions = operation({
  id: "team.list_sessions",
  label: "See where a person is signed in",
  method: "GET",
  path: "/console/team/{user_id}/sessions",
  output: ownAnswer<{ data: SignedInSession[] }>(),
  allow: ["admin"],
});

/** Without a session, signs the person out everywhere. */
export const endMemberSessions = operation({
  id: "team.end_sessions",
  label: "Sign a person out",
  phrase: "sign {it} out",
  method: "POST",
  path: "/console/team/{user_id}/sessions/end",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** For somebody who lost both the app and the recovery codes. Ends the person's sessions. */
export const turnOffFactorOf = operation({
  id: "team.turn_off_factor",
  label: "Turn off a person's second factor",
  phrase: "turn off the second factor of {it}",
  method: "DELETE",
  path: "/console/team/{user_id}/second-factor",
  output: changed,
  allow: ["admin"],
});

/** Mails a reminder to set up a required second factor. `text` is for sending it in another way; `mailed` as for links. */
export const remindFactorOf = operation({
  id: "team.remind_factor",
  label: "Remind a person of the second factor",
  phrase: "remind {it} to set up a second factor",
  method: "POST",
  path: "/console/team/{user_id}/second-factor/reminder",
  output: ownAnswer<{ text: string; mailed: boolean | null; message: string }>(),
  allow: ["admin"],
});
