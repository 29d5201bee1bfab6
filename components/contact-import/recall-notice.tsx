import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { isRecallFile } from "@/lib/client/lists/recall-file";
import type { ListState } from "./state/import-state";
import type { ImportSessionNow } from "./state/use-import-session";

type RecallNoticeProps = { recall: ImportSessionNow["recall"]; list: ListState };

/** Why a list of people to call again could not be opened. */
export function RecallNotice({ recall: { source, problem, retry }, list }: RecallNoticeProps) {
  if (problem)
    return (
      <Notice tone="fault" className="m-4" role="alert" title="The list of people to call again was not made">
        <p>{problem.message}</p>
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  if (source === undefined || list.step === "none" || isRecallFile(list.file)) return undefined;
  return (
    <Notice tone="wait" className="m-4">
      <p>
        {list.file.name} was already open for this campaign. Upload it or choose another file, and then press Call again
        once more.
      </p>
    </Notice>
  );
}
