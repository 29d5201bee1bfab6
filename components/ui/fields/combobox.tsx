import { Popover } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { layerClass, menuCountClass, menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
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
  const [typed, setTyped] = useState<string>();
  const [index, setIndex] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const isOpen = typed !== undefined;
  const { shown, hidden } = matchingOptions(options, typed ?? "");
  const active = shown[Math.min(index, shown.length - 1)];

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
    } else if (isOpen && event.key === "Enter") choose(active);
    else if (isOpen && event.key === "Escape") setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor asChild>
        <input
          {...control}
          className={className}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active ? `${listId}-${active.value}` : undefined}
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
      {isOpen && (
        <OptionsLayer>
          <Options {...{ listId, shown, active, onChoose: choose }} label={control["aria-label"] ?? "Choices"} />
          <p className={`${menuNoteClass} empty:hidden`} role="status">
            {shown.length === 0 ? "No match." : hidden > 0 && `${hidden} more: type to narrow down.`}
          </p>
        </OptionsLayer>
      )}
    </Popover.Root>
  );
}

const arrowClass = [
  "bg-[linear-gradient(45deg,transparent_50%,var(--ink-2)_50%),linear-gradient(135deg,var(--ink-2)_50%,transparent_50%)]",
  "bg-size-[4px_4px] bg-position-[right_14px_center,right_10px_center] bg-no-repeat pr-7",
].join(" ");

/** Popover that leaves the focus in the input. Inside a modal dialog it belongs to that, because it would lie behind it. */
function OptionsLayer({ children }: { children: ReactNode }) {
  const [dialog] = useState(() => document.activeElement?.closest("dialog"));
  return (
    <Popover.Portal container={dialog}>
      <Popover.Content
        className={layerClass({ look: "options" })}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  );
}

type OptionsProps = {
  listId: string;
  label: string;
  shown: readonly ComboOption[];
  active: ComboOption | undefined;
  onChoose: (option: ComboOption) => void;
};

function Options({ listId, label, shown, active, onChoose }: OptionsProps) {
  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.value}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);
  return (
    <div role="listbox" id={listId} aria-label={label}>
      {shown.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the active option
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
        <div
          key={option.value}
          id={`${listId}-${option.value}`}
          role="option"
          aria-selected={option === active}
          data-active={option === active || undefined}
          className={menuItemClass}
          // Keep the focus in the field, because blur would close the list before the click.
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

/** `aliases` are other names of the option, in plain letters without blanks. */
export type ComboOption = { value: string; label: string; note?: string; aliases?: readonly string[] };

/**
 * Options that fit a text, ignoring accents and case. Exact names and codes come first, then names that begin with the
 * text, then those with words that begin with its words.
 */
export function matchingOptions(options: readonly ComboOption[], text: string) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const wanted = squeezed(text);
  const ranks = options.map((option) => rankOf(option, wanted, words));
  const ordered = [0, 1, 2, 3, 4].flatMap((rank) => options.filter((_, index) => ranks[index] === rank));
  return { shown: ordered.slice(0, maxShown), hidden: Math.max(0, ordered.length - maxShown) };
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

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const squeezed = (text: string) => plain(text).replace(/[\p{P}\p{S}\s]/gu, "");
