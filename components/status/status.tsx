import { cva } from "class-variance-authority";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { formatRaw } from "@/lib/format/format-raw";
import { useStatusMeaning } from "./use-status-meaning";
import { useWordNote } from "./use-word-note";

export const UNKNOWN_TITLE = "Unknown word, shown as received";

export type StatusProps = { word: unknown; tone: Tone; pill?: boolean; title?: string };

export function Status({ word, tone, pill = false, title }: StatusProps) {
  return (
    <span
      data-slot="status"
      className={statusClass({ tone, shape: pill ? "pill" : "text" })}
      title={title ?? (tone === "unknown" ? UNKNOWN_TITLE : undefined)}
    >
      <StatusIcon tone={tone} tinted />
      <span className={statusWordClass(tone)}>{formatRaw(word)}</span>
    </span>
  );
}

/** Style of values outside the API documentation. */
export const unknownClass = "underline decoration-ink-3 decoration-dotted underline-offset-3";

const statusWordClass = (tone: Tone) =>
  `min-w-0 overflow-hidden text-ellipsis ${tone === "unknown" ? unknownClass : ""}`;

export const statusClass = cva("status-text", {
  variants: {
    tone: {
      ok: "",
      wait: "text-wait-ink",
      fault: "text-fault-ink",
      live: "",
      idle: "text-ink-2",
      done: "text-ink-2",
      unknown: "text-ink-2",
    },
    shape: {
      text: "",
      control: "items-center",
      pill: "h-[22px] items-center rounded-[11px] pr-[9px] pl-[7px] text-sm/5 font-[550]",
    },
  },
  compoundVariants: [
    { shape: "pill", tone: "ok", className: "bg-ok-wash text-ok-ink [--cut:var(--ok-wash)]" },
    { shape: "pill", tone: "wait", className: "bg-wait-wash [--cut:var(--wait-wash)]" },
    { shape: "pill", tone: "fault", className: "bg-fault-wash [--cut:var(--fault-wash)]" },
    { shape: "pill", tone: "live", className: "bg-live-wash text-live-ink" },
    { shape: "pill", tone: ["idle", "done"], className: "bg-idle-wash" },
    { shape: "pill", tone: "unknown", className: "border border-dashed border-edge" },
  ],
});

type RecordStatusProps = Omit<StatusProps, "tone"> & { resource: string; field: string };

/** A status word in a record view or drawer, with a note about its meaning. */
export function RecordStatus({ resource, field, word, ...rest }: RecordStatusProps) {
  const toneOf = useStatusMeaning(resource);
  const note = useWordNote(resource)(field, word);
  return (
    <>
      <Status word={word} tone={toneOf(field, word)} {...rest} /> {note && <span className="text-ink-3">{note}</span>}
    </>
  );
}
