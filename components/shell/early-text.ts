let early: { text: string; stop: () => void } | undefined;

/**
 * Keeps what is typed or pasted while the code of *Find* is still loading, and keeps it from the shortcuts of the page.
 * Enter is dropped, because nobody has seen what it would open. `onEscape` gives up.
 */
export function keepEarlyText(onEscape: () => void) {
  takeEarlyText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!early || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace") early.text = early.text.slice(0, -1);
    else if (event.key.length === 1) early.text += event.key;
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    if (early) early.text += clipboardData?.getData("text") ?? "";
  };
  document.addEventListener("keydown", onKeyDown, true);
  document.addEventListener("paste", onPaste, true);
  const stop = () => {
    document.removeEventListener("keydown", onKeyDown, true);
    document.removeEventListener("paste", onPaste, true);
  };
  early = { text: "", stop };
}

/** The kept text. Ends the keeping. */
export function takeEarlyText(): string {
  const text = early?.text ?? "";
  early?.stop();
  early = undefined;
  return text;
}
