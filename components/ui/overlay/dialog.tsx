import { type ReactNode, type SyntheticEvent, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { InstallationMark } from "@/components/ui/page/installation";
import { TypedNote } from "./typed-note";
import { type Typed, useTyped } from "./use-typed";

export type DialogProps = {
  title: ReactNode;
  /** Without it only the footer can close the dialog. Use that for content shown once. */
  onClose?: () => void;
  children: ReactNode;
  footer: ReactNode;
  wide?: boolean | "page";
  alert?: boolean;
};

/**
 * Native modal dialog. Esc and a click outside close it unless somebody typed in it, and focus returns to the previous element.
 * Initial focus goes to the element marked `data-first-focus`. Render it only while it is open.
 */
export function Dialog({ title, onClose, children, footer, wide = false, alert = false }: DialogProps) {
  const typed = useTyped();
  const modal = useModal(onClose, typed);
  const titleId = useId();

  return (
    <dialog
      {...modal}
      className={`${dialogClass} ${widths[String(wide)]}`}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      // Browsers let only the first of several Esc presses be canceled by the cancel event.
      onKeyDown={(event) => event.key === "Escape" && !onClose && event.preventDefault()}
    >
      <div className="overflow-auto overscroll-contain px-[22px] pt-5 pb-[18px] wrap-anywhere *:data-[slot=field]:mt-3.5">
        <h2 id={titleId} className="mb-1 text-[18px]/[26px] font-[620] tracking-[-0.012em]">
          {title}
        </h2>
        {children}
        {onClose && <TypedNote isShown={typed.isKept} className="mt-3" onDiscard={onClose} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-rule bg-well px-[22px] py-3 max-narrow:**:data-[slot=button]:h-11 max-narrow:**:data-[slot=button]:flex-1">
        <InstallationMark className="mr-auto max-narrow:basis-full" />
        {footer}
      </div>
    </dialog>
  );
}

/**
 * Props that open a dialog element as a modal. Esc and a click outside close it, unless `typed` keeps it. Restores the focus on
 * unmount.
 */
export function useModal(onClose: (() => void) | undefined, typed?: Typed) {
  const ref = useRef<HTMLDialogElement>(null);
  const attach = useEffectEvent((dialog: HTMLDialogElement) => typed?.attach(dialog));
  const keepsOnPress = useEffectEvent(() => typed?.keepsOnPress() ?? false);
  const keepsOnEscape = useEffectEvent(() => keepsOpen(onClose, typed));

  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    const candidates = before ? [before, ...(focusHistory.get(before.closest("dialog") ?? before) ?? [])] : [];
    if (dialog) focusHistory.set(dialog, candidates);
    const detach = dialog ? attach(dialog) : undefined;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      detach?.();
      dialog?.close();
      restoreFocus(candidates);
    };
  }, []);

  // As soon as it is open, because the next press can come before the browser has drawn it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const onPress = (event: PointerEvent) => event.target === dialog && !keepsOnPress() && onClose?.();
    // Before the cancel event, which a browser lets nobody stop twice. The focus can be outside the dialog.
    const onKeyDown = (event: KeyboardEvent) => {
      const isOwn = [...document.querySelectorAll("dialog[open]")].at(-1) === dialog;
      if (event.key === "Escape" && !event.defaultPrevented && isOwn && keepsOnEscape()) event.preventDefault();
    };
    dialog?.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      dialog?.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [onClose]);

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!keepsOpen(onClose, typed)) onClose?.();
    },
  };
}

/** On Esc, and on the back gesture of a telephone, which comes without a key. */
const keepsOpen = (onClose: (() => void) | undefined, typed: Typed | undefined) =>
  onClose !== undefined && (typed?.keepsOnEscape() ?? false);

/** Elements focused before each dialog, including those of parent dialogs. */
const focusHistory = new WeakMap<Element, readonly Element[]>();

/** Focuses the first candidate that still accepts focus, else the page heading. */
function restoreFocus(candidates: readonly Element[]) {
  for (const element of [...candidates, document.querySelector("main h1")]) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

const widths: Record<string, string> = {
  false: "w-[min(460px,calc(100vw-24px))]",
  true: "w-[min(640px,calc(100vw-24px))]",
  page: "w-[min(960px,calc(100vw-24px))]",
};

const dialogClass = [
  "m-auto max-h-[calc(100dvh-24px)] max-w-none flex-col overflow-hidden rounded-3 bg-float p-0 text-ink",
  "whitespace-normal shadow-(--sh-3)",
  "[--cut:var(--float)] backdrop:bg-scrim open:flex forced-colors:border forced-colors:border-[CanvasText]",
  "max-narrow:mx-0 max-narrow:mb-0 max-narrow:w-full max-narrow:rounded-[12px_12px_0_0]",
  "**:data-[slot=button]:h-auto **:data-[slot=button]:min-h-8 **:data-[slot=button]:max-w-full",
  "**:data-[slot=button]:wrap-break-word **:data-[slot=button]:whitespace-normal",
].join(" ");
