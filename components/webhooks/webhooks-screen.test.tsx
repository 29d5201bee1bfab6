import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import {
  type Read,
  renderWithReads,
  storedEntryRead,
  storedLogReads,
} from "@/lib/testing/components/render-with-reads";
import { inputOf, timeOnly } from "./log-filter";
import { WebhooksScreen } from "./webhooks-screen";

beforeAll(loadDeferred);

const nowMs = Date.parse("2026-11-20T14:20:00Z");
const screen = (
  <RenderedAtContext value={nowMs}>
    <WebhooksScreen />
  </RenderedAtContext>
);
const webhooks: Read = [listWebhooks, {}, { success: true, data: [] }];
const reads = storedLogReads(
  inputOf(
    timeOnly(() => undefined),
    nowMs,
  ),
);

test("the log appears only when its counts and both groups of rows have loaded", () => {
  const log = 'aria-label="Every status in this time"';
  expect(renderWithReads(screen, [webhooks, ...reads], { showsLoaded: true }).html).toContain(log);
  for (const late of reads) {
    const { html } = renderWithReads(screen, [webhooks, ...reads.filter((read) => read !== late)], {
      showsLoaded: true,
    });
    expect(html).toContain("Loading the webhook log");
    expect(html).not.toContain(log);
  }
});

test("says so when the time range in the link cannot be read", () => {
  const { html } = renderWithReads(screen, [webhooks, ...reads], { search: "between=2026-11-2" });
  expect(html).toContain("The time range in this link cannot be read, so another is shown.");
});

test("says that several deliveries share an ID when an entry is one of them", () => {
  const openEntry = (key: string) =>
    renderWithReads(
      <WebhooksScreen />,
      [webhooks, ...storedLogReads(), storedEntryRead(key, { id: "same", webhook_id: "w2" })],
      { search: `time=all&entry=${encodeURIComponent(key)}`, showsLoaded: true },
    ).html;
  expect(openEntry("same @ w2 call.ended")).toContain("Several deliveries share this ID. This is one of them.");
  expect(openEntry("same")).not.toContain("Several deliveries share this ID");
});
