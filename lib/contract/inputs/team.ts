import * as z from "zod/mini";
import { isPersonsName, notPersonsName } from "@/lib/contract/console/automation/actors";
import type * as masking from "@/lib/contract/console/people/masking";
import type * as team from "@/lib/contract/console/people/team";
import type * as tokens from "@/lib/contract/console/people/tokens";
import { mostTokenDays, tokenScopes } from "@/lib/contract/console/people/tokens";
import type * as restoredCopy from "@/lib/contract/console/restored-copy";
import { roles } from "@/lib/contract/operation";
import { hasVisibleText } from "@/lib/format/visible-text";
import { emailAddress, keptText, noInput, personName, reason, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

const member = z.object({ user_id: keptText(100) });

const personId = z.optional(keptText(100));

/** Who takes over what, by the ID of a colleague. What nobody takes over ends. */
const handOver = z.object({
  actions: personId,
  hours: personId,
  tokens: personId,
  alerts: personId,
  keeps_recipients: z.optional(z.boolean()),
});
const leaver = z.extend(member, { hand_over: z.optional(handOver) });

const isEmptyOrVisible = (text: string) => text === "" || hasVisibleText(text);

export const teamInputs = {
  "team.list": noInput,
  "team.add": z.object({
    name: z.optional(
      keptText(
        120,
        z
          .string()
          .check(
            z.trim(),
            z.refine(isEmptyOrVisible, "Enter a name, or leave it empty."),
            z.refine(isPersonsName, notPersonsName),
          ),
      ),
    ),
    email: emailAddress,
    role: z.enum(roles),
  }),
  "team.rename": z.extend(member, { name: personName }),
  "team.left_behind": z.extend(member, { role: z.optional(z.enum(roles)) }),
  "team.change_role": z.extend(leaver, { role: z.enum(roles) }),
  "team.change_state": z.extend(leaver, { state: z.enum(["active", "disabled"]) }),
  "team.make_link": member,
  "team.remove": leaver,
  "team.list_sessions": member,
  "team.end_sessions": z.extend(member, { session_id: z.optional(keptText(100)) }),
  "team.turn_off_factor": member,
  "team.remind_factor": member,

  "tokens.list": noInput,
  "tokens.add": z.object({
    name: writtenText(60, "Enter a name."),
    role: z.enum(roles),
    scope: z.enum(tokenScopes),
    days: z.int().check(z.gte(1), z.lte(mostTokenDays)),
  }),
  "tokens.revoke": z.object({ token_id: keptText(100) }),

  "copy.end": noInput,

  "masking.get": noInput,
  "masking.set": z.object({ is_on: z.boolean() }),
  "masking.show": z.object({ reason }),
} satisfies InputsFor<typeof masking | typeof restoredCopy | typeof team | typeof tokens>;
