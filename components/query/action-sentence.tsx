import type { ReactNode } from "react";
import { BrandMark } from "@/components/ui/buttons/brand-mark";
import { Icon } from "@/components/ui/buttons/icon";
import { initialsOf, RoundMark } from "@/components/ui/buttons/round-mark";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { type ActorKind, actorKindOf } from "@/lib/contract/console/automation/actors";
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

/** Initials of a person. What is no person has a glyph, because its letters would be somebody's. */
export function PersonMark({ name }: { name: string }) {
  const kind = actorKindOf(name);
  return <RoundMark>{kind ? glyphs[kind] : initialsOf(name)}</RoundMark>;
}

const glyphs: Record<ActorKind, ReactNode> = {
  switchboard: <BrandMark size={15} />,
  command: <Icon name="keys" />,
  token: <Icon name="keys" />,
  schedule: <Icon name="clock" />,
  rule: <Icon name="bell" />,
  stranger: "?",
};
