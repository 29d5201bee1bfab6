import { expect, test } from "vitest";
import { getMe, savePreferences } from "@/lib/contract/console/people/me";
import { followChoices } from "./follow-choices";
import { keyOf, write } from "./query";
import { createQueryClient } from "./query-client";

/** A tab with a cached session. */
function tab(account: string) {
  const client = createQueryClient();
  client.setQueryData(keyOf(getMe, {}), { raw: {} });
  const leave = followChoices(client, account);
  return { client, leave, isStale: () => client.getQueryState(keyOf(getMe, {}))?.isInvalidated };
}

test("refetches the session in the person's other tabs when one tab saves preferences", async () => {
  const [one, other, stranger] = [tab("u1"), tab("u1"), tab("u2")];
  const { mutationKey } = write(savePreferences);
  await one.client
    .getMutationCache()
    .build(one.client, { mutationKey, mutationFn: async () => "saved" })
    .execute({});
  await expect.poll(other.isStale).toBe(true);
  expect(stranger.isStale()).toBe(false);
  for (const { client, leave } of [one, other, stranger]) {
    leave();
    client.clear();
  }
});
