import { beforeAll, expect, test } from "vitest";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { looksLikeTime } from "@/lib/format/typed-time";
import { delivery } from "@/lib/testing/components/deliveries";
import {
  type Read,
  renderWithReads,
  storedEntryRead,
  storedLogReads,
} from "@/lib/testing/components/render-with-reads";
import { timeIn, timeInput } from "./log-time";
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
  timeInput(
    timeIn(() => undefined),
    nowMs,
  ),
);

test("shows the answer with the counts, and the rows without waiting for them", () => {
  const [counted = webhooks, rows = webhooks] = reads;
  const [, listed = webhooks] = storedLogReads(
    timeInput(
      timeIn(() => undefined),
      nowMs,
    ),
    [delivery("log_1", 0)],
  );
  const render = (...read: Read[]) => renderWithReads(screen, [webhooks, ...read], { showsLoaded: true }).html;
  expect(render(counted, rows)).toContain("No deliveries in the last 24 h");
  expect(render(counted)).toContain("Loading the deliveries");
  expect(render()).toContain("Loading the webhook log");
  expect(rowsOf(render(listed))).toHaveLength(1);
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

test.each([
  ["foo bar", [], "“foo bar” is not a time, number, ID, address or word that Switchboard knows from the log.", true],
  ["08:20 or so", [], "“08:20 or so” is not a time that Switchboard can read.", true],
  ["log_9", [delivery("log_9", 1)], "No matching deliveries", false],
] as const)("says what the text “%s” is when the log has %j of it", (text, found, sentence, isOff) => {
  const input = looksLikeTime(text) ? {} : { text };
  const { html } = renderWithReads(screen, [webhooks, ...storedLogReads(input, [], [...found])], {
    search: `time=all&text=${encodeURIComponent(text)}`,
    showsLoaded: true,
  });
  expect(html).toContain(sentence);
  const [copy = ""] =
    /<button[^>]*>(?:(?!<\/button>).)*Copy for ticket/s.exec(
      html.slice(html.lastIndexOf("<button", html.indexOf("Copy for ticket"))),
    ) ?? [];
  expect(/ disabled=|aria-disabled="true"/.test(copy)).toBe(isOff);
});

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*data-row-id.*?<\/tr>/gs)].map(([row]) =>
    row.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
  );
const screenOf = (search: string, rows: Parameters<typeof storedLogReads>[1], input = {}) =>
  renderWithReads(screen, [webhooks, ...storedLogReads(input, rows)], { search, showsLoaded: true }).html;

test("writes rows in the zone in which the time was asked", () => {
  const between = "2026-11-20T05:00:00Z..2026-11-20T08:00:00Z";
  const html = screenOf(`between=${between}&tz=America%2FNew_York`, [delivery("log_1", 0)], {
    ...{ from: "2026-11-20T05:00:00Z", to: "2026-11-20T08:00:00Z" },
  });
  expect(rowsOf(html)[0]).toContain("01:00:00");
  expect(html).toContain("New York");
});

test("gives an arrival of another day its day, and the time of older ones without the year", () => {
  const at = "2026-09-21T22:10:00.000Z";
  const late = { at, delivered_at: "2026-09-22T01:10:00.000Z", late_seconds: 10_800 };
  const [row] = rowsOf(screenOf("time=all", [delivery("log_1", 0, late)]));
  expect(row).toMatch(/21 Sep.*22:10:00.*22 Sep.*01:10:00/);
  expect(row).not.toContain("2026");
});

test("shows no tick for an arrival in the future", () => {
  const rowAt = (delivered_at: string) =>
    screenOf("time=all", [delivery("log_1", 0, { at: delivered_at, delivered_at })]);
  expect(rowAt("2026-11-22T00:00:00.000Z")).toContain("This time is in the future");
  expect(rowAt("2026-11-20T14:19:00.000Z")).not.toContain("in the future");
});
