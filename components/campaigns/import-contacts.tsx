import { PageDrop } from "@/components/list-file/page-drop";
import { pickList } from "@/components/list-file/pick-list";
import { useMay, useMe } from "@/components/query/use-me";
import { isPlainClick, useGo } from "@/components/ui/browser/use-go";
import { ButtonLink } from "@/components/ui/buttons/button";
import { noCampaign, offerFile } from "@/lib/client/lists/offered-file";
import { loadDrafts } from "@/lib/contacts/load-drafts";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { idToPath } from "@/lib/contract/identifier";

type ImportContactsProps = {
  /** Without one, the campaign is chosen before the upload. */
  campaign_id?: string;
  name?: string | undefined;
  isFirst?: boolean;
};

/** Opens the import and the dialog for files in one press. A file that is dropped on the page opens there, too. */
export function ImportContacts({ campaign_id = noCampaign, name, isFirst = false }: ImportContactsProps) {
  const may = useMay(uploadContacts);
  const { id: personId } = useMe();
  const go = useGo();
  if (!may) return null;
  const href = campaign_id === noCampaign ? "/import" : `/campaigns/${idToPath(campaign_id)}/contacts`;

  /** A list that waits here is shown instead of the dialog. */
  async function pick() {
    const draft = await (await loadDrafts())?.readDraft({ personId, campaign_id });
    if (!draft) pickList((file) => offerFile(campaign_id, file));
  }

  return (
    <>
      <PageDrop
        title={`Drop the list to import it into ${name ?? (campaign_id === noCampaign ? "a campaign" : "this campaign")}`}
        onFile={(file) => {
          offerFile(campaign_id, file);
          go(href);
        }}
      />
      <ButtonLink
        icon="up"
        {...(isFirst ? { variant: "primary" } : {})}
        href={href}
        onClick={(event) => {
          if (isPlainClick(event) && navigator.onLine) void pick();
        }}
      >
        Import contacts
      </ButtonLink>
    </>
  );
}
