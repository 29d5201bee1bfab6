"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useMay } from "@/components/query/use-me";
import { readAnswer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { listSaved } from "@/lib/contract/console/saved";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { looksLikeId } from "./palette-match";
import { type Thing, thingInLog, thingsIn } from "./palette-things";
import { answersTo, newestAnswer, useCached } from "./use-cached";

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

/** The entry with this ID in a webhook log that was read already; none is asked for. */
export function useInLog(id: string): Thing | undefined {
  const client = useQueryClient();
  return useMemo(() => {
    if (!looksLikeId(id)) return undefined;
    const logs = answersTo(client, listWebhookLogs).flatMap((answer) => readLog(answer)?.value.data ?? []);
    return thingInLog(logs, id);
  }, [client, id]);
}

// Each answer is parsed once, however often it is looked at.
const readLog = read(listWebhookLogs, {}).select ?? (() => undefined);

function useList<Op extends Operation>(op: Op, input: InputOf<Op>) {
  const may = useMay(op);
  const find = useCallback((client: Parameters<typeof newestAnswer>[0]) => newestAnswer(client, op), [op]);
  const kept = useCached(find, undefined);
  const asked = useQuery({ ...read(op, input), enabled: may && kept === undefined });
  const value = useMemo(() => (kept ? readAnswer(op, kept).value : undefined), [kept, op]);
  return { value, isReading: asked.isFetching && !kept, hasFailed: asked.isError && !kept };
}
