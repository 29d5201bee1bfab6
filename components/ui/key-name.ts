export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "defaultPrevented"
> & {
  isComposing?: boolean;
  target: unknown;
};

/** "J", "Shift+D", "Ctrl+K" (also ⌘), "?", "ArrowDown". */
export function keyName(press: KeyPress): string {
  const isLetter = /^[a-z]$/i.test(press.key);
  const key = isLetter ? press.key.toUpperCase() : press.key;
  const parts = [press.ctrlKey || press.metaKey ? "Ctrl" : "", press.altKey ? "Alt" : ""];
  if (press.shiftKey && (isLetter || press.key.length > 1)) parts.push("Shift");
  return [...parts.filter(Boolean), key].join("+");
}

export type FireContext = { name: string; areSingleKeysOn: boolean; hasModal: boolean };

/** Whether a shortcut may act: never in a field, never behind a dialog, never as a single letter once those are off. */
export function mayFire(press: KeyPress, { name, areSingleKeysOn, hasModal }: FireContext): boolean {
  if (press.defaultPrevented || press.isComposing) return false;
  if (name.startsWith("Ctrl+")) return !hasModal;
  if (hasModal || isField(press.target)) return false;
  const isCharacter = press.key.length === 1;
  return areSingleKeysOn || !isCharacter;
}

function isField(target: unknown): boolean {
  if (typeof target !== "object" || target === null || !("closest" in target)) return false;
  const closest = target.closest;
  if (typeof closest !== "function") return false;
  return Boolean(
    closest.call(
      target,
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu]",
    ),
  );
}
