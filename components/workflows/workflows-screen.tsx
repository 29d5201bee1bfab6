"use client";

import { OpenById } from "@/components/record/open-by-id";
import { SavedList } from "@/components/record/saved-list";
import { PageHead } from "@/components/ui/page-head";

export function WorkflowsScreen() {
  return (
    <>
      <PageHead title="Workflows">
        The API contract shows no list of workflows. These are the ones opened here.
      </PageHead>
      <OpenById
        base="workflows"
        label="Open by reference"
        hint="A reference may hold any characters, slashes too. Anyone who can see workflows here will find it in this list afterwards."
      />
      <SavedList
        resource="workflows"
        title="Saved workflows"
        plural="workflows"
        empty="Paste a workflow’s reference above. What is opened here is kept in this list."
      />
    </>
  );
}
