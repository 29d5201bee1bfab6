import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** Who must use a second factor. */
export const requirements = ["nobody", "admins", "everyone"] as const;
export type Requirement = (typeof requirements)[number];

/** At this number of recovery codes, a person is asked to make new ones. */
export const fewCodes = 3;

export type SecondFactor = {
  is_on: boolean;
  /** When it was set up; null while it is off. */
  since: string | null;
  codes_left: number;
  required_of: Requirement;
  /** It is required of this person. */
  is_required: boolean;
  /** This session used the person's second factor, which changing the requirement needs. */
  was_used: boolean;
};

/** A new secret for an authenticator app. `sealed` is sent back with the first code. */
export type Enrolment = { secret: string; uri: string; sealed: string; clock: string };

/** Recovery codes are returned once and stored only as hashes. */
const newCodes = ownAnswer<{ codes: string[]; message: string }>();

export const getSecondFactor = operation({
  id: "second-factor.get",
  label: "See own second factor",
  method: "GET",
  path: "/console/second-factor",
  output: ownAnswer<SecondFactor>(),
  allow: roles,
});

export const beginSecondFactor = operation({
  id: "second-factor.begin",
  label: "Begin to set up own second factor",
  phrase: "begin to set up their second factor",
  method: "POST",
  path: "/console/second-factor/begin",
  output: ownAnswer<Enrolment>(),
  allow: roles,
});

export const confirmSecondFactor = operation({
  id: "second-factor.confirm",
  label: "Set up own second factor",
  phrase: "set up their second factor",
  method: "POST",
  path: "/console/second-factor/confirm",
  output: newCodes,
  allow: roles,
});

export const renewRecoveryCodes = operation({
  id: "second-factor.renew_codes",
  label: "Make new recovery codes",
  method: "POST",
  path: "/console/second-factor/codes",
  output: newCodes,
  allow: roles,
});

/** Ends the person's other sessions. If it is required, this one ends too, and the next sign-in sets it up again. */
export const turnOffSecondFactor = operation({
  id: "second-factor.turn_off",
  label: "Turn off own second factor",
  phrase: "turn off their second factor",
  method: "POST",
  path: "/console/second-factor/off",
  output: ownAnswer<{ message: string }>(),
  allow: roles,
});

export const requireSecondFactor = operation({
  id: "second-factor.require",
  label: "Require a second factor",
  acts: {
    nobody: "end the requirement of a second factor",
    admins: "require a second factor of admins",
    everyone: "require a second factor of everyone",
  },
  method: "POST",
  path: "/console/second-factor/required",
  about: "of",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
