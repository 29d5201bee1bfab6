import { eq } from "drizzle-orm";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { type AlertChoices, type NightChoices, storedChoices } from "@/lib/contract/inputs/preferences";
import type { Role } from "@/lib/contract/operation";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { type RuleSetting, rolesOf } from "./settings";

type Hearing = {
  setting: Pick<RuleSetting, "rule" | "audience">;
  role: Role;
  choices: AlertChoices;
  channel: "email" | "browser";
};

/** True if a person is notified of a rule on a channel: by their own choice, otherwise if the audience includes their role. */
export const isNotified = ({ setting: { rule, audience }, role, choices, channel }: Hearing) =>
  ruleKinds[rule].allow.includes(role) && (choices[rule]?.[channel] ?? rolesOf[audience].includes(role));

export const choicesIn = (preferences: unknown): AlertChoices => storedChoices.parse(preferences).alerts ?? {};

/** Topics that a person chose to be notified of in quiet hours, or not to be. */
export const nightIn = (preferences: unknown): NightChoices => storedChoices.parse(preferences).night ?? {};

export async function choicesOf(db: Database, personId: string): Promise<AlertChoices> {
  const [user] = await db
    .select({ preferences: userTable.preferences })
    .from(userTable)
    .where(eq(userTable.id, personId));
  return choicesIn(user?.preferences);
}
