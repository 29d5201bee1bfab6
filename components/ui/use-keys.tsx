"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { keyName, mayFire } from "./key-name";

const SingleKeysContext = createContext(true);

/** `on` is the person's own setting (WCAG 2.1.4). */
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
      if (!handler || !mayFire(event, { name, areSingleKeysOn, hasModal: isModalOpen() })) return;
      handler(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, areSingleKeysOn]);
}

/** A popover that only hovers does not hold the keyboard; one that has focus does. */
function isModalOpen(): boolean {
  const holder = document.activeElement?.closest("[role=dialog], [role=menu]");
  return holder != null || document.querySelector("dialog[open]") !== null;
}
