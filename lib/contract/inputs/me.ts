import * as z from "zod/mini";
import type * as me from "@/lib/contract/console/people/me";
import type * as secondFactor from "@/lib/contract/console/people/second-factor";
import { requirements } from "@/lib/contract/console/people/second-factor";
import type * as sso from "@/lib/contract/console/people/sso";
import type * as summary from "@/lib/contract/console/summary";
import { keptText, noInput, personName } from "./fields";
import type { InputsFor } from "./inputs-for";
import { preferenceChanges } from "./preferences";

/** A code of the app, or a recovery code. */
export const codeForm = z.object({ code: keptText(60, z.string().check(z.trim(), z.minLength(1, "Enter a code."))) });

/** The first code of a new secret. */
export const firstCodeForm = z.extend(codeForm, { sealed: keptText(500) });

export const meInputs = {
  "me.get": noInput,
  "me.save_preferences": preferenceChanges,
  "me.rename": z.object({ name: personName }),
  "me.view": z.object({ role: z.nullable(z.enum(["viewer", "support", "campaign_manager"])) }),

  "second-factor.get": noInput,
  "second-factor.begin": z.object({
    password: z.string().check(z.minLength(1, "Enter your password."), z.maxLength(1024)),
  }),
  "second-factor.confirm": firstCodeForm,
  "second-factor.renew_codes": codeForm,
  "second-factor.turn_off": codeForm,
  "second-factor.require": z.object({ of: z.enum(requirements) }),

  "sso.get": noInput,
  "sso.disconnect": noInput,
  "sso.set_only": z.object({ is_on: z.boolean() }),

  "summary.get": noInput,
  "overview.get": noInput,
  "overview.hide_steps": z.object({ is_hidden: z.boolean() }),
} satisfies InputsFor<typeof me | typeof secondFactor | typeof sso | typeof summary>;
