import type { RefObject } from "react";
import { useKeys } from "@/components/ui/browser/use-keys";

/** J and K move the focus between the rows' main links. A focuses *Acknowledge* of the row that has the focus, or of the first. */
export function useRowKeys(list: RefObject<HTMLUListElement | null>) {
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const index = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1;
    const next = index < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, index + by));
    links[next]?.focus();
  };
  const focusAcknowledge = () => {
    const row = document.activeElement?.closest("li");
    const scope = row && list.current?.contains(row) ? row : list.current;
    scope?.querySelector<HTMLElement>("[data-acknowledge]")?.focus();
  };
  useKeys({ J: () => step(1), K: () => step(-1), A: focusAcknowledge });
}
