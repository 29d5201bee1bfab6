import * as z from "zod/mini";
import type * as campaignCounters from "@/lib/contract/console/campaign-counters";
import { counterChoices } from "@/lib/contract/console/campaign-counters";
import type * as campaignList from "@/lib/contract/console/campaign-list";
import type * as campaignProgress from "@/lib/contract/console/campaign-progress";
import { mostChanges } from "@/lib/contract/console/campaign-progress";
import { keptText, noInput, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

export const campaignInputs = {
  "campaigns.known": noInput,
  "campaigns.progress": z.object({ campaign_id: keptText(500), changes: wholeNumber(mostChanges) }),
  "campaigns.set_counter": z.object({ field: keptText(200).check(z.minLength(1)), counter: z.enum(counterChoices) }),
} satisfies InputsFor<typeof campaignCounters | typeof campaignList | typeof campaignProgress>;
