"use client";

import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";

/** A sync that left an error reads as a fault, whatever its word: the contract says null means there is none. */
export function SyncStatus({ credential, pill = false }: { credential: Credential; pill?: boolean }) {
  const toneOf = useStatusMeaning("credentials");
  const { last_sync_status: word, last_sync_error: error } = credential;
  const tone = hasSyncError(credential) ? "fault" : toneOf("last_sync_status", word);
  return <Status word={word} tone={tone} pill={pill} {...(error ? { title: error } : {})} />;
}
