"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useMay } from "@/components/ui/use-me";
import { read } from "@/lib/client/query";
import { listCredentials } from "@/lib/contract/credentials";
import type { InputOf, Operation, OutputOf } from "@/lib/contract/operation";
import { listPhoneNumbers } from "@/lib/contract/phone-numbers";
import { listSaved } from "@/lib/contract/saved";
import { listWebhooks } from "@/lib/contract/webhooks";
import { type Thing, thingsIn } from "./palette-things";
import { newestAnswer, useCached } from "./use-cached";

export type KnownThings = { things: readonly Thing[]; isReading: boolean; hasFailed: boolean };

/** What the command field knows: answers that are there already, and the lists that are not yet. */
export function useKnown(): KnownThings {
  const saved = useList(listSaved, {});
  const numbers = useList(listPhoneNumbers, {});
  const credentials = useList(listCredentials, {});
  const webhooks = useList(listWebhooks, {});
  const lists = [saved, numbers, credentials, webhooks];

  const things = useMemo(
    () =>
      thingsIn({
        saved: saved.value?.data ?? [],
        numbers: numbers.value?.items ?? [],
        credentials: credentials.value?.data ?? [],
        webhooks: webhooks.value?.data ?? [],
      }),
    [saved.value, numbers.value, credentials.value, webhooks.value],
  );
  return {
    things,
    isReading: lists.some(({ isReading }) => isReading),
    hasFailed: lists.some(({ hasFailed }) => hasFailed),
  };
}

function useList<Op extends Operation>(op: Op, input: InputOf<Op>) {
  const may = useMay(op);
  const find = useCallback((client: Parameters<typeof newestAnswer>[0]) => newestAnswer(client, op), [op]);
  const kept = useCached(find, undefined);
  const asked = useQuery({ ...read(op, input), enabled: may && kept === undefined });
  const value = useMemo(() => (kept ? (op.output.parse(kept.raw) as OutputOf<Op>) : undefined), [kept, op]);
  return { value, isReading: asked.isFetching && !kept, hasFailed: asked.isError && !kept };
}
