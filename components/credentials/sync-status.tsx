"use client";

import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";

/** A sync that left an error reads as a fault, whatever its word: the contract says null means there is none. */
export function SyncStatus({ credential, pill = false }: { credential: Credential; pill?: boolean }) {
  const reading = useStatusMeaning("credentials");
  const { last_sync_status: word, last_sync_error: error } = credential;
  const lamp = hasSyncError(credential) ? "fault" : reading("last_sync_status", word);
  return <Status word={word} reading={lamp} pill={pill} {...(error ? { title: error } : {})} />;
}
