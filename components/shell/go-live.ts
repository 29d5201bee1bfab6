import type { QueryClient } from "@tanstack/react-query";
import { beginNotes, mayNotify, noteAlerts } from "@/lib/client/alert-notes";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { openEventStream } from "@/lib/client/event-stream";
import { createLiveQueries } from "@/lib/client/live-queries";
import { keyOf } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { listAlerts } from "@/lib/contract/console/alerts";
import { getMe } from "@/lib/contract/console/people/me";
import { getSummary, resourceIn } from "@/lib/contract/console/summary";
import { resourceOf } from "@/lib/contract/operation";

/** Polling interval while the event stream has been down for longer than `downForMs`. */
const pollMs = 15_000;
const downForMs = 30_000;
/** A hidden tab has no stream, but still shows new alerts as notifications. */
const hiddenNotesMs = 60_000;

/** Keeps the queries of this tab up to date from the event stream. `since`: when the server rendered the page, in ms. */
export function goLive(client: QueryClient, { page, since }: { page: string; since: number }) {
  const queries = createLiveQueries(client);
  let isUp = false;
  let downAtMs = performance.now();

  const refetchMe = () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) });

  const stream = openEventStream({
    page,
    since,
    onState(isUpNow) {
      if (isUp && !isUpNow) {
        downAtMs = performance.now();
        // The server closes the stream when the session ends or the role changes.
        if (!document.hidden) refetchMe();
      }
      isUp = isUpNow;
    },
    onMessage({ keys = [], summary, role }) {
      // Another tab of this session may have lowered or restored its role while this one was hidden.
      if (role && role !== roleIn(client)) refetchMe();
      if (summary) client.setQueryData(keyOf(getSummary, {}), answerOf({ data: summary }));
      queries.changed(keys);
      if (keys.some((key) => resourceIn(key) === resourceOf(listAlerts))) showNotes();
    },
  });
  void beginNotes().catch(ignoreFailedRead);
  const polling = setInterval(() => {
    if (!document.hidden && !isUp && performance.now() - downAtMs > downForMs) queries.poll();
  }, pollMs);
  const notes = setInterval(() => document.hidden && showNotes(), hiddenNotesMs);
  document.addEventListener("visibilitychange", queries.resume);
  return {
    show: stream.show,
    resume: queries.resume,
    stop() {
      stream.close();
      clearInterval(polling);
      clearInterval(notes);
      document.removeEventListener("visibilitychange", queries.resume);
    },
  };
}

function roleIn(client: QueryClient) {
  const answer = client.getQueryData<RawAnswer>(keyOf(getMe, {}));
  return answer && readAnswer(getMe, answer).value.role;
}

function showNotes() {
  if (mayNotify()) void noteAlerts().catch(ignoreFailedRead);
}

/** Alerts are read again at their next change. */
const ignoreFailedRead = () => {};

const answerOf = (raw: unknown) => ({ raw, drift: [], status: 200, requestId: "", readAt: clock.now().toISOString() });
