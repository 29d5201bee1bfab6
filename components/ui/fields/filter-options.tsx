import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { indexAfter } from "@/components/ui/browser/index-after";
import { Icon } from "@/components/ui/buttons/icon";
import { menuCountClass, menuItemClass, menuNoteClass } from "@/components/ui/overlay/layer-class";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

export type FilterOption = { value: string; label: string; count?: number };

export type FilterOptionsProps = {
  name: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  isMultiple?: boolean;
  onChoose: (value: string) => void;
};

export function FilterOptions({ name, options, chosen, isMultiple = false, onChoose }: FilterOptionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => chosen.includes(option.value)),
    ),
  );

  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  });

  function onKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, activeIndex, options);
    if (next !== undefined) setActiveIndex(next);
    else if (options[activeIndex] && (event.key === "Enter" || event.key === " ")) onChoose(options[activeIndex].value);
    else return;
    event.preventDefault();
  }

  if (options.length === 0) return <p className={menuNoteClass}>Nothing to choose from</p>;
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={name}
      aria-multiselectable={isMultiple || undefined}
      tabIndex={0}
      aria-activedescendant={`${id}-${activeIndex}`}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names the active option
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={chosen.includes(option.value)}
          data-active={index === activeIndex || undefined}
          className={menuItemClass}
          onClick={() => onChoose(option.value)}
          onPointerMove={() => setActiveIndex(index)}
        >
          {chosen.includes(option.value) ? <Icon name="check" className="text-ink-2" /> : <span className="size-4" />}
          {visibleControls(option.label)}
          {option.count !== undefined && <span className={menuCountClass}>{formatCount(option.count)}</span>}
        </div>
      ))}
    </div>
  );
}

function nextIndex(key: string, current: number, options: readonly FilterOption[]): number | undefined {
  if (key.length !== 1 || key === " ") return indexAfter(key, current, options.length);
  const order = [...options.keys()].map((step) => (current + 1 + step) % options.length);
  return order.find((index) => options[index]?.label.toLowerCase().startsWith(key.toLowerCase()));
}
