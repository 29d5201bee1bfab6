import { beforeAll, expect, test, vi } from "vitest";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { address, renderWithReads, storedLogReads } from "@/lib/testing/components/render-with-reads";
import { inputOf, timeOnly } from "./log-filter";
import { WebhooksScreen } from "./webhooks-screen";

vi.mock("next/navigation", async () => (await import("@/lib/testing/components/render-with-reads")).navigation);
vi.mock(
  "@/components/ui/browser/deferred",
  async () => (await import("@/lib/testing/components/render-with-reads")).deferredMock,
);

// Loads the deferred drawer before the first render, because an import after the last test fails.
beforeAll(async () => {
  await import("./entry-drawer");
});

const nowMs = Date.parse("2026-11-20T14:20:00Z");

function renderedAt(search: string) {
  address.search = search;
  const get = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  const screen = (
    <RenderedAtContext value={nowMs}>
      <WebhooksScreen />
    </RenderedAtContext>
  );
  const input = inputOf(timeOnly(get), nowMs);
  return renderWithReads(screen, [[listWebhooks, {}, { success: true, data: [] }], ...storedLogReads(input)]).html;
}

test("the time chip shows no end when the range has none", () => {
  expect(renderedAt("")).toContain('aria-label="Time: Since Thu 14:20, last 24 h, UTC"');
  expect(renderedAt("time=7d")).toContain('aria-label="Time: Since 13 Nov 14:00, last 7 d, UTC"');
  expect(renderedAt("between=2026-11-20T13:00Z..2026-11-20T13:20Z")).toContain(
    'aria-label="Time: Fri 13:00 – 13:20, UTC"',
  );
});
