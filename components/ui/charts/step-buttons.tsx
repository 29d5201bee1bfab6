import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { indexAfter } from "@/components/ui/browser/index-after";

type StepButtonsProps = {
  label: string;
  names: readonly string[];
  indexAt: (event: PointerEvent<HTMLElement>) => number;
  onSelect: (first: number, last: number) => void;
};

/** Step buttons with a roving tabindex. Arrows, Home and End move; with Shift, or by dragging, they select a range. */
export function StepButtons({ label, names, indexAt, onSelect }: StepButtonsProps) {
  const { current, setCurrent, isInRange, select, handlers } = useStepRange({ names, indexAt, onSelect });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own box
    <div
      className="absolute inset-0 flex touch-pan-y select-none print:hidden"
      role="group"
      aria-label={label}
      {...handlers}
    >
      {names.map((name, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their index
          key={index}
          type="button"
          className={stepClass}
          data-drawn={isInRange(index) || undefined}
          tabIndex={index === Math.min(current, names.length - 1) ? 0 : -1}
          aria-label={name}
          title={name}
          onFocus={() => setCurrent(index)}
          onClick={() => select(index)}
        />
      ))}
    </div>
  );
}

/** The current step, and the range that keys or the pointer draw up to it. */
function useStepRange({ names, indexAt, onSelect }: Omit<StepButtonsProps, "label">) {
  const [current, setCurrent] = useState(0);
  /** Where a range begins. It ends at the current step. */
  const [anchor, setAnchor] = useState<number>();

  function select(end: number) {
    const start = anchor ?? end;
    setAnchor(undefined);
    onSelect(Math.min(start, end), Math.max(start, end));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = indexAfter(event.key, current, names.length, ["ArrowLeft", "ArrowRight"]);
    if (next === undefined && (event.key !== "Escape" || anchor === undefined)) return;
    event.preventDefault();
    setAnchor(event.shiftKey && next !== undefined ? (anchor ?? current) : undefined);
    const target = event.currentTarget.children[next ?? current];
    if (target instanceof HTMLElement) target.focus();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    setAnchor(indexAt(event));
    setCurrent(indexAt(event));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (anchor === undefined || event.buttons === 0 || indexAt(event) === current) return;
    // Captured only now, because a click within one step must reach its button.
    event.currentTarget.setPointerCapture(event.pointerId);
    setCurrent(indexAt(event));
  }

  function onPointerUp() {
    if (anchor !== undefined && anchor !== current) select(current);
    setAnchor(undefined);
  }

  return {
    ...{ current, setCurrent, select },
    isInRange: (index: number) => anchor !== undefined && (index - anchor) * (index - current) <= 0,
    handlers: { onKeyDown, onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setAnchor(undefined) },
  };
}

const stepClass = [
  "min-w-0 flex-1 cursor-pointer rounded-none p-0 hover:bg-ink/8 focus-visible:z-1 focus-visible:outline-offset-0",
  "data-drawn:bg-accent/16 forced-colors:data-drawn:bg-[Highlight]",
].join(" ");
