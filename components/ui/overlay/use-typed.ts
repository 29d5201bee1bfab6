import { useRef, useState } from "react";

/** Fields for text of one's own. The search of a list, and a choice from one, are nothing to lose. */
const textFields = [
  "textarea",
  "input:not([type=search],[type=checkbox],[type=radio],[type=button],[type=submit],[type=range],[type=file],[role=combobox])",
].join(",");

type TextField = HTMLInputElement | HTMLTextAreaElement;

export type Typed = ReturnType<typeof useTyped>;

/**
 * Keeps an overlay open while it holds text that somebody typed and did not send. `attach` takes the element of the overlay and
 * returns what ends it. `isKept` is true after a press beside it, or Esc, until the text changes or a second Esc.
 */
export function useTyped() {
  const [isKept, setIsKept] = useState(false);
  const fields = useRef(new Map<TextField, { before: string; isTyped: boolean }>());
  const isWarned = useRef(false);

  function keep(isKeptNow: boolean) {
    isWarned.current = isKeptNow;
    setIsKept(isKeptNow);
  }

  const hasTyped = () =>
    [...fields.current].some(
      ([field, { before, isTyped }]) =>
        isTyped && field.isConnected && field.value !== before && field.value.trim() !== "",
    );

  function attach(element: HTMLElement) {
    const known = fields.current;
    const note = (field: EventTarget | null, isTyped: boolean) => {
      if (!isTextField(field)) return;
      const before = known.get(field);
      if (!before?.isTyped) known.set(field, { before: before && isTyped ? before.before : field.value, isTyped });
    };
    const onFocus = ({ target }: FocusEvent) => note(target, false);
    const onInput = ({ target }: Event) => {
      note(target, true);
      if (isWarned.current) keep(false);
    };
    for (const field of element.querySelectorAll(textFields)) note(field, false);
    element.addEventListener("focusin", onFocus);
    element.addEventListener("input", onInput);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("input", onInput);
      known.clear();
      keep(false);
    };
  }

  return {
    isKept,
    attach,
    hasTyped,
    /** True if a press beside the overlay must not close it. */
    keepsOnPress() {
      const keeps = hasTyped();
      if (keeps) keep(true);
      return keeps;
    },
    /** True if Esc must not close the overlay. The second time it does. */
    keepsOnEscape() {
      const keeps = hasTyped() && !isWarned.current;
      if (keeps) keep(true);
      return keeps;
    },
  };
}

const isTextField = (target: EventTarget | null): target is TextField =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches(textFields);
