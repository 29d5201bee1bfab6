import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { renderWithReads, storedLogReads } from "@/lib/testing/components/render-with-reads";
import { timeIn, timeInput } from "./log-time";
import { WebhooksScreen } from "./webhooks-screen";

beforeAll(loadDeferred);

const nowMs = Date.parse("2026-11-20T14:20:00Z");

function renderedAt(search: string) {
  const get = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  const screen = (
    <RenderedAtContext value={nowMs}>
      <WebhooksScreen />
    </RenderedAtContext>
  );
  const input = timeInput(timeIn(get), nowMs);
  return renderWithReads(screen, [[listWebhooks, {}, { success: true, data: [] }], ...storedLogReads(input)], {
    search,
    showsLoaded: true,
  }).html;
}

test("the time chip shows no end when the range has none", () => {
  expect(renderedAt("")).toContain('aria-label="Time: Since Thu 14:20, last 24 h, UTC"');
  expect(renderedAt("time=7d")).toContain('aria-label="Time: Since 13 Nov 14:00, last 7 d, UTC"');
  expect(renderedAt("between=2026-11-20T13:00Z..2026-11-20T13:20Z")).toContain(
    'aria-label="Time: Fri 13:00 – 13:20, UTC"',
  );
});
