import { CopyButton } from "@/components/ui/buttons/copy-button";
import { PopoverLayer, type PopoverLayerProps } from "@/components/ui/overlay/layers";
import { clock } from "@/lib/clock";
import { formatAgo, formatDateTime, localZoneName, type SentTime } from "@/lib/format/format-time";
import { useNow } from "./use-now";

type TimeLayerProps = TimePopoverProps &
  Pick<PopoverLayerProps, "id" | "button" | "isOpen" | "onOpenChange"> & {
    hover: { isPinned: () => boolean; cancelClose: () => void; closeSoon: () => void };
  };

export function TimeLayer({ hover, sent, parsed, ...layer }: TimeLayerProps) {
  return (
    <PopoverLayer
      {...layer}
      label="This time, in full"
      onOpenAutoFocus={(event) => !hover.isPinned() && event.preventDefault()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        if (!hover.isPinned() || document.activeElement !== document.body) return;
        layer.button.current?.focus({ preventScroll: true });
        // The returned focus triggers the opening timer of the button, so cancel it.
        hover.cancelClose();
      }}
      onPointerEnter={hover.cancelClose}
      onPointerLeave={hover.closeSoon}
    >
      <TimePopover sent={sent} parsed={parsed} />
    </PopoverLayer>
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
