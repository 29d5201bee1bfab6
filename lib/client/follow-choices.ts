import type { QueryClient } from "@tanstack/react-query";
import { getMe, savePreferences } from "@/lib/contract/console/people/me";
import { keyOf, write } from "./query";

/** Applies preferences saved in one tab, such as theme or columns, to the others. Returns a function that stops it. */
export function followChoices(client: QueryClient, account: string) {
  const channel = new BroadcastChannel(`switchboard choices ${account}`);
  channel.onmessage = () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) });
  const [resource, verb] = write(savePreferences).mutationKey;
  const stop = client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const [mutationResource, mutationVerb] = event.mutation.options.mutationKey ?? [];
    if (mutationResource === resource && mutationVerb === verb) channel.postMessage("changed");
  });
  return () => {
    stop();
    channel.close();
  };
}
