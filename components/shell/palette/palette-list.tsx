import { type HTMLAttributes, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { Icon } from "@/components/ui/buttons/icon";
import { endAfterWholeRow } from "@/components/ui/overlay/whole-rows";
import { TimeText } from "@/components/ui/time/time-text";
import type { EntryGroup } from "./palette-entries";
import type { Entry } from "./palette-entry";

export type PaletteListProps = {
  id: string;
  groups: readonly EntryGroup[];
  chosen: number;
  note: string;
  keys: HTMLAttributes<HTMLElement>;
  onPoint: (index: number) => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

const maxInOneColumn = 9;

export function PaletteList({ id, groups, chosen, note, keys, onPoint, onGo }: PaletteListProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = groups.flatMap((group) => group.entries);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other groups have other rows
  useLayoutEffect(() => endAfterWholeRow(box.current), [groups]);

  useEffect(() => {
    if (chosen === 0) box.current?.scrollTo({ top: 0 });
    else document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  return (
    <div className="min-h-0 flex-auto scroll-pt-8 scroll-pb-2 overflow-auto overscroll-contain pb-1.5" ref={box}>
      {/* In the tab order, because a box that scrolls must be reachable by keyboard. */}
      <div
        role="listbox"
        id={id}
        aria-label="Results"
        tabIndex={0}
        className="-outline-offset-2"
        onMouseDown={keepFocus}
        {...keys}
      >
        {groups.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role alone
          <div role="group" aria-labelledby={`${id}-group-${index}`} key={group.title}>
            <h3
              className="px-[18px] pt-3 pb-1 text-sm font-medium text-ink-3"
              id={`${id}-group-${index}`}
              role="presentation"
            >
              {group.title}
            </h3>
            <div
              role="presentation"
              className={group.entries.length > maxInOneColumn ? "columns-2 gap-0 max-narrow:columns-1" : ""}
            >
              {group.entries.map((entry) => {
                const index = entries.indexOf(entry);
                return (
                  <Option
                    key={entry.key}
                    id={`${id}-${index}`}
                    entry={entry}
                    isChosen={index === chosen}
                    onPoint={() => onPoint(index)}
                    onGo={onGo}
                  />
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <p className="px-[18px] pt-2 pb-1.5 text-sm leading-5 text-ink-3 empty:hidden" role="status">
        {note}
      </p>
    </div>
  );
}

/** A click leaves the focus in the input. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

type OptionProps = {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

const chosenStyle =
  "bg-pick shadow-[inset_3px_0_0_var(--accent)] forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]";

function Option({ id, entry, isChosen, onPoint, onGo }: OptionProps) {
  const { icon, title, note, hint, at, isDestructive } = entry;
  const isModified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.button === 1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the active option
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={`grid min-h-10 cursor-pointer break-inside-avoid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 pr-3.5 pl-[18px] max-narrow:min-h-12 ${isChosen ? chosenStyle : ""}`}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={(event) => onGo(entry, isModified(event))}
      onAuxClick={(event) => onGo(entry, isModified(event))}
    >
      <Icon name={icon} className={isDestructive ? "text-fault-ink" : isChosen ? "text-accent" : "text-ink-2"} />
      <span className="block min-w-0 truncate text-ink-2" title={title}>
        <b className={`font-[550] ${isDestructive ? "text-fault-ink" : "text-ink"}`}>{title}</b>
        {note && ` ${note}`}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-ink-2 max-narrow:[&_kbd]:hidden">
        {(at || hint) && (
          <span className="text-sm leading-5 text-ink-3 max-narrow:hidden">
            {at ? <TimeText at={at} variant="relative" /> : hint}
          </span>
        )}
        {isChosen && <ShortcutHint keys="Enter" />}
      </span>
    </div>
  );
}
