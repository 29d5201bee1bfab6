"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { useToast } from "@/components/ui/overlay/toast";

type Go = ReturnType<typeof useRouter>["push"];

/** Goes to another page of ours. Offline it stays where it is: the browser would put its own fault in our page's place. */
export function useGo(): Go {
  const { push } = useRouter();
  const stay = useStay();
  return useCallback((...to) => (navigator.onLine ? push(...to) : stay()), [push, stay]);
}

/** The same for every link to a page of ours. */
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

/** A left click without a key held: any other one is the browser's, which opens tabs and windows with it. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Click) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
