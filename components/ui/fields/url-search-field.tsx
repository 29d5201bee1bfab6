import { useEffect, useState } from "react";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { nowInUrl, useUrlState } from "@/components/ui/browser/use-url-state";
import { SearchField, type SearchFieldProps } from "./search-field";

type UrlSearchFieldProps = Omit<SearchFieldProps, "value" | "defaultValue" | "onChange"> & {
  /** Replaces the default URL update, if more than the text must change. */
  onText?: (text: string) => void;
  /** Debounce in ms, if the text triggers a server request. */
  delayMs?: number;
};

export function UrlSearchField({ onText, delayMs, ...rest }: UrlSearchFieldProps) {
  const url = useUrlState();
  const { typed, change } = useUrlText();
  const sendNow = (text: string) => {
    change({ sent: text });
    if (onText) onText(text);
    else url.set({ text }, { replaces: true });
  };
  const sendSoon = useDebounced(sendNow, delayMs ?? 0);
  return (
    <SearchField
      {...rest}
      value={typed}
      onChange={({ target: { value } }) => {
        change({ typed: value });
        if (delayMs === undefined) sendNow(value);
        else sendSoon(value);
      }}
    />
  );
}

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
