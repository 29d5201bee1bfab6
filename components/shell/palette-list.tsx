"use client";

import { type MouseEvent, useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { ShortcutHint } from "@/components/ui/shortcut-hint";
import { asIdKey, type Entry, type EntryGroup } from "./palette-entries";
import type { KnownThings } from "./use-known";

export type PaletteListProps = {
  id: string;
  groups: readonly EntryGroup[];
  chosen: number;
  known: KnownThings;
  onPoint: (at: number) => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

export function PaletteList({ id, groups, chosen, known, onPoint, onGo }: PaletteListProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = groups.flatMap((group) => group.entries);

  useEffect(() => {
    const option = document.getElementById(`${id}-${chosen}`);
    if (chosen === 0) box.current?.scrollTo({ top: 0 });
    else option?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  return (
    <div className="pal-list" ref={box}>
      <div role="listbox" id={id} aria-label="What was found">
        {groups.map(({ title, entries: own }, group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role alone
          <div role="group" aria-labelledby={`${id}-group-${group}`} key={title}>
            <h3 id={`${id}-group-${group}`} role="presentation">
              {title}
            </h3>
            {own.map((entry) => {
              const at = entries.indexOf(entry);
              return (
                <Option
                  key={entry.key}
                  id={`${id}-${at}`}
                  entry={entry}
                  isChosen={at === chosen}
                  onPoint={() => onPoint(at)}
                  onGo={onGo}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className="pal-note" role="status">
        {noteOf(known, entries.filter(({ key }) => key !== asIdKey).length)}
      </p>
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

function Option({ id, entry, isChosen, onPoint, onGo }: OptionProps) {
  const { icon, title, note, hint, stop } = entry;
  const isModified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.button === 1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the input, which names the chosen option
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={stop ? "pal-o stop" : "pal-o"}
      onPointerMove={isChosen ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(entry, isModified(event))}
      onAuxClick={(event) => onGo(entry, isModified(event))}
    >
      <Icon name={icon} />
      <span className="trunc" title={title}>
        <b>{title}</b>
        {note && ` ${note}`}
      </span>
      <span className="row">
        {hint && <span className="hint">{hint}</span>}
        {isChosen && <ShortcutHint keys="Enter" />}
      </span>
    </div>
  );
}

function noteOf({ isReading, hasFailed }: KnownThings, number: number) {
  if (isReading) return "Reading what is known…";
  if (hasFailed) return "Some of what is known could not be read.";
  return number === 0 ? "Nothing known fits." : "";
}
