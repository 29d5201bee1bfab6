"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHead } from "@/components/ui/page-head";
import { nameOf } from "@/components/ui/record-head";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { useSaved } from "@/components/ui/use-saved";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/campaigns";
import { idToPath } from "@/lib/contract/identifier";
import { AskApi } from "./ask-api";
import { ChooseList } from "./choose-list";
import { ListFacts } from "./list-facts";
import { SendList } from "./send-list";
import { UploadProgressView } from "./upload-progress";
import { UploadResult } from "./upload-result";
import { useContactList } from "./use-contact-list";
import { useContactUpload } from "./use-contact-upload";

/** One contact list for one campaign: choose, look, send, and read the answer whole. */
export function ContactsScreen({ campaign_id }: { campaign_id: string }) {
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const { state, choose, forget } = useContactList();
  const upload = useContactUpload(campaign_id);
  const name = nameOf(campaign.data?.value.data) ?? saved?.label ?? undefined;
  const isOver = upload.answer !== undefined || upload.end !== undefined;
  useLeaveGuard(upload.isSending);

  const again = () => {
    upload.forget();
    forget();
  };

  return (
    <>
      <PageHead
        title="Import contacts"
        crumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: name ?? campaign_id, href: `/campaigns/${idToPath(campaign_id)}` },
        ]}
      >
        A CSV goes to the API as it is, in one request. Nothing is sent before you press the last button.
      </PageHead>
      <div className="up-sheet fill">
        <div className="up">
          {!upload.isSending && !isOver && <ChooseList state={state} onFile={choose} />}
          {state.step === "ready" && (
            <>
              <ListFacts campaign_id={campaign_id} name={name} ready={state} error={campaign.error} />
              {!upload.isSending && !isOver && (
                <>
                  <SendList campaign_id={campaign_id} rows={state.list.rows} onSend={() => upload.send(state.file)} />
                  <AskApi key={state.list.sha256} campaign_id={campaign_id} file={state.file} />
                </>
              )}
              {upload.isSending && upload.sent && <UploadProgressView sent={upload.sent} onStop={upload.stop} />}
              {isOver && (
                <UploadResult
                  campaign_id={campaign_id}
                  ready={state}
                  answer={upload.answer}
                  end={upload.end}
                  onAgain={again}
                />
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}
