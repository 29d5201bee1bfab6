import * as z from "zod/mini";
import type * as masking from "@/lib/contract/console/people/masking";
import type * as team from "@/lib/contract/console/people/team";
import type * as tokens from "@/lib/contract/console/people/tokens";
import { mostTokenDays, tokenScopes } from "@/lib/contract/console/people/tokens";
import { roles } from "@/lib/contract/operation";
import { hasVisibleText } from "@/lib/format/visible-text";
import { emailAddress, keptText, noInput, reason, writtenText } from "./fields";
import type { InputsFor } from "./inputs-for";

const member = z.object({ user_id: keptText(100) });

const isEmptyOrVisible = (text: string) => text === "" || hasVisibleText(text);

export const teamInputs = {
  "team.list": noInput,
  "team.add": z.object({
    name: z.optional(
      keptText(120, z.string().check(z.trim(), z.refine(isEmptyOrVisible, "Enter a name, or leave it empty."))),
    ),
    email: emailAddress,
    role: z.enum(roles),
  }),
  "team.change_role": z.extend(member, { role: z.enum(roles) }),
  "team.change_state": z.extend(member, { state: z.enum(["active", "disabled"]) }),
  "team.make_link": member,
  "team.remove": member,
  "team.list_sessions": member,
  "team.end_sessions": z.extend(member, { session_id: z.optional(keptText(100)) }),
  "team.turn_off_factor": member,

  "tokens.list": noInput,
  "tokens.add": z.object({
    name: writtenText(60, "Enter a name."),
    role: z.enum(roles),
    scope: z.enum(tokenScopes),
    days: z.int().check(z.gte(1), z.lte(mostTokenDays)),
  }),
  "tokens.revoke": z.object({ token_id: keptText(100) }),

  "masking.get": noInput,
  "masking.set": z.object({ is_on: z.boolean() }),
  "masking.show": z.object({ reason }),
} satisfies InputsFor<typeof masking | typeof team | typeof tokens>;
