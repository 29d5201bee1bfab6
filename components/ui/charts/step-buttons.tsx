"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useZone } from "@/components/ui/time/zone";
import { type ChartStep, sayStep } from "./step-words";

type StepButtonsProps = {
  label: string;
  steps: readonly ChartStep[];
  onSelect: (span: { fromMs: number; toMs: number }) => void;
  onPoint: (index: number | undefined) => void;
};

/** One stop in the tab order; arrows, Home and End move along the steps, with Shift they draw a stretch. */
export function StepButtons({ label, steps, onPoint, onSelect }: StepButtonsProps) {
  const zone = useZone();
  const row = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();
  const ends = drawn && [Math.min(drawn.from, drawn.to), Math.max(drawn.from, drawn.to)];

  function select(from: number, to: number) {
    setDrawn(undefined);
    const [first, last] = [steps[Math.min(from, to)], steps[Math.max(from, to)]];
    if (first && last) onSelect({ fromMs: first.fromMs, toMs: last.toMs });
  }

  function draw(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const from = placeAt(event.clientX);
    const move = ({ clientX }: globalThis.PointerEvent) => setDrawn({ from, to: placeAt(clientX) });
    const end = ({ type, clientX }: globalThis.PointerEvent) => {
      window.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"] as const) window.removeEventListener(name, end);
      setDrawn(undefined);
      // On one step alone it is a click, which its button takes.
      if (type === "pointerup" && placeAt(clientX) !== from) select(from, placeAt(clientX));
    };
    window.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"] as const) window.addEventListener(name, end);
  }

  function placeAt(clientX: number) {
    const { left = 0, width = 1 } = row.current?.getBoundingClientRect() ?? {};
    return Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length)));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && drawn) {
      event.preventDefault();
      return setDrawn(undefined);
    }
    const next = nextStep(event.key, stop, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    setDrawn(event.shiftKey ? { from: drawn?.from ?? stop, to: next } : undefined);
    const target = row.current?.children[next];
    if (target instanceof HTMLElement) target.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box to a strip of bars
    <div
      ref={row}
      className="absolute inset-0 flex touch-pan-y select-none print:hidden"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={draw}
      onPointerLeave={() => onPoint(undefined)}
    >
      {steps.map((step, index) => (
        <button
          key={step.fromMs}
          type="button"
          className={stepClass}
          data-drawn={(ends && index >= (ends[0] ?? 0) && index <= (ends[1] ?? 0)) || undefined}
          tabIndex={index === Math.min(stop, steps.length - 1) ? 0 : -1}
          aria-label={sayStep(step, zone)}
          onFocus={() => {
            setStop(index);
            onPoint(index);
          }}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(index)}
          onClick={() => select(drawn?.from ?? index, index)}
        />
      ))}
    </div>
  );
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
