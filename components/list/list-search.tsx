import { useDebounced } from "@/components/ui/browser/use-debounced";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useUrlText } from "@/components/ui/browser/use-url-text";
import { SearchField } from "@/components/ui/fields/search-field";
import { changed, hasToken, type ListFilter, type ListFrame, type ListOptions } from "./list-spec";

const searchDelayMs = 300;

type ListSearchProps = {
  spec: ListFrame;
  filter: ListFilter & { kind: "search" };
  options: ListOptions;
  onEnter?: (text: string) => void;
};

/** Searches while somebody types: after a delay on the server, at once in the browser. Enter applies typed tokens. */
export function ListSearch({ spec, filter, options, onEnter }: ListSearchProps) {
  const url = useUrlState();
  const { typed, change } = useUrlText();
  const send = (text: string) => {
    if (hasToken(spec, text)) return;
    change({ sent: text });
    url.set(changed(spec, filter, text), { replaces: true });
  };
  const sendSoon = useDebounced(send, "op" in spec ? searchDelayMs : 0);
  async function applyTokens(text: string) {
    const { parseTokens } = await import("./parse-tokens");
    const { values, rest } = parseTokens(spec, text, options);
    change({ typed: rest, sent: rest });
    url.set({ ...changed(spec, filter, rest), ...values });
  }
  return (
    <SearchField
      label={filter.label}
      title={filter.hint ?? filter.label}
      className="h-11 w-full text-md"
      aria-keyshortcuts="F"
      maxLength={filter.longest}
      value={typed}
      onChange={({ target: { value } }) => {
        change({ typed: value });
        if ("op" in spec) sendSoon(value);
        else send(value);
      }}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key !== "Enter") return;
        if (hasToken(spec, value)) void applyTokens(value);
        else onEnter?.(value.trim());
      }}
    />
  );
}
