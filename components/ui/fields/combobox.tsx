"use client";

import { Popover } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { layerClass, menuCountClass, menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import type { FieldControl } from "./field";
import { inputClass } from "./input";

const mostShown = 60;

export type ComboboxProps = Partial<FieldControl> & {
  /** Where no `Field` names it. */
  "aria-label"?: string;
  className?: string;
  options: readonly ComboOption[];
  /** The option chosen now; empty for none. */
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
};

/**
 * A list to choose from that is too long to look through: typing narrows it, arrows go through it, Enter chooses. Leaving
 * without choosing leaves what was chosen; an emptied field chooses nothing.
 */
export function Combobox({
  options,
  value,
  placeholder,
  className = `w-full ${inputClass()} ${arrowClass}`,
  onChange,
  ...control
}: ComboboxProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [index, setIndex] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const isOpen = typed !== undefined;
  const { shown, hidden } = matchingOptions(options, typed ?? "");
  const marked = shown[Math.min(index, shown.length - 1)];

  function open(text = "") {
    setTyped(text);
    setIndex(text === "" && chosen ? Math.max(shown.indexOf(chosen), 0) : 0);
  }

  function choose(option: ComboOption | undefined) {
    setTyped(undefined);
    if (option && option.value !== value) onChange(option.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      if (isOpen) setIndex(Math.max(0, Math.min(shown.length - 1, index + step)));
      else open();
    } else if (isOpen && event.key === "Enter") choose(marked);
    else if (isOpen && event.key === "Escape") setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor asChild>
        <input
          ref={field}
          {...control}
          className={className}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && marked ? `${listId}-${marked.value}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ""}
          onChange={({ target }) => {
            open(target.value);
            if (target.value === "" && value !== "") onChange("");
          }}
          onClick={() => (isOpen ? undefined : open())}
          onFocus={({ target }) => target.select()}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className={layerClass({ look: "options" })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Options {...{ listId, shown, marked, onChoose: choose }} label={control["aria-label"] ?? "Choices"} />
          <p className={`${menuNoteClass} empty:hidden`} role="status">
            {shown.length === 0 ? "No match." : hidden > 0 && `${hidden} more: type to narrow down.`}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const arrowClass = [
  "bg-[linear-gradient(45deg,transparent_50%,var(--ink-2)_50%),linear-gradient(135deg,var(--ink-2)_50%,transparent_50%)]",
  "bg-size-[4px_4px] bg-position-[right_14px_center,right_10px_center] bg-no-repeat pr-7",
].join(" ");

type OptionsProps = {
  listId: string;
  label: string;
  shown: readonly ComboOption[];
  marked: ComboOption | undefined;
  onChoose: (option: ComboOption) => void;
};

function Options({ listId, label, shown, marked, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) document.getElementById(`${listId}-${marked.value}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, marked]);
  return (
    <div role="listbox" id={listId} aria-label={label} ref={list}>
      {shown.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the input, which names the marked option
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
        <div
          key={option.value}
          id={`${listId}-${option.value}`}
          role="option"
          aria-selected={option === marked}
          data-active={option === marked || undefined}
          className={menuItemClass}
          // The field keeps its focus: losing it would close the list before the press counts.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.note && <span className={menuCountClass}>{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

export type ComboOption = { value: string; label: string; note?: string };

/** The options that hold every word of a text, those that begin with it first. Accents and case do not matter. */
export function matchingOptions(options: readonly ComboOption[], text: string) {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const found = options
    .map((option) => ({ option, words: plain(`${option.label} ${option.note ?? ""} ${option.value}`) }))
    .filter(({ words }) => wanted.every((word) => words.includes(word)));
  const [first = ""] = wanted;
  const ordered = [
    ...found.filter(({ words }) => words.startsWith(first)),
    ...found.filter(({ words }) => !words.startsWith(first)),
  ].map(({ option }) => option);
  return { shown: ordered.slice(0, mostShown), hidden: Math.max(0, ordered.length - mostShown) };
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
