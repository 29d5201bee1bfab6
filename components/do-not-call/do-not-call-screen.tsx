"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePersonDialogs } from "@/components/person/person-dialogs";
import { PersonSearch } from "@/components/person/person-search";
import { QueryView } from "@/components/query/query-view";
import { StillWaiting } from "@/components/record/still-waiting";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { PageHead } from "@/components/ui/page/page-head";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { type addDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";
import type { OutputOf } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";
import { holdsMask } from "@/lib/format/mask-sign";
import { LatestTable, SourcesTable } from "./block-tables";

const AddNumber = deferred(async () => (await import("./add-number")).AddNumber);
const AddFile = deferred(async () => (await import("./add-file")).AddFile);

type AddedNumber = { number: string; answer: Answer<OutputOf<typeof addDoNotCall>> };
type OpenDialog = "number" | "file" | undefined;

export function DoNotCallScreen() {
  const list = useQuery(read(listDoNotCall, {}));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [added, setAdded] = useState<AddedNumber>();
  const { lookUp } = usePersonDialogs();
  const close = () => setDialog(undefined);

  return (
    <div>
      <PageHead
        title="Do not call"
        actions={<Actions onNumber={() => setDialog("number")} onFile={() => setDialog("file")} />}
      >
        {list.data && `${countText(list.data.value.numbers)} `}Every contact list that is uploaded here is compared with
        it. Numbers are kept encrypted on this installation’s server.
      </PageHead>
      <StillWaiting
        key={added?.answer.requestId}
        number={added?.number}
        isHidden={holdsMask(added?.number ?? "")}
        added={added?.answer}
        className="mx-(--gutter) mb-4"
      />
      <div className={sectionsClass()}>
        <section className={sectionClass} aria-label="Look up a number">
          <PersonSearch />
        </section>
        <QueryView
          query={list}
          label="the do-not-call list"
          isEmpty={({ numbers }) => numbers === 0}
          empty={<NoNumbers />}
        >
          {({ value: { sources, latest, numbers } }) => (
            <>
              <SourcesTable sources={sources} />
              <LatestTable entries={latest} total={numbers} onOpen={({ number }) => lookUp({ person: { number } })} />
            </>
          )}
        </QueryView>
      </div>
      {dialog === "number" && <AddNumber onAdded={(number, answer) => setAdded({ number, answer })} onClose={close} />}
      {dialog === "file" && <AddFile onClose={close} />}
    </div>
  );
}

const countText = (numbers: number) =>
  numbers === 0 ? "No number is on the list." : `${countOf(numbers, "number is", "numbers are")} on the list.`;

function Actions({ onNumber, onFile }: { onNumber: () => void; onFile: () => void }) {
  return (
    <>
      <Button icon="up" aria-haspopup="dialog" load={AddFile.load} onClick={onFile}>
        Add a file…
      </Button>
      <Button variant="primary" icon="plus" aria-haspopup="dialog" load={AddNumber.load} onClick={onNumber}>
        Add a number
      </Button>
    </>
  );
}

function NoNumbers() {
  return (
    <StateSection kind="empty" heading="The list is empty">
      Add the number of a person who asked not to be called, or the file of a register.
    </StateSection>
  );
}
