import { useQuery } from "@tanstack/react-query";
import { RowSteps } from "@/components/data-table/row-steps";
import { QueryView } from "@/components/query/query-view";
import { DriftNotice } from "@/components/record/drift-notice";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { read } from "@/lib/client/query";
import { type Credential, getCredential } from "@/lib/contract/api/credentials";
import { unwrapped } from "@/lib/contract/fields";
import { CredentialRecord } from "./credential-record";

const RecordNotFound = deferred(async () => (await import("@/components/record/record-not-found")).RecordNotFound);

type CredentialDrawerProps = { credential_id: string; listed: readonly Credential[]; onClose: () => void };

/** Fetches the single record, because the list has no `updated_at`. */
export function CredentialDrawer({ credential_id, listed, onClose }: CredentialDrawerProps) {
  const url = useUrlState();
  const credential = useQuery(read(getCredential, { credential_id }));
  const ids = [...new Set(listed.flatMap(({ id }) => (id ? [id] : [])))];
  const index = ids.indexOf(credential_id);

  return (
    <Drawer
      label="Credential"
      onClose={onClose}
      position={index >= 0 && `${index + 1} of ${ids.length}`}
      tools={<RowSteps ids={ids} index={index} onStep={(id) => url.set({ credential: id }, { replaces: true })} />}
    >
      <QueryView
        query={credential}
        label="credential"
        id={credential_id}
        notFound={
          <section>
            <RecordNotFound resource="credentials" noun="credential" id={credential_id} />
            <CopyId id={credential_id} whole />
          </section>
        }
      >
        {({ value, raw, drift }) => (
          <>
            {drift.length > 0 && (
              <section>
                <DriftNotice drift={drift} />
              </section>
            )}
            <CredentialRecord credential={value.data} sent={unwrapped(raw)} />
          </>
        )}
      </QueryView>
    </Drawer>
  );
}
