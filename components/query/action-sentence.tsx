import { BrandMark } from "@/components/ui/buttons/brand-mark";
import { Icon, type IconName } from "@/components/ui/buttons/icon";
import { stranger } from "@/lib/contract/actor";
import type { AuditEntry, SentAnswer } from "@/lib/contract/console/audit";
import { idToPath } from "@/lib/contract/identifier";
import { shortenId, visibleControls } from "@/lib/format/format-raw";

export type ActionSentenceProps = {
  entry: Pick<SentAnswer, "actor_name" | "words" | "record" | "target"> & { actor_email?: string };
};

/** Sentence about an action: "Mara Okafor paused **Winter tariff renewals**". Unnamed records show their ID. */
export function ActionSentence({ entry }: ActionSentenceProps) {
  const { words, record, target } = entry;
  const [before, after] = words;
  const ref = record?.ref ?? target ?? "";
  return (
    <>
      {whoOf(entry)} {before}
      {words.length > 1 && (
        <b className="font-semibold" title={record?.name ? ref : undefined}>
          {record?.name ? visibleControls(record.name) : <code title={ref}>{shortenId(ref)}</code>}
        </b>
      )}
      {after}
    </>
  );
}

const whoOf = ({ actor_name, actor_email }: ActionSentenceProps["entry"]) => actor_name || actor_email || "Somebody";

const pages = new Set(["assistants", "calls", "campaigns", "tools", "workflows"]);

export function recordHref(record: SentAnswer["record"]): string | undefined {
  if (!record) return undefined;
  // Invited people are recorded by email address, which the team page cannot open.
  if (record.resource === "team")
    return record.ref.includes("@") ? "/team" : `/team?person=${encodeURIComponent(record.ref)}`;
  return pages.has(record.resource) ? `/${record.resource}/${idToPath(record.ref)}` : undefined;
}

const markClass =
  "grid size-[26px] flex-none place-items-center rounded-full border border-rule-2 bg-sheet text-xs leading-5 font-semibold text-ink-2";

export function PersonMark({ name }: { name: string }) {
  return (
    <span className={markClass} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

type ActorMarkProps = { entry: Pick<AuditEntry, "actor_id" | "actor_name" | "actor_email"> };

/** Initials of a person, or an icon for what acts without one, which never looks like somebody's initials. */
export function ActorMark({ entry: { actor_id, actor_name, actor_email } }: ActorMarkProps) {
  const icon = actorIcon(actor_name, actor_id !== null || actor_email !== "");
  if (!icon) return <PersonMark name={actor_name || actor_email || stranger} />;
  return (
    <span className={`${markClass} border-dashed [--frame:var(--sheet)]`} aria-hidden="true">
      {icon === "brand" ? <BrandMark size={14} /> : <Icon name={icon} small />}
    </span>
  );
}

/** Undefined for a person. */
export function actorIcon(name: string, isPerson: boolean): IconName | "brand" | undefined {
  if (name.startsWith("npm run ")) return "keys";
  if (/^(?:Scheduled|Hours set) by /.test(name)) return "clock";
  if (isPerson || name === "" || name === stranger) return undefined;
  return /^(?:Alert rule|Guard rail): /.test(name) ? "bell" : "brand";
}

function initials(name: string) {
  if (name === stranger) return "?";
  const words = name
    .replace(/ \(.*\)$/, "")
    .trim()
    .split(/\s+/);
  const letters = words.length > 1 ? [words[0]?.[0], words.at(-1)?.[0]] : [...(words[0] ?? "")].slice(0, 2);
  return letters.join("").toUpperCase();
}
