"use client";

import { useMe } from "@/components/query/use-me";
import { AnswersList } from "@/components/send/answers-list";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { PageHead } from "@/components/ui/page/page-head";
import { EndSession } from "./end-session";

export function SessionsScreen() {
  const url = useUrlState();
  const isAdmin = useMe().role === "admin";
  const id = url.get("id") ?? "";

  return (
    <>
      <PageHead title="Sessions">
        The API contract shows one call for sessions: ending one. It shows no call to read or list them, so there is
        nothing to look at here before or after.
      </PageHead>
      <EndSession key={id} initialId={id} />
      <AnswersList
        resource="sessions"
        title={isAdmin ? "Sessions ended from here" : "Sessions you ended from here"}
        note="the latest 50"
        lead={() => "end"}
        empty="None yet. Each answer of the API will be kept here."
      />
    </>
  );
}
