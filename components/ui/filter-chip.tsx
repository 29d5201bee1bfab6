"use client";

import { useRef, useState } from "react";
import { type FilterOption, FilterOptions } from "./filter-options";
import { Icon } from "./icon";
import { Popover } from "./popover";

export type FilterChipProps = {
  name: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** Dashed while it filters nothing, solid with × once it does. */
export function FilterChip({ name, options, value, onChange }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isSet = value !== undefined;
  const shown = options.find((option) => option.value === value)?.label ?? value;

  const chip = (
    <button type="button" ref={trigger} className={isSet ? "filt on" : "filt"} aria-haspopup="listbox">
      {!isSet && <Icon name="plus" small />}
      {name} {isSet && <b>{shown}</b>}
    </button>
  );

  return (
    <span className="filt-set">
      <Popover trigger={chip} label={`${name} filter`} open={open} onOpenChange={setOpen} className="menu">
        <FilterOptions
          name={name}
          options={options}
          value={value}
          onChoose={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      {isSet && (
        <button
          type="button"
          className="filt-x"
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
