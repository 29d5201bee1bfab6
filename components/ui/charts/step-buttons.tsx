"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useZone } from "@/components/ui/time/zone";
import { type ChartStep, stepLabel } from "./step-words";

type StepButtonsProps = {
  label: string;
  steps: readonly ChartStep[];
  onSelect: (span: { fromMs: number; toMs: number }) => void;
  onPoint: (index: number | undefined) => void;
};

/** Step buttons with a roving tabindex. Arrows, Home and End move; with Shift they select a range. */
export function StepButtons({ label, steps, onPoint, onSelect }: StepButtonsProps) {
  const zone = useZone();
  const [tabStop, setTabStop] = useState(0);
  const { row, dragged, setDragged, startDrag } = useDrag(steps.length, select);
  const dragEnds = dragged && [Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to)];

  function select(from: number, to: number) {
    setDragged(undefined);
    const [first, last] = [steps[Math.min(from, to)], steps[Math.max(from, to)]];
    if (first && last) onSelect({ fromMs: first.fromMs, toMs: last.toMs });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && dragged) {
      event.preventDefault();
      return setDragged(undefined);
    }
    const next = nextStep(event.key, tabStop, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    setDragged(event.shiftKey ? { from: dragged?.from ?? tabStop, to: next } : undefined);
    const target = row.current?.children[next];
    if (target instanceof HTMLElement) target.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own box
    <div
      ref={row}
      className="absolute inset-0 flex touch-pan-y select-none print:hidden"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={startDrag}
      onPointerLeave={() => onPoint(undefined)}
    >
      {steps.map((step, index) => (
        <button
          key={step.fromMs}
          type="button"
          className={stepClass}
          data-drawn={(dragEnds && index >= (dragEnds[0] ?? 0) && index <= (dragEnds[1] ?? 0)) || undefined}
          tabIndex={index === Math.min(tabStop, steps.length - 1) ? 0 : -1}
          aria-label={stepLabel(step, zone)}
          onFocus={() => {
            setTabStop(index);
            onPoint(index);
          }}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(index)}
          onClick={() => select(dragged?.from ?? index, index)}
        />
      ))}
    </div>
  );
}

/** Range selection with the pointer. The keyboard sets the same range with `setDragged`. */
function useDrag(count: number, onSelect: (from: number, to: number) => void) {
  const row = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ from: number; to: number }>();

  function startDrag(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const from = indexAt(event.clientX);
    const move = ({ clientX }: globalThis.PointerEvent) => setDragged({ from, to: indexAt(clientX) });
    const end = ({ type, clientX }: globalThis.PointerEvent) => {
      window.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"] as const) window.removeEventListener(name, end);
      setDragged(undefined);
      // Within one step it is a click, which the button handles.
      if (type === "pointerup" && indexAt(clientX) !== from) onSelect(from, indexAt(clientX));
    };
    window.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"] as const) window.addEventListener(name, end);
  }

  function indexAt(clientX: number) {
    const { left = 0, width = 1 } = row.current?.getBoundingClientRect() ?? {};
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  }

  return { row, dragged, setDragged, startDrag };
}

const stepClass = [
  "min-w-0 flex-1 cursor-pointer rounded-none p-0 hover:bg-ink/8 focus-visible:z-1 focus-visible:outline-offset-0",
  "data-drawn:bg-accent/16 forced-colors:data-drawn:bg-[Highlight]",
].join(" ");

function nextStep(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
