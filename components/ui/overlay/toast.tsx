import { usePathname } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";

const MAX_TOASTS = 4;

const ToastContext = createContext<(toast: ToastInput) => void>(() => undefined);

const DISMISS_AFTER_MS = 6_000;

/** Place it inside `LiveRegion`, around the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const announce = useAnnounce();
  const nextId = useRef(0);
  const [queue, setQueue] = useState<ToastEntry[]>([]);

  const path = usePathname();
  const [shownOn, setShownOn] = useState(path);
  if (shownOn !== path) {
    setShownOn(path);
    setQueue(toastsToKeep);
  }

  const show = useCallback(
    (toast: ToastInput) => {
      const entry = { ...toast, tone: toast.tone ?? "ok", id: nextId.current++ };
      setQueue((before) => addToast(before, entry));
      announce(spokenOf(toast), entry.tone === "fault" ? "assertive" : "polite");
    },
    [announce],
  );

  return (
    <ToastContext value={show}>
      {children}
      <ToastViewport queue={queue} onClose={(id) => setQueue((before) => before.filter((toast) => toast.id !== id))} />
    </ToastContext>
  );
}

export function useToast() {
  return useContext(ToastContext);
}

type ToastViewportProps = { queue: readonly ToastEntry[]; onClose: (id: number) => void };

function ToastViewport({ queue, onClose }: ToastViewportProps) {
  const [isPaused, setIsPaused] = useState(false);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "F6" || !region.current?.firstElementChild) return;
      event.preventDefault();
      region.current.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  // Removing a focused or hovered toast fires no leave or blur event.
  if (isPaused && queue.length === 0) setIsPaused(false);

  return (
    <section
      ref={region}
      className={viewportClass}
      aria-label="Notifications"
      tabIndex={-1}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setIsPaused(false)}
    >
      {queue.map((toast) => (
        <Toast key={toast.id} toast={toast} isPaused={isPaused} onClose={onClose} />
      ))}
    </section>
  );
}

type ToastProps = { toast: ToastEntry; isPaused: boolean; onClose: (id: number) => void };

function Toast({ toast, isPaused, onClose }: ToastProps) {
  const { id, tone, title, body, action } = toast;
  const close = useEffectEvent(() => onClose(id));

  useEffect(() => {
    if (isPaused || tone === "fault") return;
    const timer = setTimeout(() => close(), DISMISS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPaused, tone]);

  return (
    <div className={toastClass}>
      <StatusIcon tone={tone} tinted className="mt-1" />
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{title}</b>
        {body && <div className="wrap-anywhere text-ink-2">{body}</div>}
        {action}
      </div>
      <IconButton icon="x" label="Dismiss" onClick={() => onClose(id)} />
    </div>
  );
}

const viewportClass = [
  "pointer-events-none fixed right-4 bottom-4 z-80 grid w-[360px] max-w-[calc(100vw-32px)] justify-items-end gap-2 rounded-2 outline-none",
  "focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-focus focus-visible:outline-solid",
  "max-narrow:left-4 max-narrow:w-auto print:hidden",
  // Above the bar with Undo.
  "[body:has([data-undo-bar])_&]:bottom-28 max-narrow:[body:has([data-undo-bar]):has([data-bottom-strip])_&]:bottom-52",
].join(" ");

const toastClass = [
  "pointer-events-auto flex w-[360px] max-w-full items-start gap-2.5 rounded-2 bg-float py-[11px] pr-3 pl-3.5 wrap-anywhere",
  "animate-[rise_var(--mid)_var(--ease)] shadow-(--sh-3) [--cut:var(--float)] max-narrow:w-full motion-reduce:animate-none",
  "forced-colors:border forced-colors:border-[CanvasText]",
].join(" ");

type ToastTone = "ok" | "fault" | "wait" | "unknown";

type ToastInput = { tone?: ToastTone; title: string; body?: ReactNode; action?: ReactNode };

export type ToastEntry = ToastInput & { id: number; tone: ToastTone };

/** Announced text. Avoids a double full stop after the title. */
export const spokenOf = ({ title, body }: ToastInput) =>
  typeof body === "string" ? `${title.replace(/\.$/, "")}. ${body}` : title;

/** Toasts to keep after a navigation. Faults belong to their page; the others expire. */
export const toastsToKeep = (queue: readonly ToastEntry[]) => queue.filter(({ tone }) => tone !== "fault");

/** Appends a toast. If full, drops the oldest one that is not a fault. */
export function addToast(queue: readonly ToastEntry[], entry: ToastEntry): ToastEntry[] {
  if (queue.length < MAX_TOASTS) return [...queue, entry];
  const dropped = queue.find((toast) => toast.tone !== "fault") ?? queue[0];
  return [...queue.filter((toast) => toast !== dropped), entry];
}
