"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useEngine } from "@/components/list-file/use-engine";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { StillWaiting } from "@/components/record/still-waiting";
import { useFormSend } from "@/components/send/use-send-fault";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { PageHead } from "@/components/ui/page/page-head";
import { sectionsClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import {
  type addDoNotCall,
  type BlockedNumber,
  exportDoNotCall,
  listDoNotCall,
  removeDoNotCall,
} from "@/lib/contract/console/do-not-call";
import { pathOf } from "@/lib/contract/match";
import type { OutputOf } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";
import { LatestTable, SourcesTable } from "./block-tables";
import { NumberSearch } from "./number-search";

const AddNumber = deferred(async () => (await import("./add-number")).AddNumber);
const AddFile = deferred(async () => (await import("./add-file")).AddFile);
const loadLayers = () => Promise.all([AddNumber.load(), AddFile.load()]);

type AddedNumber = { number: string; answer: Answer<OutputOf<typeof addDoNotCall>> };
type OpenDialog = { kind: "number"; number: string } | { kind: "file" } | { kind: "removal"; entry: BlockedNumber };

export function DoNotCallScreen() {
  const list = useQuery(read(listDoNotCall, {}));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [number, setNumber] = useState<string>();
  const [added, setAdded] = useState<AddedNumber>();
  const reader = useEngine();
  useAtRest(loadLayers);
  const close = () => setDialog(undefined);
  const addNumber = (typed = "") => setDialog({ kind: "number", number: typed });
  const lookUp = (found: string | undefined) => {
    setNumber(found);
    setAdded(undefined);
  };
  const openEntry = (entry: BlockedNumber) => {
    lookUp(entry.number);
    document.querySelector("h1")?.focus();
  };

  return (
    <div>
      <PageHead
        title="Do not call"
        actions={<Actions onNumber={addNumber} onFile={() => setDialog({ kind: "file" })} />}
      >
        {list.data && `${countText(list.data.value.numbers)} `}Every contact list that is uploaded here is compared with
        it. Numbers are kept encrypted on this installation’s server.
      </PageHead>
      <StillWaiting
        key={added?.answer.requestId}
        number={added?.number}
        added={added?.answer}
        className="mx-(--gutter) mb-4"
      />
      <div className={sectionsClass()}>
        <NumberSearch
          reader={reader}
          number={number}
          onNumber={lookUp}
          onAdd={addNumber}
          onRemove={(entry) => setDialog({ kind: "removal", entry })}
        />
        <QueryView
          query={list}
          label="the do-not-call list"
          isEmpty={({ numbers }) => numbers === 0}
          empty={<NoNumbers />}
        >
          {({ value: { sources, latest } }) => (
            <>
              <SourcesTable sources={sources} />
              <LatestTable entries={latest} onOpen={openEntry} />
            </>
          )}
        </QueryView>
      </div>
      {dialog?.kind === "number" && (
        <AddNumber
          reader={reader}
          number={dialog.number}
          onAdded={(number, answer) => {
            setNumber(number);
            setAdded({ number, answer });
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === "file" && <AddFile onClose={close} />}
      {dialog?.kind === "removal" && <RemoveEntry entry={dialog.entry} onClose={close} />}
    </div>
  );
}

const countText = (numbers: number) =>
  numbers === 0 ? "No number is on the list." : `${countOf(numbers, "number is", "numbers are")} on the list.`;

function Actions({ onNumber, onFile }: { onNumber: () => void; onFile: () => void }) {
  return (
    <>
      {useMay(exportDoNotCall) && (
        <a data-slot="button" className={buttonClass({})} href={`/api${pathOf(exportDoNotCall, {})}`} download>
          <Icon name="dl" />
          Export
        </a>
      )}
      <Button icon="up" aria-haspopup="dialog" onClick={onFile}>
        Add a file…
      </Button>
      <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={() => onNumber()}>
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

function RemoveEntry({ entry, onClose }: { entry: BlockedNumber; onClose: () => void }) {
  const removal = useFormSend(removeDoNotCall, onClose);
  return (
    <ConfirmDialog
      question={`Remove ${entry.number}?`}
      sends={`DELETE /console/do-not-call/${entry.id}`}
      confirmLabel="Remove"
      isSending={removal.isPending}
      error={removal.error?.message}
      onConfirm={() => removal.mutate({ entry_id: entry.id })}
      onClose={onClose}
    >
      The next contact list with this number is uploaded with it, and the person can be called again.
    </ConfirmDialog>
  );
}
