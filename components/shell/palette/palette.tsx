import { usePathname } from "next/navigation";
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { usePersonDialogs } from "@/components/person/person-dialogs";
import { useMe } from "@/components/query/use-me";
import { useGo } from "@/components/ui/browser/use-go";
import { Icon } from "@/components/ui/buttons/icon";
import { useModal } from "@/components/ui/overlay/dialog";
import { useZone } from "@/components/ui/time/zone";
import { clock } from "@/lib/clock";
import { timeZoneOf } from "@/lib/format/format-time";
import { looksLikeId } from "@/lib/format/looks-like";
import { takeEarlyText } from "../early-text";
import { paletteGroups, preselected } from "./palette-entries";
import type { Command, Entry } from "./palette-entry";
import { PaletteList } from "./palette-list";
import { usePaletteRecords, useServerSearch } from "./use-palette-records";

export type PaletteProps = {
  onClose: () => void;
  onCommand: (command: Command) => void;
  onFindIds: (ids: readonly string[]) => void;
};

/** Command palette: a combobox whose focus stays in the input. */
export function Palette({ onClose, onCommand, onFindIds }: PaletteProps) {
  const goTo = useGo();
  const { lookUp, askNeverCall } = usePersonDialogs();
  const listId = useId();
  const { text, search, groups, entries, index, choose, note } = usePaletteSearch();
  const modal = useModal(onClose);

  function go({ go: target }: Entry, isNewTab: boolean) {
    if ("href" in target && isNewTab) {
      window.open(target.href, "_blank", "noopener");
      return;
    }
    onClose();
    if ("href" in target) goTo(target.href);
    else if ("lookUp" in target) lookUp({ initialText: target.lookUp });
    else if ("findIds" in target) onFindIds(target.findIds);
    else if ("neverCall" in target) askNeverCall(target.neverCall);
    else onCommand(target.command);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    const entry = entries[index];
    if (event.key === "ArrowDown") choose(index + 1 < entries.length ? index + 1 : 0);
    else if (event.key === "ArrowUp") choose(index > 0 ? index - 1 : entries.length - 1);
    else if (event.key === "Enter" && entry) go(entry, isMod);
    else if (isMod && event.key.toLowerCase() === "k") onClose();
    else return;
    event.preventDefault();
  }

  const keys = { "aria-activedescendant": index >= 0 ? `${listId}-${index}` : undefined, onKeyDown };
  return (
    <dialog
      {...modal}
      className="mx-auto mt-[108px] mb-auto max-h-[calc(100dvh-132px)] w-[min(640px,calc(100vw-24px))] max-w-none flex-col overflow-hidden rounded-3 bg-float text-ink [--cut:var(--float)] [box-shadow:var(--sh-3)] backdrop:bg-scrim open:flex max-narrow:mt-2 max-narrow:max-h-[calc(100dvh-16px)] forced-colors:border forced-colors:border-[CanvasText]"
      aria-label="Find"
    >
      <div className="flex h-[54px] flex-none items-center gap-3 border-b border-rule pr-3.5 pl-[18px] focus-within:border-b-focus focus-within:shadow-[inset_0_-1px_0_var(--focus)]">
        <Icon name="search" className="text-ink-3" />
        <PaletteInput value={text} aria-controls={listId} onText={search} {...keys} />
        <button
          type="button"
          className="grid h-8 min-w-8 place-items-center max-narrow:h-11 max-narrow:min-w-11"
          aria-label="Close"
          onClick={onClose}
        >
          <kbd>Esc</kbd>
        </button>
      </div>
      <PaletteList id={listId} groups={groups} chosen={index} note={note} keys={keys} onPoint={choose} onGo={go} />
      <PaletteFoot />
    </dialog>
  );
}

function usePaletteSearch() {
  const { role } = useMe();
  const here = usePathname();
  const { records, isLoading, hasFailed } = usePaletteRecords();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<number>();
  const text = typed.trim();
  const { found, search: searchServer } = useServerSearch(text, records);
  const timeZone = timeZoneOf(useZone());
  const groups = useMemo(
    () => paletteGroups({ text, role, records, found, here, clock: { nowMs: clock.nowMs(), timeZone } }),
    [text, role, records, found, here, timeZone],
  );
  const entries = groups.flatMap((group) => group.entries);

  function search(next: string) {
    setTyped(next);
    searchServer(next.trim());
    setChosen(undefined);
  }

  const searchEarly = useEffectEvent(() => {
    const early = takeEarlyText();
    if (early) search(early);
  });
  useLayoutEffect(() => searchEarly(), []);

  return {
    text: typed,
    search,
    groups,
    entries,
    index: Math.min(chosen ?? preselected(entries), entries.length - 1),
    choose: setChosen,
    note: isLoading
      ? "Loading records…"
      : hasFailed
        ? "Some records could not be loaded."
        : entries.length === 0
          ? "No match."
          : "",
  };
}

type PaletteInputProps = Omit<ComponentProps<"input">, "value"> & { value: string; onText: (text: string) => void };

function PaletteInput({ value, onText, ...rest }: PaletteInputProps) {
  /** Some browsers join the lines of a pasted column, and two IDs become one. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData("text");
    if (!/[\r\n\t]/.test(pasted.trim())) return;
    event.preventDefault();
    onText(`${value} ${pasted.replace(/\s+/g, " ")}`.trim());
  }
  return (
    <input
      {...rest}
      data-first-focus
      role="combobox"
      aria-label="Find, or paste any ID"
      aria-expanded
      aria-autocomplete="list"
      className={`h-10 min-w-0 flex-1 bg-transparent text-lg leading-5 outline-none placeholder:text-ink-3 ${looksLikeId(value.trim()) ? "font-mono tracking-[-0.02em] [font-variant-ligatures:none]" : ""}`}
      placeholder="Find, or paste any ID"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onPaste={onPaste}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

const hints = [
  ["↑ ↓", "choose"],
  ["Enter", "open"],
  ["Ctrl Enter", "new tab"],
  [">", "actions only"],
] as const;

function PaletteFoot() {
  return (
    <footer
      className="flex flex-none items-center gap-[18px] border-t border-rule bg-well px-[18px] py-[9px] text-sm leading-5 text-ink-2 max-narrow:hidden"
      aria-hidden="true"
    >
      {hints.map(([keys, does]) => (
        <span key={keys} className="inline-flex items-center gap-1.5 last:ml-auto">
          <kbd>{keys}</kbd> {does}
        </span>
      ))}
    </footer>
  );
}
