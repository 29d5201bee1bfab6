import { queryOptions } from "@tanstack/react-query";
import pLimit from "p-limit";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { wrapped } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { type Answer, type RawAnswer, readAnswer } from "./answer";
import { call } from "./call";
import { type keyOf, read } from "./query";

const inFlight = 4;
const mostRows = 300_000;

type LogAnswer = Answer<OutputOf<typeof listWebhookLogs>>;

/** The log of every webhook. One that is too large to be read at once is put together from each webhook's own. */
export const readWholeLog = () =>
  queryOptions<RawAnswer, Error, LogAnswer, ReturnType<typeof keyOf<typeof listWebhookLogs>>>({
    ...read(listWebhookLogs, {}),
    queryFn: ({ signal }) =>
      call(listWebhookLogs, {}, { signal }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === "upstream-too-large") return joinedLog(signal);
        throw error;
      }),
  });

async function joinedLog(signal: AbortSignal): Promise<RawAnswer> {
  const webhooks = await call(listWebhooks, {}, { signal });
  const ids = [...new Set(readAnswer(listWebhooks, webhooks).value.data.flatMap(({ id }) => (id ? [id] : [])))];
  const acquire = pLimit(inFlight);
  let rows = 0;
  const readOne = async (webhook_id: string) => {
    if (rows > mostRows) return [];
    const answer = await call(listWebhookLogs, { webhook_id }, { signal }).catch(passOver);
    rows += answer ? rowsIn(answer.raw).length : 0;
    return answer ? [answer] : [];
  };
  const logs = (await Promise.all(ids.map((id) => acquire(() => readOne(id))))).flat();
  return {
    ...webhooks,
    raw: { data: logs.flatMap(({ raw }) => rowsIn(raw)) },
    read: { data: logs.flatMap((log) => rowsIn(log.read ?? log.raw)) },
    drift: logs.flatMap(({ drift }) => drift),
    joinedFrom: { logs: logs.length, webhooks: ids.length },
  };
}

/** One webhook's log that cannot be read takes none of the others with it. */
function passOver(error: unknown) {
  if (error instanceof Problem) return undefined;
  throw error;
}

const rowsIn = (answer: unknown): unknown[] => {
  const { data } = wrapped(listWebhookLogs.output, answer) as { data: unknown[] };
  return data;
};
