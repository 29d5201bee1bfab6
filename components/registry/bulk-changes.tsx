"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Popover } from "@/components/ui/overlay/popover";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { changeRecords } from "@/lib/contract/console/saved";
import { countOf, formatCount } from "@/lib/format/format-count";
import { LabelForm } from "./label-editor";

export type SelectedRecord = { ref: string; title: string; isPinned: boolean };

export type BulkSavedProps = {
  resource: string;
  /** In words: "tools". */
  plural: string;
  chosen: readonly SelectedRecord[];
  onClear: () => void;
};

/** Actions on the selected records. They change the registry only; nothing is sent to the platform. */
export function BulkSaved({ resource, plural, chosen, onClear }: BulkSavedProps) {
  const toast = useToast();
  const showFault = useSendFault();
  const change = useMutation({
    ...write(changeRecords),
    onSuccess: ({ value }) => {
      toast({ title: value.message });
      onClear();
    },
    onError: (error) => showFault(error, "Change", "saved", countOf(chosen.length, "record")),
  });
  const refs = chosen.map(({ ref }) => ref);
  const unpinned = chosen.filter(({ isPinned }) => !isPinned).length;
  const send = (what: "pin" | "unpin" | "forget") => change.mutate({ resource, refs, change: what });
  const forget = (
    <Button icon="trash" className="max-narrow:flex-1">
      Forget…
    </Button>
  );
  return (
    <section
      className="sticky bottom-0 z-6 flex flex-wrap items-center gap-2.5 border-y border-rule-2 bg-pick px-(--gutter) py-2.5 print:hidden"
      aria-label={`Selected ${plural}`}
    >
      <b className="mr-1 font-semibold max-narrow:w-full">{formatCount(chosen.length)} selected</b>
      <Button
        icon="pin"
        className="max-narrow:flex-1"
        isSending={change.isPending}
        sendingLabel="Saving…"
        onClick={() => send(unpinned > 0 ? "pin" : "unpin")}
      >
        {unpinned > 0 ? "Pin" : "Unpin"}
      </Button>
      <LabelButton onLabel={(label) => change.mutate({ resource, refs, change: "label", label })} />
      <AskPopover
        trigger={forget}
        question={`Forget ${countOf(chosen.length, "record")}?`}
        confirmLabel="Forget"
        onConfirm={() => send("forget")}
      >
        They leave this list, with their labels. Nothing changes on the platform.
      </AskPopover>
      <Button variant="bare" className="narrow:ml-auto" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

function LabelButton({ onLabel }: { onLabel: (label: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);

  const trigger = (
    <Button icon="edit" className="max-narrow:flex-1">
      Label…
    </Button>
  );
  return (
    <Popover trigger={trigger} label="Label" open={isOpen} onOpenChange={setIsOpen}>
      <LabelForm
        hint="The same for all, saved in Switchboard. Leave empty to remove."
        onLabel={(label) => {
          onLabel(label);
          setIsOpen(false);
        }}
      />
    </Popover>
  );
}
