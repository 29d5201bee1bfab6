"use client";

import { Popover } from "radix-ui";
import { useRef, useState } from "react";
import { formatRaw } from "@/lib/format/format-raw";
import {
  formatAgo,
  formatClock,
  formatDateTime,
  formatDay,
  formatShortDay,
  localZoneName,
  parseMoment,
  type SentTime,
  type Zone,
} from "@/lib/format/format-time";
import { CopyButton } from "./copy-button";
import { layerClass } from "./layer-class";
import { Shown } from "./shown";
import { UnknownText } from "./unknown-text";
import { agoStep, useNow } from "./use-now";
import { useZone } from "./zone";

export type TimeTextProps = {
  at: unknown;
  variant?: "relative" | "absolute" | "clock" | "day" | "short-day" | "short-time";
  /** Names the zone after an absolute time. */
  zoned?: boolean;
  /** Leaves the tab order: for rows whose drawer shows the same time again. */
  quiet?: boolean;
};

const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 200;

export function TimeText({ at, variant = "absolute", zoned = false, quiet = false }: TimeTextProps) {
  const zone = useZone();
  const parsed = parseMoment(at);
  const now = useNow(variant === "relative" ? agoStep(Date.now() - (parsed?.ms ?? 0)) : 60_000);
  const hover = useHoverOpen();

  if (at === null || at === undefined || at === "") return <Shown value={at} />;
  if (!parsed) {
    return <UnknownText title="Not a time Switchboard can read, shown as received">{formatRaw(at)}</UnknownText>;
  }

  const text = say({ ms: parsed.ms, variant, zone, now });
  return (
    <Popover.Root open={hover.isOpen} onOpenChange={hover.set}>
      <Popover.Anchor asChild>
        <button
          type="button"
          className={`tm ${timeClass}`}
          tabIndex={quiet ? -1 : undefined}
          aria-haspopup="dialog"
          aria-expanded={hover.isOpen}
          onPointerEnter={(event) => event.pointerType === "mouse" && hover.openSoon()}
          onPointerLeave={hover.closeSoon}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && hover.openSoon()}
          onBlur={hover.closeSoon}
          onClick={(event) => {
            event.stopPropagation();
            hover.pin();
          }}
        >
          <time dateTime={new Date(parsed.ms).toISOString()} title={parsed.isEpoch && `As sent: ${formatRaw(at)}`}>
            {text}
          </time>
          {zoned && variant !== "relative" && ` ${zone === "utc" ? "UTC" : "local"}`}
        </button>
      </Popover.Anchor>
      {hover.isOpen && (
        <Popover.Portal>
          <Popover.Content
            className={layerClass()}
            aria-label="This time, in full"
            sideOffset={6}
            collisionPadding={8}
            onOpenAutoFocus={(event) => !hover.isPinned() && event.preventDefault()}
            onCloseAutoFocus={(event) => !hover.isPinned() && event.preventDefault()}
            onPointerEnter={hover.keep}
            onPointerLeave={hover.closeSoon}
          >
            <TimePopover sent={String(at)} parsed={parsed} />
          </Popover.Content>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}

const noteClass = "text-sm/[17px] text-ink-3";

const timeClass = [
  "-my-0.5 inline-block min-w-6 rounded-1 py-0.5 whitespace-nowrap [text-align:inherit]",
  "decoration-ink-3 decoration-dotted underline-offset-3 hover:underline",
  "in-[dd]:text-left in-[dd]:wrap-anywhere in-[dd]:whitespace-normal",
  "in-[td,th]:max-w-full in-[td,th]:overflow-hidden in-[td,th]:align-bottom in-[td,th]:text-ellipsis",
].join(" ");

type SayInput = {
  ms: number;
  variant: NonNullable<TimeTextProps["variant"]>;
  zone: Zone;
  now: number | undefined;
};

function say({ ms, variant, zone, now }: SayInput): string {
  if (variant === "clock") return formatClock(ms, zone);
  if (variant === "day") return formatDay(ms, zone);
  if (now === undefined || variant === "absolute") return formatDateTime(ms, zone);
  if (variant === "short-time") return `${formatShortDay(ms, zone, now)}, ${formatClock(ms, zone)}`;
  return variant === "relative"
    ? formatAgo(ms, Math.abs(ms - now) < 60_000 ? Math.max(now, ms) : now)
    : formatShortDay(ms, zone, now);
}

function useHoverOpen() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pinned = useRef(false);

  const after = (ms: number, open: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), ms);
  };
  const set = (open: boolean) => {
    clearTimeout(timer.current);
    setIsOpen(open);
    if (!open) pinned.current = false;
  };

  return {
    isOpen,
    set,
    isPinned: () => pinned.current,
    openSoon: () => after(OPEN_AFTER_MS, true),
    closeSoon: () => !pinned.current && after(CLOSE_AFTER_MS, false),
    keep: () => clearTimeout(timer.current),
    pin: () => {
      pinned.current = true;
      set(true);
    },
  };
}

type TimePopoverProps = { sent: string; parsed: SentTime };

function TimePopover({ sent, parsed }: TimePopoverProps) {
  const now = useNow() ?? Date.now();
  return (
    <>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-[3px] [&_dt]:text-ink-3">
        <dt>UTC</dt>
        <dd>{formatDateTime(parsed.ms, "utc")}</dd>
        <dt>{localZoneName()}</dt>
        <dd>{formatDateTime(parsed.ms, "local")}</dd>
        <dt>Ago</dt>
        <dd>{formatAgo(parsed.ms, now, true).replace(/ ago$/, "")}</dd>
        <dt>As sent</dt>
        <dd>
          <code>{sent}</code>
        </dd>
      </dl>
      {parsed.isEpoch && <p className={noteClass}>Sent as a number, read as time since 1970.</p>}
      {!parsed.isZoned && <p className={noteClass}>Sent without a zone, read as UTC.</p>}
      <CopyButton text={sent} name={sent} size="small" variant="bare">
        Copy as sent
      </CopyButton>
    </>
  );
}
