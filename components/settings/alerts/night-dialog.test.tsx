import { expect, test } from "vitest";
import { type AlertPace, defaultPace } from "@/lib/contract/console/alert-settings";
import { pageOf } from "@/lib/testing/components/records";
import { QuietRows } from "./night-dialog";
import { nightMessage } from "./own-alerts-group";

const quiet: AlertPace = { ...defaultPace, is_quiet: true, from: "21:30", zone: "Asia/Tokyo" };
const rowsOf = (pace: AlertPace) => pageOf(<QuietRows pace={pace} />, []);

test("shows the stored quiet hours, and only their switch while they are off", () => {
  expect(rowsOf(quiet)).toMatch(/aria-label="Quiet from"[^>]*value="21:30".*aria-label="Quiet to"[^>]*value="07:00"/);
  expect(rowsOf(quiet)).toContain('value="Tokyo"');
  expect(rowsOf({ ...quiet, is_quiet: false })).not.toContain("Quiet from");
});

test("keeps a stored zone with another spelling", () => {
  expect(rowsOf({ ...quiet, zone: "europe/berlin" })).toContain(">europe/berlin<");
});

test("nightMessage names hours, zone and weekends", () => {
  expect(nightMessage(quiet)).toBe(
    "21:30 to 07:00, Tokyo time, and on weekends. Only alerts marked “Also at night” are mailed then.",
  );
  expect(nightMessage({ ...quiet, zone: "UTC", has_weekends: false })).toMatch(/^21:30 to 07:00, UTC\. Only/);
  expect(nightMessage({ ...quiet, is_quiet: false })).toBe("No quiet hours. Alerts are mailed at any time.");
});
