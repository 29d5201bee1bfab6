import { countOf } from "@/lib/format/format-count";
import { attemptsMessage, type FilterName, filterNames, type LogFilter } from "./log-filter";
import type { LogMatches } from "./match-log";

/** Filters that can be taken out together, and how many entries match then. */
export type Remedy = { out: readonly FilterName[]; label: string; says: string; entries: number };

/**
 * What can be taken out of the filters that are set, the most useful first: what brings something back; then the time,
 * which nobody may have chosen; what was typed last. Beside a typed text the fewest entries are the nearest to it.
 */
export function remediesFor(filter: LogFilter, { without, holdText }: Pick<LogMatches, "without" | "holdText">) {
  const words = wordsOf(filter);
  const byEntries = filter.text === undefined ? -1 : 1;
  const set = filterNames.filter((name) => words[name] !== undefined);
  const others = set.filter((name) => name !== "text");
  const single = set.map((name) => takingOut(name, words[name] ?? "", without[name]));
  const isHiddenTwice = holdText > 0 && others.every((name) => without[name] === 0);
  return [...single, ...(isHiddenTwice ? [keepingText(words.text ?? "", others, holdText)] : [])].sort(
    (a, b) =>
      Number(a.entries === 0) - Number(b.entries === 0) || rankOf(a) - rankOf(b) || byEntries * (a.entries - b.entries),
  );
}

/** What the first remedy would do. */
export const remedyMessage = ([first]: readonly Remedy[]) =>
  first && first.entries > 0 ? first.says : "No single filter is what hides them: take out more than one.";

function takingOut(name: FilterName, words: string, entries: number): Remedy {
  const where = name === "time" ? "at another time" : `without ${words}`;
  return { out: [name], label: `Without ${words}`, says: `${matchWords(entries)} ${where}.`, entries };
}

function keepingText(words: string, out: readonly FilterName[], entries: number): Remedy {
  return { out, label: `Only ${words}`, says: `${matchWords(entries)} ${words} alone.`, entries };
}

const matchWords = (entries: number) => countOf(entries, "entry matches", "entries match");

const rankOf = ({ out }: Remedy) => (out.includes("text") ? 2 : out.includes("time") ? 0 : 1);

function wordsOf({ attempts, preset, between, status, event, text, isUntimed }: LogFilter) {
  return {
    attempts: attempts && `attempts ${attemptsMessage(attempts)}`,
    time: isUntimed ? "no time sent" : between ? "the time on the bar" : preset?.label,
    status: status && `status ${status.replace(/^!/, "not ")}`,
    event: event && `event ${event}`,
    text: text && `“${text}”`,
  };
}
