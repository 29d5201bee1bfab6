import { DropdownMenu, Popover } from "radix-ui";
import {
  type ComponentProps,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from "react";
import { type Load, onIntent } from "@/components/ui/browser/on-intent";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { Icon, type IconName } from "@/components/ui/buttons/icon";
import { type LayerVariant, layerClass, menuItemClass } from "./layer-class";
import { TypedNote } from "./typed-note";
import { useTyped } from "./use-typed";
import { endAfterWholeRow } from "./whole-rows";

export { OptionsLayer } from "./options-layer";

type LayerProps = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

const placement = { sideOffset: 6, collisionPadding: 8 };

export type PopoverLayerProps = LayerProps & { look?: LayerVariant } & ComponentProps<typeof Popover.Content>;

/** Esc and a press outside close it unless somebody typed in it. Then that press does nothing else either. */
export function PopoverLayer({ button, label, isOpen, onOpenChange, look, children, ...content }: PopoverLayerProps) {
  const typed = useTyped();
  const attach = useEffectEvent((element: HTMLElement) => typed.attach(element));
  const keepsOnPress = useEffectEvent(() => typed.keepsOnPress());
  const [element, setElement] = useState<HTMLElement | null>(null);

  useLayoutEffect(() => {
    if (!element) return undefined;
    const detach = attach(element);
    const release = endAfterWholeRow(element);
    const onClick = (event: MouseEvent) => {
      if (!isBeside(element, event.target) || !keepsOnPress()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the page, which could open another record in place of the one that the text is about.
    document.addEventListener("click", onClick, true);
    return () => {
      document.removeEventListener("click", onClick, true);
      release?.();
      detach();
    };
  }, [element]);

  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <PageButton button={button} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={setElement}
          className={layerClass({ look })}
          aria-label={label}
          onInteractOutside={(event) => typed.keepsOnPress() && event.preventDefault()}
          onEscapeKeyDown={(event) => typed.keepsOnEscape() && event.preventDefault()}
          {...placement}
          {...content}
        >
          {children}
          <TypedNote isShown={typed.isKept} className="mt-2" onDiscard={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type MenuLayerProps = LayerProps & ComponentProps<typeof DropdownMenu.Content>;

/** Not modal, because a modal menu would inject styles to lock scrolling. */
export function MenuLayer({ button, label, isOpen, onOpenChange, ...content }: MenuLayerProps) {
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <PageButton button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={endAfterWholeRow}
          className={layerClass({ look: "menu" })}
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          {...placement}
          // The click of this press closes the menu. If it were closed by then, the click would open it again.
          onInteractOutside={(event) => isInside(button, event.target) && event.preventDefault()}
          {...content}
        />
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** False in a layer or a dialog that was opened from the element, such as the options of a field. */
function isBeside(element: HTMLElement, target: EventTarget | null) {
  if (!(target instanceof Element) || element.contains(target)) return false;
  const layer = target.closest("[data-radix-popper-content-wrapper], dialog");
  return layer === null || layer.contains(element);
}

type PageButtonProps = { button: LayerProps["button"]; ref?: Ref<HTMLButtonElement | null> };

/** Makes the button that the page already shows the trigger of a Radix layer. */
function PageButton({ button, ref }: PageButtonProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}

const isInside = (button: LayerProps["button"], target: EventTarget | null) =>
  target instanceof Node && button.current?.contains(target);

export type MenuItemProps = {
  icon?: IconName;
  shortcut?: string;
  stop?: boolean;
  /** Loads the code of what the item opens, before it is chosen. */
  load?: Load;
} & Pick<ComponentProps<typeof DropdownMenu.Item>, "disabled" | "onSelect" | "children">;

export function LayerItem({ icon, shortcut, stop = false, load, children, ...item }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={`${menuItemClass} ${stop ? "text-fault-ink [&_svg]:text-fault-ink" : "[&_svg]:text-ink-2"}`}
      {...onIntent(load)}
      {...item}
    >
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && <ShortcutHint keys={shortcut} className="ml-auto" />}
    </DropdownMenu.Item>
  );
}

export type MenuLinkProps = { children: ReactElement };

export function LayerLink({ children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild className={`${menuItemClass} [&_svg]:text-ink-2`}>
      {children}
    </DropdownMenu.Item>
  );
}
