import { hashKey } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { Problem } from "@/lib/contract/problem";
import { failedReads, keyOf, read } from "./query";
import { createQueryClient } from "./query-client";

test("takes the problem of a read that failed on the server instead of sending it again", async () => {
  const fetch = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  const input = { campaign_id: "c1" };
  failedReads.set(hashKey(keyOf(getCampaign, input)), new Problem("not_found"));
  const first = createQueryClient().fetchQuery(read(getCampaign, input));
  await expect(first).rejects.toMatchObject({ code: "not_found" });
  expect(fetch).not.toHaveBeenCalled();
  failedReads.clear();
  await expect(createQueryClient().fetchQuery(read(getCampaign, input))).rejects.toThrow();
  expect(fetch).toHaveBeenCalled();
});
