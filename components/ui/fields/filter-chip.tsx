"use client";

import { useRef, useState } from "react";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover } from "@/components/ui/overlay/popover";
import { type FilterOption, FilterOptions } from "./filter-options";

export type FilterChipProps = {
  name: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Choosing with the Alt key held lets every other one through, as `!` before the value. */
  canExclude?: boolean;
};

/** Dashed while it filters nothing, solid with × once it does. */
export function FilterChip({ name, options, value, onChange, canExclude = false }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isSet = value !== undefined;
  const shown = options.find((option) => option.value === value)?.label ?? value;

  const chip = (
    <button
      type="button"
      ref={trigger}
      className={`${chipClass} ${isSet ? setClass : "rounded-2 border border-dashed border-rule-2 hover:border-edge hover:text-ink"}`}
      aria-haspopup="listbox"
    >
      {!isSet && <Icon name="plus" small className="text-ink-3" />}
      {name} {isSet && <b className="font-[550] text-ink">{shown}</b>}
    </button>
  );

  return (
    <span className="inline-flex h-7 max-narrow:h-9">
      <Popover trigger={chip} label={`${name} filter`} open={open} onOpenChange={setOpen} look="menu">
        <FilterOptions
          name={name}
          options={options}
          value={value}
          onChoose={(next, isExcluded) => {
            setOpen(false);
            onChange(canExclude && isExcluded && next !== undefined ? `!${next}` : next);
          }}
        />
      </Popover>
      {isSet && (
        <button
          type="button"
          className="grid h-7 w-6 place-items-center rounded-r-2 border border-l-0 border-cord bg-pick text-ink-3 hover:text-ink max-narrow:size-9"
          aria-label={`Clear ${name} filter`}
          onClick={() => {
            onChange(undefined);
            trigger.current?.focus();
          }}
        >
          <Icon name="x" small />
        </button>
      )}
    </span>
  );
}

const chipClass =
  "inline-flex h-7 cursor-pointer items-center gap-1.5 px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9";

const setClass = "rounded-l-2 border border-r-0 border-cord bg-pick";
