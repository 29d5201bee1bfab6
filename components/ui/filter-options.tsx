"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { visibleControls } from "@/lib/format/visible-controls";
import { Icon } from "./icon";
import { menuCountClass, menuItemClass, menuNoteClass } from "./menu-class";

export type FilterOption = { value: string; label: string; count?: number };

export type FilterOptionsProps = {
  name: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** A listbox: arrows, Home and End move, letters jump, Enter or space chooses, choosing the set one clears it. */
export function FilterOptions({ name, options, value, onChoose }: FilterOptionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );

  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  });

  function choose(option: FilterOption | undefined) {
    if (option) onChoose(option.value === value ? undefined : option.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, at, options);
    if (next !== undefined) setAt(next);
    else if (event.key === "Enter" || event.key === " ") choose(options[at]);
    else return;
    event.preventDefault();
  }

  if (options.length === 0) return <p className={menuNoteClass}>Nothing to choose from</p>;
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={name}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names the active option
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={option.value === value}
          data-active={index === at || undefined}
          className={menuItemClass}
          onClick={() => choose(option)}
          onPointerMove={() => setAt(index)}
        >
          {option.value === value ? <Icon name="check" className="text-ink-2" /> : <span className="size-4" />}
          {visibleControls(option.label)}
          {option.count !== undefined && <span className={menuCountClass}>{option.count.toLocaleString("en-US")}</span>}
        </div>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, options: readonly FilterOption[]): number | undefined {
  if (key === "ArrowDown") return Math.min(options.length - 1, at + 1);
  if (key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return options.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const order = [...options.keys()].map((step) => (at + 1 + step) % options.length);
  return order.find((index) => options[index]?.label.toLowerCase().startsWith(key.toLowerCase()));
}
