import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { SearchField } from "@/components/ui/fields/search-field";
import { stringifyJson } from "@/lib/format/json";
import { JsonCode } from "./json-code";
import { foldedLines, foldsAround, jsonLines, matchingLines, visibleLines } from "./json-lines";

type JsonViewProps = { value: unknown; label: string };

export function JsonView({ value, label }: JsonViewProps) {
  const [isWrapped, setIsWrapped] = useState(false);
  const lines = useMemo(() => jsonLines(value), [value]);
  const folds = useFolds(lines);
  const { folded, toggle } = folds;
  const { text, find, isSearching, matches, index, go } = useJsonSearch(lines, folds);
  const shown = useMemo(() => visibleLines(lines, folded), [lines, folded]);

  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  }

  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 print:hidden">
        <SearchField
          className="w-[180px]"
          label="Find in the JSON"
          value={text}
          onKeyDown={onSearchKey}
          onChange={(event) => find(event.target.value)}
        />
        {isSearching && (
          <>
            <span className="text-sm/[17px] text-ink-3" role="status">
              {matches.length === 0 ? "No match" : `${index + 1} of ${matches.length}`}
            </span>
            <IconButton icon="up-small" label="Previous match" onClick={() => go(-1)} />
            <IconButton icon="down" label="Next match" onClick={() => go(1)} />
          </>
        )}
        <span className="min-w-0 flex-1" />
        <Button size="small" variant="bare" aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
          Wrap lines
        </Button>
        <CopyButton size="small" variant="bare" text={() => stringifyJson(value, 2)} name="the JSON">
          Copy
        </CopyButton>
      </div>
      <JsonCode
        label={label}
        isWrapped={isWrapped}
        lines={lines}
        shown={shown}
        folded={folded}
        matches={matches}
        currentLine={isSearching ? matches[index] : undefined}
        onToggle={toggle}
      />
    </div>
  );
}

/** `go` moves to another match, and unfolds the lines around it. */
function useJsonSearch(lines: ReturnType<typeof jsonLines>, { folded, toggle }: ReturnType<typeof useFolds>) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const wanted = useDeferredValue(text);
  const matches = useMemo(() => matchingLines(lines, wanted), [lines, wanted]);
  // A refetched value may have fewer matches.
  const index = Math.min(chosen, Math.max(0, matches.length - 1));

  function find(typed: string) {
    setText(typed);
    setChosen(0);
  }

  function go(step: number) {
    if (matches.length === 0) return;
    const next = (index + step + matches.length) % matches.length;
    const line = matches[next] ?? 0;
    for (const start of foldsAround(lines, folded, line)) toggle(start);
    setChosen(next);
  }

  return { text, find, isSearching: wanted.trim() !== "", matches, index, go };
}

/** Lines that the user folded. Remembered by path, because a refetch may move lines. */
function useFolds(lines: ReturnType<typeof jsonLines>) {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => foldedLines(lines, paths), [lines, paths]);

  function toggle(line: number) {
    const path = lines[line]?.path ?? "";
    setPaths((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }

  return { folded, toggle };
}
