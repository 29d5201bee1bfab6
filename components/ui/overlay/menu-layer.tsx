"use client";

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode, RefObject } from "react";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { Icon, type IconName } from "@/components/ui/buttons/icon";
import { layerClass, menuItemClass } from "./layer-class";
import { StandIn } from "./stand-in";

export type MenuLayerProps = {
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** Not modal, because a modal menu would inject styles to lock scrolling. */
export function MenuLayer({ button, label, isOpen, onOpenChange, children }: MenuLayerProps) {
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <StandIn target={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={layerClass({ look: "menu" })}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = {
  icon?: IconName;
  shortcut?: string;
  stop?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function LayerItem({ icon, shortcut, stop = false, disabled = false, onSelect, children }: MenuItemProps) {
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

export function LayerLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item asChild className={`${menuItemClass} [&_svg]:text-ink-2`}>
      {children}
    </DropdownMenu.Item>
  );
}
