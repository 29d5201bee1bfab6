import { useEffect, useState } from "react";
import { useAnnounce } from "@/components/ui/page/live-region";

/** `copy` copies text, announces the result, and resolves to false if the browser did not allow it. `copied` stays true for 1.6 s. */
export function useCopy() {
  const announce = useAnnounce();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string, name = text) {
    const worked = await writeClipboard(text);
    setCopied(worked);
    announce(worked ? `Copied ${name}` : "The browser did not allow copying. Select the text and copy it by hand.");
    return worked;
  }

  return { copy, copied };
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// navigator.clipboard is missing on plain HTTP, which private networks often use.
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  area.readOnly = true;
  const focused = document.activeElement;
  const host = focused?.closest("dialog") ?? document.body;
  host.append(area);
  area.select();
  const worked = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return worked;
}
