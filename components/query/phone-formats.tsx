import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import {
  keepPhoneFormats,
  knownPhoneFormats,
  loadPhoneFormats,
  subscribeToPhoneFormats,
} from "@/lib/client/phone-formats";
import type { PhoneFormat, PhoneFormats } from "@/lib/format/group-phone";

const SentFormats = createContext<PhoneFormats>([]);

/** `formats` are those of the calling codes in a page's reads: all that its first render needs. */
export function PhoneFormatsProvider({ formats, children }: { formats: PhoneFormats; children: ReactNode }) {
  // For what is outside the page, such as its dialogs.
  useEffect(() => keepPhoneFormats(formats), [formats]);
  return <SentFormats value={formats}>{children}</SentFormats>;
}

/** Formats of a calling code. If the page was not sent with them they are undefined, and loaded. */
export function usePhoneFormats(code: string | undefined): readonly PhoneFormat[] | undefined {
  const sent = useContext(SentFormats).find(([each]) => `+${each}` === code);
  const known = useSyncExternalStore(
    subscribeToPhoneFormats,
    () => (code === undefined ? undefined : knownPhoneFormats(code)),
    () => undefined,
  );
  const formats = sent?.[1] ?? known;
  const isMissing = code !== undefined && formats === undefined;
  useEffect(() => {
    if (isMissing) void loadPhoneFormats(code);
  }, [isMissing, code]);
  return formats;
}
