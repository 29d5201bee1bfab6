import { useDebounced } from "@/components/ui/browser/use-debounced";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useUrlText } from "@/components/ui/browser/use-url-text";
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
