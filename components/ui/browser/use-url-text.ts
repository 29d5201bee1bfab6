import { useEffect, useState } from "react";
import { nowInUrl, useUrlState } from "./use-url-state";

/** Text of a field and its last value in the URL. Follows URL changes made elsewhere. */
export function useUrlText() {
  const urlText = useUrlState().get("text") ?? "";
  const [field, setField] = useState({ typed: urlText, sent: urlText });
  useEffect(() => {
    // Skip while rendered parameters lag behind the URL.
    if (urlText !== (nowInUrl("text") ?? "")) return;
    setField((now) => (urlText === now.sent ? now : { typed: urlText, sent: urlText }));
  }, [urlText]);
  const change = (part: Partial<typeof field>) => setField((now) => ({ ...now, ...part }));
  return { urlText, typed: field.typed, change };
}
