import type { QueryClient } from "@tanstack/react-query";
import { getMe, savePreferences } from "@/lib/contract/console/me";
import { keyOf, write } from "./query";

/** What a person chooses in one tab of a browser shows in its others: theme, times, columns, saved views. Returns its own end. */
export function followChoices(client: QueryClient, account: string) {
  const channel = new BroadcastChannel(`switchboard choices ${account}`);
  channel.onmessage = () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) });
  const [resource, verb] = write(savePreferences).mutationKey;
  const stop = client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const [ofResource, ofVerb] = event.mutation.options.mutationKey ?? [];
    if (ofResource === resource && ofVerb === verb) channel.postMessage("changed");
  });
  return () => {
    stop();
    channel.close();
  };
}
