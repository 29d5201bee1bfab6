import { Popover } from "radix-ui";
import { type RefObject, useEffect, useState } from "react";
import type { ComboOption } from "@/components/ui/fields/combo-option";
import { layerClass, menuCountClass, menuItemClass, menuNoteClass } from "./layer-class";

export type OptionsLayerProps = {
  /** The input that the options stand under. It keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  label: string;
  shown: readonly ComboOption[];
  hidden: number;
  active: ComboOption | undefined;
  onChoose: (option: ComboOption) => void;
};

/** Popover that leaves the focus in the input. Inside a modal dialog it belongs to that, because it would lie behind it. */
export function OptionsLayer({ input, hidden, ...options }: OptionsLayerProps) {
  const [dialog] = useState(() => document.activeElement?.closest("dialog"));
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={input} />
      <Popover.Portal container={dialog}>
        <Popover.Content
          className={layerClass({ look: "options" })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Options {...options} />
          <p className={`${menuNoteClass} empty:hidden`} role="status">
            {options.shown.length === 0 ? "No match." : hidden > 0 && `${hidden} more: type to narrow down.`}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Options({ listId, label, shown, active, onChoose }: Omit<OptionsLayerProps, "input" | "hidden">) {
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
