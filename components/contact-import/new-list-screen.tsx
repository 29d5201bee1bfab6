"use client";

import { noCampaign } from "@/components/contact-import/state/dispatch-import";
import { ButtonLink } from "@/components/ui/buttons/button";
import { ImportScreen } from "./import-screen";

export function NewListScreen() {
  return (
    <ImportScreen
      campaign_id={noCampaign}
      title={{
        children: "Check a list here first, and choose its campaign before the upload.",
        actions: (
          <ButtonLink icon="plus" href="/campaigns?ask=add">
            Add campaigns
          </ButtonLink>
        ),
      }}
    />
  );
}
