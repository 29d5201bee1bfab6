"use client";

import { useEffect, useState } from "react";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { SearchField, type SearchFieldProps } from "./search-field";

type UrlSearchFieldProps = Omit<SearchFieldProps, "value" | "defaultValue" | "onChange"> & {
  /** Puts the text into the address, where that changes more than the text. */
  onText?: (text: string) => void;
  /** Where the text asks the server: how long the typing rests first. */
  restMs?: number;
};

/** A search field whose text is `text` in the address, and the other way round. */
export function UrlSearchField({ onText, restMs, ...rest }: UrlSearchFieldProps) {
  const url = useUrlState();
  const { typed, change } = useUrlText();
  const sendNow = (text: string) => {
    change({ sent: text });
    if (onText) onText(text);
    else url.set({ text }, { replaces: true });
  };
  const sendSoon = useDebounced(sendNow, restMs ?? 0);
  return (
    <SearchField
      {...rest}
      value={typed}
      onChange={({ target: { value } }) => {
        change({ typed: value });
        if (restMs === undefined) sendNow(value);
        else sendSoon(value);
      }}
    />
  );
}

/** What is typed into a field, and what of it was sent to the address last. An address that was changed elsewhere is followed. */
export function useUrlText() {
  const asked = useUrlState().get("text") ?? "";
  const [field, setField] = useState({ typed: asked, sent: asked });
  useEffect(() => {
    // What is drawn may lag behind the address: until it has caught up, it is not what somebody asks for.
    if (asked !== (new URLSearchParams(location.search).get("text") ?? "")) return;
    setField((now) => (asked === now.sent ? now : { typed: asked, sent: asked }));
  }, [asked]);
  const change = (part: Partial<typeof field>) => setField((now) => ({ ...now, ...part }));
  return { asked, typed: field.typed, change };
}
