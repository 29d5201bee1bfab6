"use client";

import { useState } from "react";
import { SearchField } from "@/components/ui/search-field";
import type { OwnLog } from "./log-desk";
import type { Desk } from "./use-desk";

/** Pasting an entry's ID opens that entry; any other text narrows the log. */
export function TextFilter({ desk: { url }, log }: { desk: Desk; log: OwnLog }) {
  const sent = url.get("text") ?? "";
  // While someone types, the field is theirs; the address follows.
  const [typed, setTyped] = useState<string>();

  return (
    <SearchField
      label="ID, URL, event or status"
      aria-keyshortcuts="F"
      value={typed ?? sent}
      onFocus={() => setTyped(sent)}
      onBlur={() => setTyped(undefined)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        url.set({ text: value }, { replaces: sent !== "" });
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").trim();
        if (!log.entries.some((entry) => entry.log.id === pasted)) return;
        event.preventDefault();
        url.open("entry", pasted);
      }}
    />
  );
}
