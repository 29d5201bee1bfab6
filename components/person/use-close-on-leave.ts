import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Closes a dialog when a link in it, or the browser's back button, leads to another page. */
export function useCloseOnLeave(onClose: () => void) {
  const path = usePathname();
  const openedOn = useRef(path);
  useEffect(() => {
    if (path !== openedOn.current) onClose();
  }, [path, onClose]);
}
