import { useQueries, useQuery } from "@tanstack/react-query";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { type Credential, firstCredentials, getCredential, hasSyncError } from "@/lib/contract/api/credentials";
import { type CredentialState, listCredentialStates } from "@/lib/contract/console/related-records";

export type CredentialRow = {
  credential: Credential;
  isFailing: boolean;
  /** Undefined until stored data was read, and for a credential that no poll has met. */
  state: CredentialState | undefined;
  /** The record's own time of its last change, which its list does not have. */
  changedAt: string | null | undefined;
};

/** Credentials with what stored data says of them, those that fail first. */
export function useCredentialRows(credentials: readonly Credential[]): {
  rows: CredentialRow[];
  areStatesUnread: boolean;
} {
  const states = useCredentialStates();
  const isFailing = useIsFailing();
  const details = useQueries({
    queries: credentials
      .slice(0, firstCredentials.limit)
      .map(({ id }) => ({ ...readInBackground(getCredential, { credential_id: id ?? "" }), enabled: Boolean(id) })),
  });
  const rows = credentials.map((credential, index) => ({
    credential,
    isFailing: isFailing(credential),
    state: states.byId.get(credential.id ?? ""),
    changedAt: credential.updated_at ?? details[index]?.data?.value.data.updated_at,
  }));
  return {
    rows: rows.toSorted((one, other) => Number(other.isFailing) - Number(one.isFailing)),
    areStatesUnread: states.query.data === undefined && Boolean(states.query.error),
  };
}

export function useCredentialStates() {
  const query = useQuery(read(listCredentialStates, {}));
  return { query, byId: new Map((query.data?.value.data ?? []).map((state) => [state.id, state])) };
}

/** A credential fails if its record has a sync error, or a word that means a problem. */
export function useIsFailing() {
  const toneOf = useStatusMeaning("credentials");
  return (credential: Credential) =>
    hasSyncError(credential) || toneOf("last_sync_status", credential.last_sync_status) === "fault";
}
