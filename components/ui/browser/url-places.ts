import { mayHoldNumber } from "@/lib/format/held-number";

/** Parameters whose value can be a phone number. Such a value is in the entry of the history, and in no address. */
const searchedParams = ["text"] as const;

export type UrlChanges = Record<string, string | undefined>;

/** Subset of `window`, for tests. */
export type Tab = {
  location: Pick<Location, "pathname" | "search">;
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

/** An address, and what belongs to it and is not in it. */
type Place = { href: string; hidden: Readonly<Record<string, string>> };

/** Where a tab is after some changes. */
export function placeAfter(tab: Tab, changes: UrlChanges): Place {
  const params = new URLSearchParams(tab.location.search);
  const hidden: Record<string, string> = hiddenIn(tab.history.state);
  for (const [name, value] of Object.entries(changes)) {
    delete hidden[name];
    if (value === undefined || value === "") params.delete(name);
    else params.set(name, value);
  }
  for (const name of searchedParams) {
    const value = params.get(name);
    if (value === null || !mayHoldNumber(value)) continue;
    hidden[name] = value;
    params.delete(name);
  }
  const { pathname } = tab.location;
  return { href: params.size > 0 ? `${pathname}?${params}` : pathname, hidden };
}

export const stateOf = ({ hidden }: Place) => (Object.keys(hidden).length > 0 ? { hidden } : {});

/** Equal for equal addresses with equal hidden searches. */
export const pageKeyOf = ({ href, hidden }: Place) =>
  Object.keys(hidden).length > 0 ? `${href} ${JSON.stringify(hidden)}` : href;

/** True if the address of a tab holds a number, as old links do. */
export const holdsNumber = ({ search }: Pick<Location, "search">) =>
  searchedParams.some((name) => mayHoldNumber(new URLSearchParams(search).get(name) ?? ""));

/** Values of the entry of the history that are in no address. */
export function hiddenIn(state: unknown): Record<string, string> {
  const hidden: unknown = typeof state === "object" && state !== null && "hidden" in state ? state.hidden : undefined;
  if (typeof hidden !== "object" || hidden === null) return {};
  return Object.fromEntries(
    Object.entries(hidden).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
