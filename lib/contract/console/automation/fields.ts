import * as z from "zod/mini";
import { longestRef } from "@/lib/contract/console/saved";
import { keptText } from "@/lib/contract/fields";
import type { Role } from "@/lib/contract/operation";
import { formatCount } from "@/lib/format/format-count";
import { isZone } from "@/lib/format/zoned-time";

export const managers: readonly Role[] = ["admin", "campaign_manager"];

export const sameHours = "Hours must start and end at different times.";

export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00."));
export const zone = keptText(100).check(z.refine(isZone, "This time zone is not known."));
export const ref = keptText(longestRef);

export function wholeNumber(least: number, most: number) {
  const range = `Enter a whole number from ${least} to ${formatCount(most)}.`;
  return z.number(range).check(z.int(range), z.gte(least, range), z.lte(most, range));
}

export const days = z.array(wholeNumber(1, 7)).check(z.minLength(1, "Choose at least one day."), z.maxLength(7));
export const hasDifferentTimes = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || from !== to,
  { path: ["to"], message: sameHours },
);
