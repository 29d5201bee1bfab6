import { type KeyboardEvent, useLayoutEffect, useRef } from "react";

export type AfterSave = "below" | "beside" | "back" | "here" | "nowhere";

type CellInputProps = {
  value: string;
  /** Character that started the edit. It replaces the value. */
  start: string | undefined;
  label: string;
  messageId: string | undefined;
  isPhone: boolean;
  onSave: (value: string | undefined, next: AfterSave) => void;
};

export function CellInput({ value, start, label, messageId, isPhone, onSave }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);

  function save(element: HTMLInputElement, next: AfterSave, isConfirmed = true) {
    if (isDone.current) return;
    isDone.current = true;
    // Typing the same value again still counts as an edit.
    const isTyped = start !== undefined || element.value !== value;
    onSave(isConfirmed && isTyped ? element.value : undefined, next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cell opens and closes
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(start?.length ?? 0, element.value.length);
    // A row that scrolls out of view is removed without a blur event, so save here.
    return () => queueMicrotask(() => element.isConnected || save(element, "nowhere"));
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const next = event.key === "Tab" && event.shiftKey ? "back" : afterKey[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    save(event.currentTarget, next, event.key !== "Escape");
  }

  return (
    <input
      ref={input}
      className={cellBox("edit")}
      defaultValue={start ?? value}
      aria-label={label}
      aria-describedby={messageId}
      autoComplete="off"
      inputMode={isPhone ? "tel" : "text"}
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={(event) => save(event.target, "nowhere")}
    />
  );
}

const boxes = {
  edit: "rounded-1 bg-sheet max-narrow:text-[16px] text-ink outline-2 -outline-offset-1 outline-focus forced-colors:border-[color:Canvas]",
  bad: "rounded-r-1 bg-fault-wash inset-shadow-[2px_0_0_var(--fault-fill)] forced-colors:border-[color:CanvasText] forced-colors:border-l-[3px]",
};

export const cellBox = (kind: keyof typeof boxes) =>
  `-mx-2 block h-6.5 w-[calc(100%_+_16px)] truncate border border-transparent px-[7px] leading-6 max-narrow:h-10 max-narrow:leading-[38px] ${boxes[kind]}`;

const afterKey: Readonly<Record<string, AfterSave>> = { Enter: "below", Tab: "beside", Escape: "here" };
