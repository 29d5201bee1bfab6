import { expect, test } from "vitest";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { readCall } from "@/lib/contract/shapes/call";
import { pageOf } from "@/lib/testing/components/records";
import { CallSummary } from "./call-summary";

const startedMs = Date.parse("2026-11-20T14:00:00Z");

function summaryAt(minute: number, record: object, limitMinute: number) {
  const call = readCall({ started_at: new Date(startedMs).toISOString(), ...record });
  const limit_at = new Date(startedMs + limitMinute * 60_000).toISOString();
  return pageOf(
    <RenderedAtContext value={startedMs + minute * 60_000}>
      <CallSummary call={call} limit_at={limit_at} />
    </RenderedAtContext>,
    [],
  ).replace(/<!-- -->/g, "");
}

test("a call's page says in amber that it is past its limit, until it is over", () => {
  const talks = { status: "in-progress", answered_at: new Date(startedMs).toISOString() };
  expect(summaryAt(30, talks, 15)).toContain(
    '<span class="text-wait-ink">In progress for 30 min. It is 15 min past its limit.</span>',
  );
  expect(summaryAt(14, talks, 15)).not.toContain("past its limit");
  expect(summaryAt(30, { ...talks, status: "ended" }, 15)).not.toContain("past its limit");
});

test("a call's page says that it rings when nobody answered it", () => {
  const rings = summaryAt(30, { status: "ringing" }, 3);
  expect(rings).toContain("Not answered yet, for 30 min. It is 27 min past its limit.");
  expect(rings).toContain("Still ringing");
  expect(summaryAt(30, { status: "queued" }, 99)).toContain("Waiting");
});
