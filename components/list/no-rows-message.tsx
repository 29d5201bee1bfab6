import type { ReactNode } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { filterSentence } from "./filter-sentence";
import { cleared, type ListFrame, type ListOptions } from "./list-spec";

export type NoRowsProps = {
  spec: ListFrame;
  options?: ListOptions;
  /** Heading of a list without a filter; by default "No entries yet". */
  heading?: string;
  /** Sentence for a list without a filter. */
  none: ReactNode;
  /** Sentence after the filters that match no row. */
  filtered?: ReactNode;
  /** Heading of a search whose text was not understood, which cannot be said to match nothing. */
  unread?: string | undefined;
  /** Actions before *Clear filters*. */
  children?: ReactNode;
};

/** An empty list: its filters as a sentence, with *Clear filters*. */
export function NoRowsMessage({ spec, options, heading, none, filtered, unread, children }: NoRowsProps) {
  const url = useUrlState();
  const [one, many] = spec.nouns;
  const sentence = filterSentence(spec, url.get, options);
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage
        kind="empty"
        heading={unread ?? (sentence === undefined ? (heading ?? `No ${many} yet`) : `No ${one} matches`)}
        level={2}
        actions={
          sentence !== undefined && (
            <>
              {children}
              <Button size="small" onClick={() => url.set(cleared(spec))}>
                Clear filters
              </Button>
            </>
          )
        }
      >
        {sentence === undefined ? (
          <p>{none}</p>
        ) : (
          <p>
            Filters: {sentence}. {filtered}
          </p>
        )}
      </StateMessage>
    </div>
  );
}
