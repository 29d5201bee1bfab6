import { and, eq, gt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { personLinkTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import type { ProviderAccount } from "./claims";
import { isSsoOnly } from "./sso-only";
import { foreignText, SsoRefusal, shortJson } from "./sso-refusal";

type Readable = Pick<Database, "select">;

/**
 * The refusal of an account that belongs to nobody. Its sentences say what is missing and who can help. They are the same
 * whether or not an invitation exists, which only the audit log tells.
 */
export async function strangerRefusal(db: Readable, settings: SsoSettings, account: ProviderAccount) {
  const { name } = settings;
  const isOnly = await isSsoOnly(db);
  const sentences = [`This account at ${name} has no access here.`, missing(name, account), otherWay(name, account)];
  const recorded = [facts(account), await standing(db, name, account), identity(account)].filter(Boolean).join(" ");
  return new SsoRefusal(sentences.slice(0, isOnly ? 2 : 3).join(" "), { recorded: `${name}: ${recorded}` });
}

/** Told to the person. */
function missing(name: string, { email: { address = "", fault } }: ProviderAccount) {
  const ask = `If you were invited, ask whoever runs ${name} to send`;
  if (fault === "missing") return `${name} sent no email address. ${ask} “email” and “email_verified”.`;
  if (fault === "contradiction") return `${name} sent two different descriptions of your email address. ${ask} one.`;
  const shown = foreignText(address);
  return fault === "unverified"
    ? `${name} does not say that ${shown} is verified. ${ask} “email_verified” as true.`
    : `There is no open invitation for ${shown}. Ask an admin of your team to invite this address.`;
}

const otherWay = (name: string, { email: { fault } }: ProviderAccount) =>
  fault === undefined
    ? `If you have a password, sign in with it and connect ${name} in Settings.`
    : `If you have an invitation link, you can also choose a password there and connect ${name} in Settings.`;

/** What the provider sent, for an admin. */
function facts({ email: { fault, verification } }: ProviderAccount) {
  if (fault === undefined) return "The address is verified.";
  if (fault === "missing") return "“email” is missing.";
  if (fault === "contradiction") return "The ID token and the userinfo differ in “email” or “email_verified”.";
  if (verification === undefined) return "“email_verified” is missing.";
  const isText = typeof verification === "string";
  return `“email_verified” is ${isText ? `the text “${foreignText(verification)}”` : shortJson(verification)}.`;
}

/** What the address is to the team. */
async function standing(db: Readable, name: string, { email: { address } }: ProviderAccount) {
  if (address === undefined) return "";
  const [user] = await db.select().from(userTable).where(eq(userTable.email, address));
  if (!user) return "Nobody of the team has this address.";
  if (!user.isInvited) return `A person of the team has this address and has not connected ${name}.`;
  const isOpen = and(eq(personLinkTable.userId, user.id), gt(personLinkTable.expiresAt, clock.now()));
  const links = await db.select().from(personLinkTable).where(isOpen);
  return links.length > 0 ? "An invitation to this address is open." : "The invitation to this address has expired.";
}

/** The name is told only if no address says who it was, because the provider may let people choose it. */
const identity = ({ subject, name, email: { address } }: ProviderAccount) =>
  `Account “${foreignText(subject)}”${address === undefined && name ? ` of “${foreignText(name)}”` : ""}.`;
