"use client";

import { asSent } from "@/components/ui/as-sent";
import { CopyId } from "@/components/ui/copy-id";
import { JsonViewer } from "@/components/ui/json-viewer";
import { KvList } from "@/components/ui/kv-list";
import { Lamp } from "@/components/ui/lamp";
import { RecordStatus } from "@/components/ui/record-status";
import { SecretPreview } from "@/components/ui/secret-preview";
import { TimeText } from "@/components/ui/time-text";
import type { Credential } from "@/lib/contract/credentials";
import { SyncStatus } from "./sync-status";

export function CredentialRecord({ credential }: { credential: Credential }) {
  const { name, last_sync_error, public_config } = credential;
  const isEmpty = !public_config || Object.keys(public_config).length === 0;

  return (
    <>
      <section className="dr-top">
        <SyncStatus credential={credential} pill />
        <h2>{name ?? credential.id ?? "Unnamed credential"}</h2>
        {last_sync_error && (
          <div className="notice fault">
            <Lamp reading="fault" />
            <div>
              <b>Last sync error, as sent</b>
              <p className="mono">{last_sync_error}</p>
            </div>
          </div>
        )}
      </section>
      <section>
        <h3>Record</h3>
        <KvList
          keys
          entries={[
            ["id", credential.id ? <CopyId key="id" id={credential.id} /> : "—"],
            [
              "auth_type",
              <span key="kind" className="mono">
                {asSent(credential.auth_type)}
              </span>,
            ],
            ["status", <RecordStatus key="status" resource="credentials" field="status" word={credential.status} />],
            ["secret_preview", <SecretPreview key="secret" preview={credential.secret_preview} />],
            ["provider_credential_id", providerId(credential)],
            [
              "last_sync_status",
              last_sync_error ? (
                <span key="sync">
                  <SyncStatus credential={credential} />{" "}
                  <span className="faint">read as a fault: the record carries an error</span>
                </span>
              ) : (
                <RecordStatus
                  key="sync"
                  resource="credentials"
                  field="last_sync_status"
                  word={credential.last_sync_status}
                />
              ),
            ],
            ["created_at", <TimeText key="created" at={credential.created_at} zoned />],
            ["updated_at", <TimeText key="updated" at={credential.updated_at} zoned />],
          ]}
        />
      </section>
      <section>
        <h3>public_config</h3>
        {isEmpty ? <p className="note">Empty</p> : <JsonViewer value={public_config} label="public_config" />}
      </section>
      <section>
        <p className="note">
          The API contract shows no call to rotate, test or sync a credential, so this page only reads.
        </p>
      </section>
    </>
  );
}

const providerId = ({ provider_credential_id: id }: Credential) => (id ? <CopyId id={id} quiet /> : "—");
