import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useLayer } from "@/components/ui/overlay/use-layer";
import { comparableText } from "@/lib/format/comparable-text";
import type { ComboOption } from "./combo-option";
import type { FieldControl } from "./field";
import { inputClass } from "./input";

const maxShown = 60;

export type ComboboxProps = Partial<FieldControl> & {
  /** Required without a surrounding `Field`. */
  "aria-label"?: string;
  className?: string;
  options: readonly ComboOption[];
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
};

/**
 * Searchable select for long lists. Typing filters, arrows move, Enter chooses. Blur without a choice keeps the value. An
 * emptied field clears it.
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
  const input = useRef<HTMLInputElement>(null);
  const { text, code, reach, choices, open, choose, close, onKeyDown } = useChoices({ options, value, onChange });
  const { shown, hidden, active } = choices;
  const isOpen = text !== undefined;
  const isShown = isOpen && code !== undefined;

  return (
    <>
      <input
        {...control}
        ref={input}
        className={className}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active ? `${listId}-${active.value}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text ?? choices.chosen?.label ?? ""}
        onChange={({ target }) => {
          open(target.value);
          if (target.value === "" && value !== "") onChange("");
        }}
        onClick={() => (isOpen ? undefined : open())}
        onPointerEnter={reach}
        onFocus={({ target }) => {
          reach();
          target.select();
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen && code && (
        <code.OptionsLayer
          {...{ input, listId, shown, hidden, active }}
          label={control["aria-label"] ?? "Choices"}
          onChoose={choose}
        />
      )}
    </>
  );
}

/** The typed text, undefined while the list is closed, the options that fit it, and the keys that move among them. */
function useChoices({ options, value, onChange }: Pick<ComboboxProps, "options" | "value" | "onChange">) {
  const [text, setText] = useState<string>();
  const [index, setIndex] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const isOpen = text !== undefined;
  const close = () => setText(undefined);
  const { code, reach } = useLayer(loadOptions, { isOpen, onOpenChange: close });
  const { shown, hidden, isExact } = matchingOptions(options, text ?? "");
  const active = shown[Math.min(index, shown.length - 1)];

  function open(typed = "") {
    setText(typed);
    setIndex(typed === "" && chosen ? Math.max(shown.indexOf(chosen), 0) : 0);
  }

  function choose(option: ComboOption | undefined) {
    close();
    if (option && option.value !== value) onChange(option.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      if (isOpen) setIndex(Math.max(0, Math.min(shown.length - 1, index + step)));
      else open();
    } else if (isOpen && event.key === "Enter") {
      // Only a whole name or code can be meant before the list is there to choose from.
      if (code !== undefined || isExact) choose(active);
    } else if (isOpen && event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { text, code, reach, choices: { chosen, shown, hidden, active }, open, choose, close, onKeyDown };
}

const loadOptions = () => import("@/components/ui/overlay/layers");

const arrowClass = [
  "bg-[linear-gradient(45deg,transparent_50%,var(--ink-2)_50%),linear-gradient(135deg,var(--ink-2)_50%,transparent_50%)]",
  "bg-size-[4px_4px] bg-position-[right_14px_center,right_10px_center] bg-no-repeat pr-7",
].join(" ");

/**
 * Options that fit a text, ignoring accents and case. Exact names and codes come first, then names that begin with the
 * text, then those with words that begin with its words.
 */
export function matchingOptions(options: readonly ComboOption[], text: string) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const wanted = squeezed(text);
  const ranks = options.map((option) => rankOf(option, wanted, words));
  const ordered = [0, 1, 2, 3, 4].flatMap((rank) => options.filter((_, index) => ranks[index] === rank));
  return {
    shown: ordered.slice(0, maxShown),
    hidden: Math.max(0, ordered.length - maxShown),
    /** The first option is named in full, and no other. */
    isExact: wanted !== "" && ranks.filter((rank) => rank === 0).length === 1,
  };
}

function rankOf({ label, value, note = "", aliases = [] }: ComboOption, wanted: string, words: readonly string[]) {
  if (wanted === "") return 0;
  const name = squeezed(label);
  if (name === wanted || squeezed(value) === wanted || aliases.includes(wanted)) return 0;
  if (squeezed(note) === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  if (aliases.some((alias) => alias.startsWith(wanted))) return 3;
  const all = ` ${plain(`${label} ${note}`)}`;
  return words.every((word) => all.includes(` ${word}`)) ? 4 : undefined;
}

const plain = (text: string) => comparableText(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const squeezed = (text: string) => plain(text).replace(/[\p{P}\p{S}\s]/gu, "");
