import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/overlay/toast";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { keyOf, write } from "@/lib/client/query";
import { changed, getMe, savePreferences } from "@/lib/contract/console/people/me";
import type { PreferenceChanges } from "@/lib/contract/inputs/preferences";
import { useMe } from "./use-me";

/** The user's preferences. Changes are optimistic; the next refetch reverts a failed one. */
export function usePreferences() {
  const me = useMe();
  const client = useQueryClient();
  const toast = useToast();
  const { mutate } = useMutation({
    ...write(savePreferences),
    scope: { id: "preferences" },
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey: keyOf(getMe, {}) });
      client.setQueryData<RawAnswer>(keyOf(getMe, {}), (before) => before && withChoice(before, choice));
    },
    onError: (problem) => toast({ tone: "fault", title: "Your choice was not saved", body: problem.message }),
  });
  return { preferences: me.preferences, choose: (choice: PreferenceChanges) => mutate(choice) };
}

function withChoice(answer: RawAnswer, choice: PreferenceChanges): RawAnswer {
  const me = readAnswer(getMe, answer).value;
  return { ...answer, raw: { ...me, preferences: changed(me.preferences, choice) } };
}
