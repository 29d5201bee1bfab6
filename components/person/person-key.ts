import type { findPerson } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import { holdsMask } from "@/lib/format/mask-sign";

/** A person by a number, or by a call whose number is hidden from the reader. */
export type PersonKey = InputOf<typeof findPerson>;

/** A hidden number finds nobody, but its call does. */
export const keyOfCall = (number: string | undefined, call_id: string): PersonKey =>
  number === undefined || holdsMask(number) ? { call_id } : { number };
