"use client";

import { usePathname } from "next/navigation";
import { type RefObject, useEffect } from "react";

// The path whose heading had focus last. Undefined until the first page: a fresh load leaves focus where the browser put it.
let focusedPath: string | undefined;

export function useRouteFocus(heading: RefObject<HTMLElement | null>) {
  const pathname = usePathname();
  useEffect(() => {
    const isFirst = focusedPath === undefined;
    const isSame = focusedPath === pathname;
    focusedPath = pathname;
    if (!isFirst && !isSame) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
}
