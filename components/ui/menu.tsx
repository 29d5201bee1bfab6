"use client";

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { layerClass } from "./layer-class";
import { menuItemClass } from "./menu-class";
import { ShortcutHint } from "./shortcut-hint";

export type MenuProps = { trigger: ReactElement; label: string; align?: "start" | "end"; children: ReactNode };

/** Not modal, so nothing has to be injected to lock the page's scrolling. */
export function Menu({ trigger, label, align = "end", children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={layerClass({ look: "menu" })}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = {
  icon?: IconName;
  shortcut?: string;
  stop?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, shortcut, stop = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={`${menuItemClass} ${stop ? "text-fault-ink [&_svg]:text-fault-ink" : "[&_svg]:text-ink-2"}`}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && <ShortcutHint keys={shortcut} className="ml-auto" />}
    </DropdownMenu.Item>
  );
}

/** Wraps one link, so that it opens like any link would. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item asChild className={`${menuItemClass} [&_svg]:text-ink-2`}>
      {children}
    </DropdownMenu.Item>
  );
}
