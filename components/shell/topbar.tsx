import { usePreferences } from "@/components/query/use-preferences";
import { useRunningUpload } from "@/components/send/running-upload";
import { type Load, onIntent } from "@/components/ui/browser/on-intent";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Link } from "@/components/ui/buttons/link";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { useOwnZone, zoneOptions } from "@/components/ui/time/zone";
import { idToPath } from "@/lib/contract/identifier";
import { LiveSwitch } from "./live-switch";
import { Part } from "./part";
import { otherTheme } from "./theme";
import { useShownZone } from "./use-shown-zone";

type Layer = { load: Load; open: () => void };

export type TopbarProps = { menu: Layer; find: Layer };

export function Topbar({ menu, find }: TopbarProps) {
  const { chooseZone } = useShownZone();
  const zone = useOwnZone() === "utc" ? "utc" : "local";
  const switchTheme = useSwitchTheme();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b border-rule bg-sheet pr-4 pl-(--gutter) max-narrow:gap-0.5 max-narrow:pr-2 print:hidden">
      <IconButton
        icon="menu"
        label="Open menu"
        small={false}
        className="hidden max-rail:-ml-2 max-rail:inline-flex"
        aria-haspopup="dialog"
        load={menu.load}
        onClick={menu.open}
      />
      <button
        type="button"
        className="flex h-[30px] w-[min(400px,100%)] min-w-0 cursor-pointer items-center gap-2 rounded-2 border border-rule-2 bg-well pr-1.5 pl-2.5 text-left text-ink-2 hover:border-edge max-narrow:flex-1 max-narrow:border-transparent max-narrow:bg-transparent max-narrow:hover:border-edge max-narrow:[&_kbd]:hidden"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        {...onIntent(find.load)}
        onClick={find.open}
      >
        <Icon name="search" className="text-ink-3" />
        <span className="block min-w-0 flex-1 truncate">Find, or paste any ID</span>
        <ShortcutHint keys="Ctrl K" />
      </button>
      <Part>
        <UploadChip />
        <LiveSwitch />
      </Part>
      <SegmentedControl
        label="Time zone"
        options={zoneOptions}
        value={zone}
        onChange={chooseZone}
        small
        className="max-narrow:hidden"
      />
      <button
        type="button"
        data-slot="button"
        className={`narrow:hidden ${buttonClass({ variant: "bare", size: "small" })}`}
        aria-label={`Times in ${zone === "utc" ? "UTC" : "local time"}, switch to ${zone === "utc" ? "local time" : "UTC"}`}
        onClick={() => chooseZone(zone === "utc" ? "local" : "utc")}
      >
        {zone === "utc" ? "UTC" : "Local"}
      </button>
      <IconButton icon="theme" label="Switch theme" shortcut="Shift D" onClick={switchTheme} />
    </header>
  );
}

export function useSwitchTheme() {
  const { choose } = usePreferences();
  return () => choose({ theme: otherTheme() });
}

function UploadChip() {
  const upload = useRunningUpload();
  if (!upload) return undefined;
  return (
    <Link
      href={`/campaigns/${idToPath(upload.campaign_id)}/contacts?step=upload`}
      className="ml-2.5 flex h-7 max-w-60 min-w-0 shrink items-center gap-2 rounded-full border border-rule-2 bg-sheet px-2.5 font-[550] whitespace-nowrap hover:border-edge max-narrow:mr-1.5 max-narrow:ml-0 max-narrow:shrink-0 max-narrow:px-2"
    >
      <Icon name="up" className="flex-none text-live-ink" />
      <span className="truncate max-narrow:sr-only">Uploading {upload.fileName}</span>
      <span className="flex-none tabular-nums">{upload.percent}%</span>
    </Link>
  );
}
