import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { inputClass } from "@/components/ui/fields/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import { addRecords, longestRef, mostAdded } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";
import { nounOf } from "@/lib/contract/operation";
import { cleanText } from "@/lib/format/comparable-text";
import { countOf, formatCount } from "@/lib/format/format-count";
import { IdResults } from "./id-results";
import { useRefetchList } from "./use-refetch-list";

export type AddRecordsProps = { resource: string; onClose: () => void };

export function AddRecords({ resource, onClose }: AddRecordsProps) {
  const refetchList = useRefetchList(resource);
  const [text, setText] = useState("");
  const { ids, leftOut } = idsIn(text, resource);
  const send = useMutation({
    ...write(addRecords),
    onSettled: refetchList,
  });
  if (send.data)
    return (
      <AddedRecords resource={resource} ids={send.variables.refs} message={send.data.value.message} onClose={onClose} />
    );
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        icon="plus"
        disabled={ids.length === 0}
        isSending={send.isPending}
        sendingLabel="Adding…"
        onClick={() => send.mutate({ resource, refs: ids })}
      >
        {`Add ${ids.length === 0 ? resource : countOf(ids.length, nounOf(resource))}`}
      </Button>
    </>
  );
  return (
    <Dialog title={`Add ${resource}`} onClose={onClose} footer={footer} wide>
      <p className="text-ink-2">
        Paste IDs, one or many: a column from a sheet, a list, or links. Nothing changes on the platform.
      </p>
      <Field label="IDs" hint={foundMessage(ids.length, leftOut)}>
        {(control) => (
          <textarea
            {...control}
            data-first-focus
            rows={7}
            className={`${inputClass()} h-auto! w-full resize-y py-2 font-mono text-sm/5 tracking-[-0.02em]`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {send.error && <SendFault error={send.error} what={`Add ${resource}`} onDismiss={send.reset} />}
    </Dialog>
  );
}

type AddedRecordsProps = AddRecordsProps & { ids: readonly string[]; message: string };

/** One result for each ID that was added. */
function AddedRecords({ resource, ids, message, onClose }: AddedRecordsProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={`Add ${resource}`} onClose={onClose} footer={footer} wide>
      <p className="text-ink-2">{message}</p>
      <IdResults resource={resource} ids={ids} />
    </Dialog>
  );
}

const foundMessage = (count: number, leftOut: number) =>
  `${countOf(count, "ID")} found${leftOut > 0 ? `, ${formatCount(leftOut)} left out: no ID, or too many at once` : ""}.`;

/** The IDs among what was pasted, each once and as many as are added at once, and how many pieces are left out. */
export function idsIn(text: string, resource: string): { ids: string[]; leftOut: number } {
  const pieces = piecesIn(text);
  const all = pieces.flatMap((piece) => idOf(piece, resource) ?? []).filter((id) => !/\s/.test(id));
  const unique = [...new Set(all)];
  const ids = unique.slice(0, mostAdded);
  return { ids, leftOut: pieces.length - all.length + unique.length - ids.length };
}

const separator = /[\n\r\t,;]+/;

const piecesIn = (text: string) => [...new Set(text.split(separator).map(cleanText).filter(Boolean))];

function idOf(piece: string, resource: string): string | undefined {
  const link = new RegExp(`/${resource}/([^/?#\\s]+)`).exec(piece)?.[1];
  const id = link === undefined ? piece.replace(/^["']|["']$/g, "") : pathToId(link);
  return id === undefined || id === "" || id.length > longestRef ? undefined : id;
}
