"use client";

import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { deferred, useNear } from "@/components/ui/browser/deferred";
import type { IconButtonProps } from "@/components/ui/buttons/icon-button";
import { useCopy } from "@/components/ui/buttons/use-copy";

export type MenuProps = {
  trigger: ReactElement<Partial<IconButtonProps>>;
  label: string;
  children: ReactNode;
};

const load = () => import("./menu-layer");
const Layer = deferred(async () => (await load()).MenuLayer);

/** Dropdown menu. Opens on pointer down, Enter, Space or arrow down. Its code loads on hover or focus. */
export function Menu({ trigger, label, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { isLoaded, preload } = useNear(Layer.load, { isOpen, close: () => setIsOpen(false) });

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || event.ctrlKey) return;
    setIsOpen(!isOpen);
    // Keep the pointer event from moving the focus, which the menu takes.
    if (!isOpen) event.preventDefault();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" || event.key === " ") setIsOpen(!isOpen);
    else if (event.key === "ArrowDown") setIsOpen(true);
    else return;
    event.preventDefault();
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerDown,
        onKeyDown,
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {isLoaded && (
        <Layer button={button} label={label} isOpen={isOpen} onOpenChange={setIsOpen}>
          {children}
        </Layer>
      )}
    </>
  );
}

export const MenuItem = lazy(() => load().then(({ LayerItem }) => ({ default: LayerItem })));

/** Menu items available on every page. */
export function PageItems() {
  const { copy } = useCopy();
  return (
    <>
      <MenuItem icon="link" onSelect={() => void copy(location.href, "the link")}>
        Copy link
      </MenuItem>
      <MenuItem icon="file" onSelect={() => window.print()}>
        Print this page
      </MenuItem>
    </>
  );
}

/** Wraps one link as a menu item. */
export const MenuLink = lazy(() => load().then(({ LayerLink }) => ({ default: LayerLink })));
