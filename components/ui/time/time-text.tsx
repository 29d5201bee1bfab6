import { type RefObject, useRef, useState } from "react";
import { useLayer } from "@/components/ui/overlay/use-layer";
import { Shown, UnknownText } from "@/components/ui/page/shown";
import { clock } from "@/lib/clock";
import { formatRaw } from "@/lib/format/format-raw";
import {
  formatAgo,
  formatClock,
  formatDateTime,
  formatDay,
  formatMoment,
  formatShortDay,
  parseMoment,
  type SentTime,
  type Zone,
  zoneLabel,
} from "@/lib/format/format-time";
import { agoStep, useNow } from "./use-now";
import { useZone } from "./zone";

export type TimeTextProps = {
  at: unknown;
  variant?: "relative" | "absolute" | "clock" | "day" | "short-day" | "short-time" | "moment";
  /** Appends the zone to an absolute time. */
  zoned?: boolean;
  /** Leaves the tab order. For rows whose drawer shows the same time. */
  quiet?: boolean;
};

const load = () => import("./time-layer");

const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 200;

export function TimeText({ at, variant = "absolute", zoned = false, quiet = false }: TimeTextProps) {
  const zone = useZone();
  const parsed = parseMoment(at);
  const now = useNow(variant === "relative" ? agoStep(clock.nowMs() - (parsed?.ms ?? 0)) : 60_000);
  const hover = useHoverOpen();
  const button = useRef<HTMLButtonElement>(null);

  if (at === null || at === undefined || at === "") return <Shown value={at} />;
  if (!parsed) {
    return <UnknownText title="Not a time Switchboard can read, shown as received">{formatRaw(at)}</UnknownText>;
  }

  const text = timeText({ ms: parsed.ms, variant, zone, now });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="time-text wraps-in-details"
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
        {zoned && variant !== "relative" && ` ${zoneLabel(zone)}`}
      </button>
      {hover.isNear && <TimeDetails button={button} hover={hover} sent={String(at)} parsed={parsed} />}
    </>
  );
}

type TimeDetailsProps = {
  button: RefObject<HTMLButtonElement | null>;
  hover: ReturnType<typeof useHoverOpen>;
  sent: string;
  parsed: SentTime;
};

/** A long list has hundreds of times, so each gets its layer only when the pointer or the focus reaches it. */
function TimeDetails({ button, hover, ...time }: TimeDetailsProps) {
  const options = { isOpen: hover.isOpen, onOpenChange: hover.set, buttonRef: button, isPressed: hover.isPinned };
  const { code, layer } = useLayer(load, options);
  return hover.isOpen && code && <code.TimeLayer {...layer} hover={hover} {...time} />;
}

type TimeInput = {
  ms: number;
  variant: NonNullable<TimeTextProps["variant"]>;
  zone: Zone;
  now: number | undefined;
};

function timeText({ ms, variant, zone, now }: TimeInput): string {
  if (variant === "clock") return formatClock(ms, zone);
  if (variant === "day") return formatDay(ms, zone);
  if (now === undefined || variant === "absolute") return formatDateTime(ms, zone);
  if (variant === "moment") return formatMoment(ms, zone, now);
  if (variant === "short-time") return `${formatShortDay(ms, zone, now)}, ${formatClock(ms, zone)}`;
  return variant === "relative"
    ? formatAgo(ms, Math.abs(ms - now) < 60_000 ? Math.max(now, ms) : now)
    : formatShortDay(ms, zone, now);
}

function useHoverOpen() {
  const [isOpen, setIsOpen] = useState(false);
  const [isNear, setIsNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pinned = useRef(false);

  const schedule = (ms: number, open: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), ms);
  };
  const set = (open: boolean) => {
    clearTimeout(timer.current);
    setIsOpen(open);
  };

  return {
    isOpen,
    isNear,
    set,
    isPinned: () => pinned.current,
    openSoon: () => {
      setIsNear(true);
      void load().catch(noop);
      if (!isOpen) pinned.current = false;
      schedule(OPEN_AFTER_MS, true);
    },
    closeSoon: () => !pinned.current && schedule(CLOSE_AFTER_MS, false),
    cancelClose: () => clearTimeout(timer.current),
    pin: () => {
      setIsNear(true);
      pinned.current = true;
      set(true);
    },
  };
}

/** A failed preload is retried when the layer opens. */
const noop = () => undefined;
