import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { type Role, roles } from "@/lib/contract/operation";
import { textIn } from "@/lib/format/json";
import { SsoRefusal, shortJson } from "./sso-refusal";

/** A person's account at the provider. */
export type ProviderAccount = {
  subject: string;
  name: string | undefined;
  email: ClaimedEmail;
  /** The role claim as it came; undefined if it is absent. */
  roleClaim: unknown;
  idToken: string;
};

/** An email address in lower case as the provider sent it. It counts only without a fault. */
type ClaimedEmail = {
  address: string | undefined;
  fault: "missing" | "unverified" | "contradiction" | undefined;
  /** `email_verified` as it came. */
  verification: unknown;
};

type Claims = Record<string, unknown>;
type Sources = { claims: Claims & { sub: string }; userinfo: Claims; idToken: string; roleClaim: string | undefined };

/** Reads the ID token and the userinfo of one subject. Providers differ in what they put where. */
export function readAccount({ claims, userinfo, idToken, roleClaim }: Sources): ProviderAccount {
  return {
    subject: claims.sub,
    name: textIn(claims.name) ?? textIn(userinfo.name),
    email: emailIn([claims, userinfo]),
    roleClaim: roleClaim === undefined ? undefined : (claims[roleClaim] ?? userinfo[roleClaim] ?? undefined),
    idToken,
  };
}

/** Both sources must agree, if both say something. */
function emailIn(sources: readonly Claims[]): ClaimedEmail {
  const valuesOf = (claim: string) => [...new Set(sources.map((source) => source[claim]).filter((it) => it != null))];
  const [[email, ...otherEmails], [verification, ...others]] = [valuesOf("email"), valuesOf("email_verified")];
  const address = textIn(email)?.toLowerCase();
  const isContradiction = others.length > 0 || otherEmails.length > 0;
  const fault = address === undefined ? "missing" : isContradiction ? "contradiction" : "unverified";
  return { address, verification, fault: fault === "unverified" && verification === true ? undefined : fault };
}

export const verifiedAddress = ({ email }: Pick<ProviderAccount, "email">) =>
  email.fault === undefined ? email.address : undefined;

/** The highest role of the claim; undefined if no claim sets roles. An absent claim is a fault of the provider, not a lower role. */
export function roleOf(settings: SsoSettings, { roleClaim }: ProviderAccount): Role | undefined {
  if (!settings.roles) return undefined;
  const { claim, byValue } = settings.roles;
  if (roleClaim === undefined)
    throw new SsoRefusal(`${settings.name} did not send “${claim}”, which sets your role. Ask whoever runs it.`);
  // A text or a list of texts. Anything deeper is not what was configured.
  const mapped = [roleClaim].flat().map((value) => (typeof value === "string" ? byValue.get(value) : undefined));
  const highest = roles.find((role) => mapped.includes(role));
  if (highest) return highest;
  throw new SsoRefusal(`${settings.name} gives you no role in Switchboard. Ask an admin of your team.`, {
    recorded: `${settings.name}: “${claim}” gives no role. It is ${shortJson(roleClaim)}.`,
  });
}
