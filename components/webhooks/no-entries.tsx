"use client";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { bayClass } from "@/components/ui/page/section";
import { StateFace } from "@/components/ui/page/state-face";
import { TimeText } from "@/components/ui/time/time-text";
import { countOf } from "@/lib/format/format-count";
import {
  ALL_TIME,
  attemptsMessage,
  type FilterName,
  filterNames,
  type LogFilter,
  presets,
  without,
} from "./log-filter";
import type { LogMatches } from "./match-log";
import type { Desk, OwnLog } from "./use-desk";

export function NoWebhooks() {
  return (
    <div className={bayClass}>
      <StateFace face="empty" heading="No webhooks" level={2}>
        The API returned an empty list, and no log entries. The API contract shows no call to create a webhook.
      </StateFace>
    </div>
  );
}

export function NothingYet({ desk }: { desk: Desk }) {
  const { chosen, targets, webhooks, url } = desk;
  const listed = webhooks.data?.value.data;
  if (chosen !== undefined && listed && !listed.some(({ id }) => id === chosen))
    return <UnknownWebhook id={chosen} onAll={() => url.set({ webhook: undefined })} />;
  const host = chosen && (targets.get(chosen)?.host ?? chosen);
  return (
    <div className={`${bayClass} border-t border-rule`}>
      <StateFace face="empty" heading={host ? `No log entries for ${host}` : "No log entries yet"} level={2}>
        The API returned an empty log. Entries appear here once the platform has sent an event.
      </StateFace>
    </div>
  );
}

function UnknownWebhook({ id, onAll }: { id: string; onAll: () => void }) {
  return (
    <div className={`${bayClass} border-t border-rule`}>
      <StateFace
        face="empty"
        heading="No webhook with this ID"
        level={2}
        actions={<Button onClick={onAll}>Show all webhooks</Button>}
      >
        <p>
          The API lists no webhook <CopyId id={id} whole />, and returned no log entry for it.
        </p>
      </StateFace>
    </div>
  );
}

export function NothingInTime({ desk: { url, filter }, log }: { desk: Desk; log: OwnLog }) {
  const newest = log.entries[0]?.atMs ?? 0;
  const wider = presets.find(({ ms }) => newest >= log.readMs - ms);
  const time = filter.isUntimed
    ? "without a time"
    : filter.between
      ? "in this time"
      : `in the ${filter.preset?.label ?? "log"}`;
  const show = () =>
    url.set({ time: wider ? (wider.value === "24h" ? undefined : wider.value) : ALL_TIME, between: undefined });
  return (
    <div className={`${bayClass} border-t border-rule`}>
      <StateFace
        face="empty"
        heading={`No entry ${time}`}
        level={2}
        actions={<Button onClick={show}>Show {wider ? `the ${wider.label}` : "all that was read"}</Button>}
      >
        <p>
          The last entry was <TimeText at={log.entries[0]?.log.delivered_at} variant="relative" />,{" "}
          <TimeText at={log.entries[0]?.log.delivered_at} zoned />.
        </p>
      </StateFace>
    </div>
  );
}

/** What can be taken out of the filters and what would match then, the most useful first. */
export function NoMatch({ desk: { url, filter }, matches }: { desk: Desk; matches: LogMatches }) {
  const remedies = remediesFor(filter, matches);
  const all = new Set(remedies.flatMap(({ out }) => out));
  const takeOut = (out: Iterable<FilterName>) => url.set(Object.assign({}, ...[...out].map(without)));
  return (
    <div className={`${bayClass} border-t border-rule`}>
      <StateFace
        face="empty"
        heading="No entry matches these filters"
        level={2}
        actions={
          <>
            {remedies.map(({ out, label, entries }) => (
              <Button key={label} size="small" onClick={() => takeOut(out)}>
                {label}: {countOf(entries, "entry", "entries")}
              </Button>
            ))}
            {all.size > 1 && (
              <Button size="small" variant="bare" onClick={() => takeOut(all)}>
                Clear all filters
              </Button>
            )}
          </>
        }
      >
        {remedyMessage(remedies)}
      </StateFace>
    </div>
  );
}

/** Filters that can be taken out together, and how many entries match then. */
type Remedy = { out: readonly FilterName[]; label: string; says: string; entries: number };

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
