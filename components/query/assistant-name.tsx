import { useQuery } from "@tanstack/react-query";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { getAssistant } from "@/lib/contract/api/assistants";
import { knownName, listSaved } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { useMay } from "./use-me";

/** Name of an assistant: from the registry, else fetched once in the background. */
export function useAssistantName(assistant_id: string): string | undefined {
  const names = useAssistantNames();
  const remembered = names.get(assistant_id);
  const mayRead = useMay(getAssistant);
  const { data } = useQuery({
    ...readInBackground(getAssistant, { assistant_id }),
    enabled: names.isKnown && remembered === undefined && mayRead && assistant_id !== "",
  });
  return remembered ?? titleOf(data?.value.data);
}

export function useAssistantNames() {
  const saved = useQuery({ ...read(listSaved, { resource: "assistants" }), staleTime: 60_000 });
  const rows = saved.data?.value.data ?? [];
  const byId = new Map(rows.map((record) => [record.ref, knownName(record) || undefined]));
  return { isKnown: !saved.isPending, get: (id: string) => byId.get(id) };
}
