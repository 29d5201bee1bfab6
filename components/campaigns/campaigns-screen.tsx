"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { OpenById } from "@/components/record/open-by-id";
import { SavedList } from "@/components/record/saved-list";
import { useSendFault } from "@/components/send/use-send-fault";
import { PageHead } from "@/components/ui/page-head";
import { write } from "@/lib/client/query";
import { saveRecord } from "@/lib/contract/console/saved";
import { campaignColumns } from "./campaign-columns";

export function CampaignsScreen() {
  const label = useRef<HTMLInputElement>(null);
  const showFault = useSendFault();
  const save = useMutation({
    ...write(saveRecord),
    onError: (error, { ref }) => showFault(error, "The label", "saved", ref),
  });

  function keepLabel(id: string) {
    const given = label.current?.value.trim();
    if (given) save.mutate({ resource: "campaigns", ref: id, label: given });
  }

  return (
    <>
      <PageHead title="Campaigns">
        The API contract shows no list of campaigns and no call to create one. These are the ones opened here.
      </PageHead>
      <OpenById
        base="campaigns"
        label="Open by ID"
        hint="Anyone who can see campaigns here will find it in this list afterwards. A label is kept in Switchboard."
        onOpen={keepLabel}
      >
        <input
          ref={label}
          className="inp label"
          aria-label="Label, kept in Switchboard"
          placeholder="Label"
          maxLength={120}
        />
      </OpenById>
      <SavedList
        resource="campaigns"
        title="Saved campaigns"
        plural="campaigns"
        more={campaignColumns}
        empty="Paste a campaign’s ID above. What is opened, pinned or labeled here is kept in this list."
      />
    </>
  );
}
