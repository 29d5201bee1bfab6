import { expect, test, vi } from "vitest";
import { usualPace } from "@/lib/contract/console/alert-settings";
import { pageOf } from "../records-testing";
import { PaceSection } from "./alerts-pace";

vi.mock("next/navigation", async () => (await import("../testing")).navigation);

test("the zone of quiet hours is chosen of those that there are, and one that is kept by another spelling stays", () => {
  const pace = { ...usualPace, is_quiet: true, zone: "europe/berlin" };
  const page = pageOf(<PaceSection settings={{ pace, rules: [], recipients: [], mail: null }} />, []);
  const [select = ""] = /<select[^>]*aria-label="Time zone".*?<\/select>/.exec(page) ?? [];
  expect(select).toMatch(/<option[^>]*selected[^>]*>europe\/berlin</);
  expect(select).toContain(">Asia/Tokyo<");
});
