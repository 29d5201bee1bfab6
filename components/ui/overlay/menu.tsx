import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useState,
} from "react";
import type { IconButtonProps } from "@/components/ui/buttons/icon-button";
import { useCopy } from "@/components/ui/buttons/use-copy";
import type { MenuItemProps, MenuLinkProps } from "./layers";
import { useLayer } from "./use-layer";

const load = () => import("./layers");

const LoadedContext = createContext<Awaited<ReturnType<typeof load>> | undefined>(undefined);

/** Dropdown menu, named after its button. Opens on press and arrow down. Esc closes it and returns the focus. */
export function Menu({ trigger, children }: { trigger: ReactElement<IconButtonProps>; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const { code, toggle, buttonProps, layer } = useLayer(load, { isOpen, onOpenChange: setIsOpen });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    setIsOpen(true);
  }

  return (
    <>
      {cloneElement(trigger, { ...buttonProps, "aria-haspopup": "menu", onClick: toggle, onKeyDown })}
      {code && (
        <code.MenuLayer {...layer} label={trigger.props.label}>
          <LoadedContext value={code}>{children}</LoadedContext>
        </code.MenuLayer>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const code = use(LoadedContext);
  return code && <code.LayerItem {...props} />;
}

/** Wraps one link as a menu item. */
export function MenuLink(props: MenuLinkProps) {
  const code = use(LoadedContext);
  return code && <code.LayerLink {...props} />;
}

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
