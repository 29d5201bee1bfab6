import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { readCall } from "@/lib/contract/shapes/call";
import { pageOf } from "@/lib/testing/components/records";
import { EndCall, EndedNote } from "./end-call";

beforeAll(loadDeferred);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-25T03:30:00Z"), toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const close = () => undefined;
const request = { what: "End call", send: close, dismiss: close, answer: undefined };
const send = { ...request, sendWith: close, isSending: false, off: undefined, error: null };

const shown = (record: Record<string, unknown>) =>
  pageOf(
    <RenderedAtContext value={Date.now()}>
      <EndedNote call={readCall(record)} off={undefined} />
      <EndCall send={send} call_id="c" call={readCall(record)} />
    </RenderedAtContext>,
    [],
    { search: "ask=end", showsLoaded: true },
  );

test("offers End only for a call that has not ended", () => {
  const page = shown({ status: "completed", ended_at: "2026-11-24T21:31:00Z" });
  expect(page).toContain("already ended on Tue 24 Nov 2026 at 21:31");
  expect(page).not.toContain("<button");
  expect(shown({ status: "in-progress" })).toContain("The conversation stops at once.");
});

test("a call that ended today says only the time", () => {
  expect(shown({ status: "completed", ended_at: "2026-11-25T01:33:00Z" })).toContain("already ended at 01:33");
});
