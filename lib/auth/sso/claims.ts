import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { type Role, roles } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { textIn } from "@/lib/format/json";

/** A person's account at the provider. */
export type ProviderAccount = {
  subject: string;
  name: string | undefined;
  /** In lower case; undefined unless the provider has verified it. */
  verifiedEmail: string | undefined;
  /** Values of the role claim; undefined if it is absent. */
  roleValues: readonly string[] | undefined;
  idToken: string;
};

type Claims = Record<string, unknown>;
type Sources = { claims: Claims & { sub: string }; userinfo: Claims; idToken: string; roleClaim: string | undefined };

/** Reads the ID token and the userinfo of one subject. Providers differ in what they put where. */
export function readAccount({ claims, userinfo, idToken, roleClaim }: Sources): ProviderAccount {
  const values = roleClaim === undefined ? undefined : (claims[roleClaim] ?? userinfo[roleClaim]);
  return {
    subject: claims.sub,
    name: textIn(claims.name) ?? textIn(userinfo.name),
    verifiedEmail: verifiedEmailIn([claims, userinfo]),
    roleValues: values === undefined || values === null ? undefined : [values].flat().map(String),
    idToken,
  };
}

/** Both sources must agree, if both say something. */
function verifiedEmailIn(sources: readonly Claims[]) {
  const valuesOf = (claim: string) => [...new Set(sources.map((source) => source[claim]).filter((it) => it != null))];
  const [[email, ...otherEmails], [isVerified, ...others]] = [valuesOf("email"), valuesOf("email_verified")];
  const isSure = isVerified === true && others.length === 0 && otherEmails.length === 0;
  return isSure && typeof email === "string" ? email.toLowerCase() : undefined;
}

/** The highest role of the claim; undefined if no claim sets roles. An absent claim is a fault of the provider, not a lower role. */
export function roleOf(settings: SsoSettings, { roleValues }: ProviderAccount): Role | undefined {
  if (!settings.roles) return undefined;
  const { claim, byValue } = settings.roles;
  if (roleValues === undefined)
    throw refused("forbidden", `${settings.name} did not send “${claim}”, which sets your role. Ask whoever runs it.`);
  const mapped = roleValues.map((value) => byValue.get(value));
  const highest = roles.find((role) => mapped.includes(role));
  if (!highest)
    throw refused("forbidden", `${settings.name} gives you no role in Switchboard. Ask an admin of your team.`);
  return highest;
}
