import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ListBar } from "@/components/list/list-bar";
import { changed } from "@/components/list/list-spec";
import { useMay, useMe } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { deferred } from "@/components/ui/browser/deferred";
import { nowInUrl, useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { countRecall, joinResults, listResults, splitResults } from "@/lib/contract/console/inbox/campaign-results";
import { notReachedResults } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { ResultBars } from "./result-bars";
import { Contacts } from "./result-contacts";
import { chosenResults, resultList } from "./result-list";
import { neverCalled, neverCalledNote, resultDifference, resultSentence } from "./result-sentence";

const CallAgainDialog = deferred(async () => (await import("./call-again-dialog")).CallAgainDialog);

type FoundResultsProps = { campaign_id: string; progress: Pick<CampaignProgress, "counts" | "status"> };

/** Who was called and with what result, from events. Nothing before the first event of the campaign. */
export function FoundResults({ campaign_id, progress: { counts, status } }: FoundResultsProps) {
  const { data } = useQuery(read(listResults, { campaign_id }));
  const { chosen, setChosen, isInUrl } = useChosenResults();
  if (!data || data.value.contacts === 0) return null;
  const { contacts, results, in_progress } = data.value;
  const called = { counts, status, contacts };
  const notes = [resultDifference(called), neverCalledNote(called)].filter((note) => note !== undefined);
  const ticked = chosen.filter((result) => results.some((each) => each.result === result));
  const people = results.reduce((sum, each) => sum + (ticked.includes(each.result) ? each.contacts : 0), 0);
  return (
    <>
      <Section title={resultSentence(called)}>
        {notes.length > 0 && <p className="mb-2 text-ink-2">{notes.join(" ")}</p>}
        <ResultBars
          {...{ results, in_progress, chosen: ticked, onChoose: setChosen }}
          neverCalled={neverCalled(called)}
        />
      </Section>
      <section aria-label="Contacts">
        <div className={ticked.length > 0 ? "bg-pick" : undefined}>
          <ListBar spec={resultList}>
            {ticked.length > 0 && <Chosen {...{ campaign_id, people }} chosen={ticked} onClear={() => setChosen([])} />}
          </ListBar>
        </div>
        <Contacts
          campaign_id={campaign_id}
          results={joinResults(ticked) || undefined}
          isFirst={!isInUrl}
          people={ticked.length > 0 ? people : contacts}
          total={contacts}
        />
      </section>
    </>
  );
}

/** Ticked results: in the URL, and at once on the screen, because the rendered URL lags behind fast presses. */
function useChosenResults() {
  const url = useUrlState();
  const inUrl = url.get("results") ?? "";
  const [results, setResults] = useState(inUrl);
  useEffect(() => {
    if (inUrl === (nowInUrl("results") ?? "")) setResults(inUrl);
  }, [inUrl]);
  const setChosen = (chosen: readonly string[]) => {
    setResults(joinResults(chosen));
    url.set(changed(resultList, chosenResults, joinResults(chosen)));
  };
  return { chosen: splitResults(results), setChosen, isInUrl: results === inUrl };
}

type ChosenProps = { campaign_id: string; people: number; chosen: readonly string[]; onClear: () => void };

/** How many people have the ticked results, and *Call again…*. */
function Chosen({ campaign_id, people, chosen, onClear }: ChosenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const may = useMay(countRecall);
  const hidesNumbers = useMe().hides_numbers === true;
  const reached = chosen.filter((result) => !notReachedResults.includes(result));
  const off = !may
    ? `${whoCan(countRecall.allow)} call people again`
    : hidesNumbers
      ? "Phone numbers are hidden from you"
      : reached.length > 0
        ? `Only people who were not reached can be called again: ${notReachedResults.join(", ").toLowerCase()}`
        : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="font-semibold" role="status">
        {countOf(people, "person", "people")} chosen
      </b>
      <Button variant="bare" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" aria-haspopup="dialog" disabled={off !== undefined} onClick={() => setIsAsking(true)}>
        Call again…
      </Button>
      {off && <small className="basis-full text-sm/[17px] text-ink-2">{off}.</small>}
      {isAsking && <CallAgainDialog {...{ campaign_id, chosen }} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
