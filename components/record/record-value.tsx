import type { ReactNode } from "react";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useWordNote } from "@/components/status/use-word-note";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { formatRaw } from "@/lib/format/format-raw";
import { isDigits } from "@/lib/format/json";
import type { RecordRow } from "./flatten-record";

export type LinkFor = (value: string, key: string) => { href: string; label?: string } | undefined;

export type StatusFor = (key: string, value: unknown) => { tone: Tone; note?: ReactNode } | undefined;

export type RecordValueProps = {
  row: RecordRow;
  linkFor: LinkFor | undefined;
  statusFor: StatusFor | undefined;
  onFold: () => void;
};

/** One value by what it looks like. Nothing is rounded, translated or hidden. */
export function RecordValue({ row, linkFor, statusFor, onFold }: RecordValueProps) {
  const { value, look, path, kind, fold } = row;
  const key = path.at(-1) ?? "";
  if (fold) {
    return (
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-[5px] text-ink-2 underline decoration-accent/35 underline-offset-3 hover:text-ink"
        aria-expanded={fold === "open"}
        onClick={onFold}
      >
        {kind}, {fold === "open" ? "close" : "open"}
      </button>
    );
  }
  const status = statusFor?.(key, value);
  if (status) {
    return (
      <>
        <Status word={value} tone={status.tone} /> {status.note && <span className="text-ink-3">{status.note}</span>}
      </>
    );
  }
  const link = typeof value === "string" ? linkFor?.(value, key) : undefined;
  if (link && typeof value === "string") {
    return (
      <>
        <Link className={linkClass} href={link.href}>
          {link.label ?? <code>{value}</code>}
        </Link>{" "}
        <CopyId id={value} quiet isIcon={link.label === undefined} />
      </>
    );
  }
  if (look === "time") return <TimeValue at={value} />;
  if (look === "null") return <Shown value={value} />;
  if (look === "boolean") return value ? "yes" : "no";
  if (look === "list") return <ListValue items={value} />;
  if (look === "object") return <span className="text-ink-3">empty object</span>;
  if (look === "uuid" || isIdKey(key))
    return <CopyId id={typeof value === "string" ? value : formatRaw(value)} quiet whole />;
  return isDigits(value) ? value.$digits : formatRaw(value);
}

function TimeValue({ at }: { at: unknown }) {
  return (
    <>
      <TimeText at={at} zoned />{" "}
      <span className="text-ink-3">
        <TimeText at={at} variant="relative" quiet />
      </span>
    </>
  );
}

function ListValue({ items }: { items: unknown }) {
  if (!Array.isArray(items) || items.length === 0) return <span className="text-ink-3">empty list</span>;
  return items.map(formatRaw).join(", ");
}

const isIdKey = (key: string) => key === "id" || key.endsWith("_id");

/** Reads a record's `status`, with what is known of the word's reading. */
export function useStatusFor(resource: string): StatusFor {
  const toneOf = useStatusMeaning(resource);
  const note = useWordNote(resource);
  return (key, word) =>
    key === "status" && typeof word === "string" ? { tone: toneOf(key, word), note: note(key, word) } : undefined;
}
