import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

/** The OpenID Connect provider of the environment. */
export type SsoSettings = {
  /** As typed. It must equal the issuer that the provider names. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name on the button. */
  name: string;
  /** The claim that sets people's roles, and the role for each of its values. */
  roles?: { claim: string; byValue: ReadonlyMap<string, Role> } | undefined;
};

/** A browser starts a sign-in at the provider here. */
export const ssoStartPath = "/api/auth/sso/start";

/** A failed sign-in as a page shows it: one sentence, and the code for whoever runs the provider. */
export type SsoFault = { message: string; code: string | null };

/** Reads `value=role,value=role`. Undefined if a part is no such pair, a role is unknown or a value is repeated. */
export function parseRoleMapping(text: string): ReadonlyMap<string, Role> | undefined {
  const pairs = text.split(",").flatMap((part): [string, Role][] => {
    const [, value = "", name] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(part) ?? [];
    const role = roles.find((role) => role === name);
    return role ? [[value, role]] : [];
  });
  const byValue = new Map(pairs);
  return byValue.size === text.split(",").length ? byValue : undefined;
}

export type Sso = {
  /** Name of the provider; null if none is configured. */
  provider: string | null;
  /** When this person connected their account at the provider; null without a connection. */
  connected_since: string | null;
  /** This session began at the provider. */
  is_session: boolean;
  has_password: boolean;
  /** Passwords are refused, except those of local admins. */
  is_only: boolean;
};

export const getSso = operation({
  id: "sso.get",
  label: "See own single sign-on",
  method: "GET",
  path: "/console/sso",
  output: ownAnswer<Sso>(),
  allow: roles,
});

/** Ends the person's other sessions that began at the provider. */
export const disconnectSso = operation({
  id: "sso.disconnect",
  label: "Disconnect own single sign-on",
  phrase: "disconnect their single sign-on",
  method: "DELETE",
  path: "/console/sso",
  output: ownAnswer<{ message: string }>(),
  allow: roles,
});

export const setSsoOnly = operation({
  id: "sso.set_only",
  label: "Allow single sign-on only",
  phraseOf: ({ is_on }: { is_on: boolean }) => (is_on ? "allow single sign-on only" : "allow passwords again"),
  method: "POST",
  path: "/console/sso/only",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});
