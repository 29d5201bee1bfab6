import type { z } from "zod";
import type { StatusWord } from "@/components/status/set-meaning";
import { toneLabels } from "@/components/status/status-messages";
import { setMeaning } from "@/lib/contract/console/settings";
import { documentedMeanings } from "@/lib/contract/console/status-meanings";

/** What is checked before a word is taught: nothing empty, and not one of the API contract's own words. */
export const meaningForm = setMeaning.input.superRefine((given, context) => {
  for (const key of ["resource", "field", "word"] as const)
    if (given[key] === "") context.addIssue({ code: "custom", path: [key], message: missing[key] });
  const own = documentedMeanings.find((each) => isSame(each, given));
  if (own)
    context.addIssue({
      code: "custom",
      path: ["word"],
      message: `This is the API contract's own word. It always reads as ${toneLabels[own.tone]}.`,
    });
});
export type MeaningForm = z.input<typeof meaningForm>;

const missing = {
  resource: "Choose what the word is said of.",
  field: "Name the field, as status.",
  word: "Give the word as the API sends it.",
};

const isSame = (one: StatusWord, other: StatusWord) =>
  one.resource === other.resource && one.field === other.field && one.word === other.word;
