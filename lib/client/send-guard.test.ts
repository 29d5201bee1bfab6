import { expect, test, vi } from "vitest";
import { pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { savePreferences } from "@/lib/contract/console/me";
import { Problem } from "@/lib/contract/problem";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import type { RawAnswer } from "./answer";
import { isOut, sendOnce } from "./send-guard";

const answer: RawAnswer = { raw: {}, drift: [], status: 200, requestId: "r", readAt: "2026-11-20T06:00:00Z" };
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("sends once when a button is pressed twice within milliseconds", async () => {
  const send = vi.fn(async () => {
    await later(20);
    return answer;
  });
  const input = { campaign_id: "two-presses" };
  const first = sendOnce(startCampaign, input, send);
  await later(6);
  expect(isOut(startCampaign, input)).toBe(true);
  const second = sendOnce(startCampaign, input, send);
  expect(await Promise.all([first, second])).toEqual([answer, answer]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("sends once when the answer arrives before the second press of a double click", async () => {
  const send = vi.fn(async () => answer);
  const input = { campaign_id: "quick-answer" };
  await sendOnce(startCampaign, input, send);
  await sendOnce(startCampaign, input, send);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(isOut(startCampaign, input)).toBe(false), { timeout: timeoutMs(10_000) });
  await sendOnce(startCampaign, input, send);
  expect(send).toHaveBeenCalledTimes(2);
});

test("sends again when a different write was sent in between", async () => {
  const send = vi.fn(async () => answer);
  const input = { campaign_id: "paused-resumed-paused" };
  await sendOnce(pauseCampaign, input, send);
  await sendOnce(resumeCampaign, input, send);
  await sendOnce(pauseCampaign, input, send);
  expect(send).toHaveBeenCalledTimes(3);
});

test("sends again when the record is another one", async () => {
  const refuse = vi.fn(async () => {
    throw new Problem("rejected", "No.", { outcome: "refused" });
  });
  await expect(sendOnce(startCampaign, { campaign_id: "one" }, refuse)).rejects.toThrow("No.");
  await expect(sendOnce(startCampaign, { campaign_id: "other" }, refuse)).rejects.toThrow("No.");
  expect(refuse).toHaveBeenCalledTimes(2);
});

test("sends every change of Switchboard's own records", async () => {
  const send = vi.fn(async () => answer);
  await sendOnce(savePreferences, { theme: "dark" }, send);
  await sendOnce(savePreferences, { theme: "light" }, send);
  await sendOnce(savePreferences, { theme: "dark" }, send);
  expect(send).toHaveBeenCalledTimes(3);
});
