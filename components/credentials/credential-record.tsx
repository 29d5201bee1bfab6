import { unlistedIn } from "@/components/record/flatten-record";
import { Notes } from "@/components/record/notes";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordView } from "@/components/record/record-view";
import { UsedBy } from "@/components/record/used-by";
import { RecordStatus } from "@/components/status/status";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Icon } from "@/components/ui/buttons/icon";
import { JsonView } from "@/components/ui/json/json-view";
import { KvList } from "@/components/ui/page/kv-list";
import { Notice } from "@/components/ui/page/notice";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { type Credential, credential as credentialShape, hasSyncError } from "@/lib/contract/api/credentials";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";
import { SyncStatus } from "./credentials-table";
import { SinceWhen } from "./since-when";

type CredentialRecordProps = {
  credential: Credential;
  sent: unknown;
};

export function CredentialRecord({ credential, sent }: CredentialRecordProps) {
  const { name, last_sync_error, public_config } = credential;
  const others = unlistedIn(sent, credentialShape.fields);

  return (
    <>
      <section>
        <SyncStatus credential={credential} pill />
        <h2 className="mt-2">{visibleControls(name?.trim() || credential.id || "Unnamed credential")}</h2>
        {hasSyncError(credential) && (
          <Notice tone="fault" title="Last sync error, as sent" className="mt-2">
            <p>
              <code>{formatRaw(last_sync_error)}</code>
            </p>
          </Notice>
        )}
      </section>
      <SinceWhen credential={credential} />
      {credential.id && <UsedBy resource="credentials" id={credential.id} isPlain />}
      {credential.id && <RecentChanges resource="credentials" id={credential.id} isPlain />}
      <section>
        <h3>Record</h3>
        <CredentialFields credential={credential} />
      </section>
      <section>
        <h3>Public configuration</h3>
        {isFilled(public_config) ? (
          <JsonView value={public_config} label="Public configuration" />
        ) : (
          <p className="text-sm/[17px] text-ink-3">
            {isPlainObject(public_config) ? "Empty" : <Shown value={public_config} />}
          </p>
        )}
      </section>
      {others && (
        <section className="px-0">
          <h3 className="px-5">Also sent</h3>
          <RecordView value={others} label="Other fields" isBare />
        </section>
      )}
      {credential.id && <Notes resource="credentials" id={credential.id} isPlain />}
      <section>
        <p className="text-sm/[17px] text-ink-3">Credentials cannot be rotated, tested or synced from here.</p>
      </section>
    </>
  );
}

function CredentialFields({ credential }: { credential: Credential }) {
  return (
    <KvList
      entries={[
        ["ID", credential.id ? <CopyId key="id" id={credential.id} /> : <Shown key="id" value={credential.id} />],
        ["Name", <Shown key="name" value={credential.name} />],
        [
          "Kind",
          <code key="kind">
            <Shown value={credential.auth_type} />
          </code>,
        ],
        ["Status", <RecordStatus key="status" resource="credentials" field="status" word={credential.status} />],
        ["Secret preview", <SecretPreview key="secret" preview={credential.secret_preview} />],
        ["ID at the provider", providerId(credential)],
        ["Last sync", <SyncStatus key="sync" credential={credential} />],
        ...(hasSyncError(credential)
          ? []
          : [["Sync error", <Shown key="error" value={credential.last_sync_error} />] as const]),
        ["Created", <TimeText key="created" at={credential.created_at} zoned />],
        ["Changed", <TimeText key="updated" at={credential.updated_at} zoned />],
      ]}
    />
  );
}

const providerId = ({ provider_credential_id: id }: Credential) =>
  id ? <CopyId id={id} quiet /> : <Shown value={id} />;

const isFilled = (config: unknown) => isPlainObject(config) && Object.keys(config).length > 0;

type SecretPreviewProps = { preview: unknown };

function SecretPreview({ preview }: SecretPreviewProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <code>{formatRaw(preview)}</code>
      <span className="flex min-w-0 items-center gap-2 text-left wrap-anywhere text-ink-3">
        <Icon name="lock" small />
        preview only
      </span>
    </span>
  );
}
