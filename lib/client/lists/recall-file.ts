import { answerOf } from "@/lib/client/call";
import { recallList } from "@/lib/contract/console/inbox/campaign-results";
import type { InputOf } from "@/lib/contract/inputs";
import { pathOf } from "@/lib/contract/match";

/** URL parameter of an import page with the campaign whose people are called again. */
export const againParam = "again";
/** URL parameter with their results, as `joinResults` writes them. */
export const resultsParam = "results";

/** The server names each list of people to call again so. */
const recallName = /^call-again_.*\.csv$/;

export const isRecallFile = ({ name }: Pick<File, "name">) => recallName.test(name);

/** Fetches the list of people to call again. Throws the Problem of a refusal. */
export async function fetchRecallFile(input: InputOf<typeof recallList>, signal: AbortSignal): Promise<File> {
  const response = await fetch(`/api${pathOf(recallList, input)}`, {
    headers: { "x-switchboard": "1" },
    cache: "no-store",
    signal,
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || !type.startsWith("text/csv"))
    answerOf(recallList, {
      ...{ status: response.status, text: await response.text() },
      header: (name) => response.headers.get(name),
    });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return new File([await response.blob()], name ?? "call-again_list.csv", { type: "text/csv" });
}
