import { clock } from "@/lib/clock";
import { implement } from "@/lib/contract/console/context";
import { sealSearch } from "@/lib/contract/console/sealed-search";
import type { Operation } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { mayHoldNumber } from "@/lib/format/number-in-text";
import { openText, sealText } from "@/lib/secret";
import type { AnswerSeal } from "./stand-ins";

const prefix = "sealed~";
const validMs = 5 * 60_000;

/** Another context than that of stand-ins, which anybody may open. */
const contextOf = ({ accountId }: AnswerSeal, person: string) => `search ${person} ${accountId}`;

export const sealedSearches = (seal: AnswerSeal) => [
  implement(sealSearch, async ({ text }, { person }) => {
    const sealed = `${clock.nowMs() + validMs} ${text}`;
    return { text: prefix + sealText(seal.key, sealed, contextOf(seal, person.id)) };
  }),
];

/** The input of an export with its sealed text opened. */
export function openSearch(seal: AnswerSeal, input: Record<string, unknown>, person: string | undefined) {
  const { text } = input;
  if (typeof text !== "string" || !text.startsWith(prefix)) return input;
  const opened = openText(seal.key, text.slice(prefix.length), contextOf(seal, person ?? ""));
  const [until = "", ...words] = opened?.split(" ") ?? [];
  if (!(Number(until) > clock.nowMs()))
    throw refused("bad_input", "This address of an export was for a few minutes. Export again from its page.");
  return { ...input, text: words.join(" ") };
}

/** Addresses are logged, so that a request whose address holds a number is not answered. */
export function refuseNumberInAddress({ path }: Operation, { text }: Record<string, unknown>) {
  if (path.startsWith("/console/") && typeof text === "string" && mayHoldNumber(text)) throw numberInAddress();
}

const numberInAddress = () =>
  refused(
    "bad_input",
    "A phone number does not belong in an address, because addresses are logged. Send it to /api/console/sealed-searches " +
      "first, and put the answer’s text here.",
  );
