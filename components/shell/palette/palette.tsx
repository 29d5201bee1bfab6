"use client";

import { usePathname } from "next/navigation";
import { type ComponentProps, type KeyboardEvent, useId, useMemo, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { useGo } from "@/components/ui/browser/use-go";
import { Icon } from "@/components/ui/buttons/icon";
import { useModal } from "@/components/ui/overlay/dialog";
import { paletteGroups } from "./palette-entries";
import { PaletteList, useLogSearch, useOpenRecord, usePaletteRecords } from "./palette-list";
import { looksLikeId } from "./palette-match";
import type { Command, Entry } from "./palette-things";

export type PaletteProps = { onClose: () => void; onCommand: (command: Command) => void };

/** Command palette: a combobox whose focus stays in the input. */
export function Palette({ onClose, onCommand }: PaletteProps) {
  const goTo = useGo();
  const listId = useId();
  const loaded = usePaletteRecords();
  const { text, search, showAsId, groups, entries, index, choose } = usePaletteSearch(loaded.records);
  const dialog = useModal(onClose);

  function go(entry: Entry | undefined, isNewTab: boolean) {
    if (!entry) return;
    if ("as" in entry.go) {
      showAsId();
      return;
    }
    if ("href" in entry.go && isNewTab) {
      window.open(entry.go.href, "_blank", "noopener");
      return;
    }
    onClose();
    if ("href" in entry.go) goTo(entry.go.href);
    else onCommand(entry.go.command);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && entries.length > 0)
      choose((Math.max(index, step < 0 ? 0 : -1) + step + entries.length) % entries.length);
    else if (event.key === "Enter") go(entries[index], isMod);
    else if (isMod && event.key.toLowerCase() === "k") onClose();
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className="mx-auto mt-[108px] mb-auto max-h-[calc(100dvh-132px)] w-[min(640px,calc(100vw-24px))] max-w-none flex-col overflow-hidden rounded-3 bg-float text-ink [--cut:var(--float)] [box-shadow:var(--sh-3)] backdrop:bg-scrim open:flex max-narrow:mt-2 max-narrow:max-h-[calc(100dvh-16px)] forced-colors:border forced-colors:border-[CanvasText]"
      aria-label="Find"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="flex h-[54px] flex-none items-center gap-3 border-b border-rule pr-3.5 pl-[18px] focus-within:border-b-focus focus-within:shadow-[inset_0_-1px_0_var(--focus)]">
        <Icon name="search" className="text-ink-3" />
        <PaletteInput
          value={text}
          aria-controls={listId}
          aria-activedescendant={index >= 0 ? `${listId}-${index}` : undefined}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="grid h-8 min-w-8 place-items-center max-narrow:h-11 max-narrow:min-w-11"
          aria-label="Close"
          onClick={onClose}
        >
          <kbd>Esc</kbd>
        </button>
      </div>
      <PaletteList id={listId} groups={groups} chosen={index} onPoint={choose} onGo={go} loaded={loaded} />
      <PaletteFoot />
    </dialog>
  );
}

/** The typed text and the entries that match it. */
function usePaletteSearch(records: ReturnType<typeof usePaletteRecords>["records"]) {
  const { role } = useMe();
  const here = usePathname();
  const [text, setText] = useState("");
  const [isId, setIsId] = useState(false);
  /** Index chosen by the user. Default: the first entry that is not destructive. */
  const [chosen, setChosen] = useState<number>();
  const logSearch = useLogSearch(text.trim(), records);
  const open = useOpenRecord(here, records);
  const groups = useMemo(
    () => paletteGroups({ text, role, isId, records, log: logSearch.matches, open, here }),
    [text, role, isId, records, logSearch.matches, open, here],
  );
  const entries = groups.flatMap((group) => group.entries);
  const index = Math.min(chosen ?? entries.findIndex(({ stop }) => !stop), entries.length - 1);

  function search(next: string) {
    setText(next);
    logSearch.ask(next);
    setIsId(false);
    setChosen(undefined);
  }

  /** Lists the kinds of record that the text can be an ID of. */
  function showAsId() {
    setIsId(true);
    setChosen(undefined);
  }

  return { text, search, showAsId, groups, entries, index, choose: setChosen };
}

type PaletteInputProps = Omit<ComponentProps<"input">, "value"> & { value: string };

function PaletteInput({ value, ...rest }: PaletteInputProps) {
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
    />
  );
}

function PaletteFoot() {
  return (
    <footer
      className="flex flex-none items-center gap-[18px] border-t border-rule bg-well px-[18px] py-[9px] text-sm leading-5 text-ink-2 max-narrow:hidden [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5"
      aria-hidden="true"
    >
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>Ctrl Enter</kbd> new tab
      </span>
      <span className="ml-auto">
        <kbd>&gt;</kbd> actions only
      </span>
    </footer>
  );
}
