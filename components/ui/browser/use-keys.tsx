"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";

const SingleKeysContext = createContext(true);

/** `on` is the user's preference (WCAG 2.1.4). */
export function SingleKeysProvider({ on, children }: { on: boolean; children: ReactNode }) {
  return <SingleKeysContext value={on}>{children}</SingleKeysContext>;
}

export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

/**
 * Page-wide shortcuts. Names are the key, upper case for letters: "J", "?", "Shift+D", "ArrowDown", "Escape".
 * A handler may move, open or ask; it must never send anything.
 */
export function useKeys(keys: KeyMap, isOn = true) {
  const areSingleKeysOn = useContext(SingleKeysContext);
  const latest = useRef(keys);

  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event);
      const handler = latest.current[name];
      const context = { name, areSingleKeysOn, hasModal: isModalOpen(), isInField: isField(event.target) };
      if (!handler || !mayFire(event, context)) return;
      handler(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, areSingleKeysOn]);
}

function isModalOpen(): boolean {
  const holder = document.activeElement?.closest("[role=dialog], [role=menu]");
  return holder != null || document.querySelector("dialog[open]") !== null;
}

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "defaultPrevented"
> & {
  isComposing?: boolean;
};

/** "J", "Shift+D", "Ctrl+K" (also ⌘), "?", "ArrowDown". */
export function keyName(press: KeyPress): string {
  const isLetter = /^[a-z]$/i.test(press.key);
  const key = isLetter ? press.key.toUpperCase() : press.key;
  const parts = [press.ctrlKey || press.metaKey ? "Ctrl" : "", press.altKey ? "Alt" : ""];
  if (press.shiftKey && (isLetter || press.key.length > 1)) parts.push("Shift");
  return [...parts.filter(Boolean), key].join("+");
}

type FireContext = { name: string; areSingleKeysOn: boolean; hasModal: boolean; isInField: boolean };

/** True if a shortcut may run. False in fields, behind dialogs, and for disabled single keys. */
export function mayFire(press: KeyPress, { name, areSingleKeysOn, hasModal, isInField }: FireContext): boolean {
  if (press.defaultPrevented || press.isComposing) return false;
  if (name.startsWith("Ctrl+")) return !hasModal;
  if (hasModal || isInField) return false;
  const isCharacter = press.key.length === 1;
  return areSingleKeysOn || !isCharacter;
}

const fieldSelector =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu]";

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(fieldSelector) !== null;

type ShortcutHintProps = { keys: string; className?: string };

export function ShortcutHint({ keys, className = "" }: ShortcutHintProps) {
  return (
    <span aria-hidden="true" className={className}>
      <kbd>{keys}</kbd>
    </span>
  );
}
