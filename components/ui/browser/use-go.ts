import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { useToast } from "@/components/ui/overlay/toast";

type Go = ReturnType<typeof useRouter>["push"];

/** Navigates within the console. Offline it shows a toast, because the browser would replace the page by its error. */
export function useGo(): Go {
  const { push } = useRouter();
  const stay = useStay();
  return useCallback((...to) => (navigator.onLine ? push(...to) : stay()), [push, stay]);
}

/** Blocks links within the console while offline, with a toast. */
export function useOfflineLinks(): void {
  const stay = useStay();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (navigator.onLine || !link || !isPlainClick(event) || !isOurs(link)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      stay();
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [stay]);
}

function useStay() {
  const toast = useToast();
  return useCallback(
    () =>
      toast({ tone: "wait", title: "This browser is offline", body: "Other pages open once the connection is back." }),
    [toast],
  );
}

const isOurs = ({ origin, pathname, hash, target, download }: HTMLAnchorElement) =>
  origin === location.origin && target !== "_blank" && download === "" && !(hash && pathname === location.pathname);

type Click = { button: number; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** True for a left click without modifier keys. Other clicks open tabs or windows. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Click) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
