import { useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover, type PopoverProps } from "@/components/ui/overlay/popover";
import type { FilterOption } from "./filter-options";

const FilterOptions = deferred(async () => (await import("./filter-options")).FilterOptions);

export type FilterChipProps = {
  name: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

export function FilterChip({ name, options, value, onChange }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Chip
      name={name}
      shown={shown}
      load={FilterOptions.load}
      open={open}
      onOpenChange={setOpen}
      onClear={() => onChange(undefined)}
    >
      <FilterOptions
        name={name}
        options={options}
        chosen={value === undefined ? [] : [value]}
        onChoose={(next) => {
          setOpen(false);
          onChange(next === value ? undefined : next);
        }}
      />
    </Chip>
  );
}

type ChipProps = {
  name: string;
  shown: string | undefined;
  onClear: () => void;
} & Pick<PopoverProps, "load" | "open" | "onOpenChange" | "look" | "children">;

/** Filter chip with a popover. Dashed while unset, solid with a clear button once set. */
export function Chip({ name, shown, onClear, ...popover }: ChipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const isSet = shown !== undefined;
  const chip = (
    <button
      type="button"
      className={`${chipClass} ${isSet ? setClass : "rounded-2 border border-dashed border-rule-2 hover:border-edge hover:text-ink"}`}
      title={isSet ? `${name} ${shown}` : undefined}
    >
      {!isSet && <Icon name="plus" small className="text-ink-3" />}
      {name} {isSet && <b className="max-w-[16em] truncate font-[550] text-ink">{shown}</b>}
    </button>
  );
  return (
    <span className="inline-flex h-7 max-narrow:h-9">
      <Popover trigger={chip} triggerRef={trigger} label={`${name} filter`} look="menu" {...popover} />
      {isSet && (
        <button
          type="button"
          className="grid h-7 w-6 place-items-center rounded-r-2 border border-l-0 border-accent bg-pick text-ink-3 hover:text-ink max-narrow:size-9"
          aria-label={`Clear ${name} filter`}
          onClick={() => {
            onClear();
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

const setClass = "rounded-l-2 border border-r-0 border-accent bg-pick";
