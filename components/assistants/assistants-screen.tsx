"use client";

import { OpenById, uuidDoubt } from "@/components/record/open-by-id";
import { PageHead } from "@/components/ui/page/page-head";
import { KnownAssistants } from "./known-list";

export function AssistantsScreen() {
  return (
    <>
      <PageHead title="Assistants">
        The platform has no list of assistants. They appear here once someone opens or adds them.
      </PageHead>
      <OpenById
        base="assistants"
        label="Open by ID"
        hint="A UUID. Anyone who can see assistants here will find it in this list afterwards."
        placeholder="3f0c9f0e-7b1a-4a0e-9a51-6f1f0be22b8c"
        doubt={uuidDoubt}
      />
      <KnownAssistants />
    </>
  );
}
