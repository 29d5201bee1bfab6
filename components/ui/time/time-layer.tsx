"use client";

import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { layerClass } from "@/components/ui/overlay/layer-class";
import { StandIn } from "@/components/ui/overlay/stand-in";
import { clock } from "@/lib/clock";
import { formatAgo, formatDateTime, localZoneName, type SentTime } from "@/lib/format/format-time";
import { useNow } from "./use-now";

type TimeLayerProps = TimePopoverProps & {
  button: RefObject<HTMLButtonElement | null>;
  hover: { set: (open: boolean) => void; isPinned: () => boolean; cancelClose: () => void; closeSoon: () => void };
};

export function TimeLayer({ button, hover, sent, parsed }: TimeLayerProps) {
  return (
    <Popover.Root open onOpenChange={hover.set}>
      <Popover.Anchor asChild>
        <StandIn target={button} />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className={layerClass()}
          aria-label="This time, in full"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => !hover.isPinned() && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!hover.isPinned() || document.activeElement !== document.body) return;
            button.current?.focus({ preventScroll: true });
            // The returned focus triggers the opening timer of the button, so cancel it.
            hover.cancelClose();
          }}
          onPointerEnter={hover.cancelClose}
          onPointerLeave={hover.closeSoon}
        >
          <TimePopover sent={sent} parsed={parsed} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const noteClass = "text-sm/[17px] text-ink-3";

type TimePopoverProps = { sent: string; parsed: SentTime };

export function TimePopover({ sent, parsed }: TimePopoverProps) {
  const now = useNow() ?? clock.nowMs();
  return (
    <>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-[3px] [&_dt]:text-ink-3">
        <dt>UTC</dt>
        <dd>{formatDateTime(parsed.ms, "utc")}</dd>
        {localZoneName() !== "UTC" && (
          <>
            <dt>{localZoneName()}</dt>
            <dd>{formatDateTime(parsed.ms, "local")}</dd>
          </>
        )}
        <dt>{parsed.ms > now ? "In" : "Ago"}</dt>
        <dd>{formatAgo(parsed.ms, now, true).replace(/^in | ago$/g, "")}</dd>
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
