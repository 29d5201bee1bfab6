"use client";

import type { Credential } from "@/lib/contract/credentials";
import { useReadings } from "./use-readings";

type CredentialFigureProps = { credentials: readonly Credential[]; total: number | null | undefined; isStale: boolean };

/** Synced: the sync left no error, and its word reads as in order. */
export function CredentialFigure({ credentials, total, isStale }: CredentialFigureProps) {
  const reading = useReadings();
  const synced = credentials.filter(
    ({ last_sync_error, last_sync_status }) =>
      !last_sync_error && reading("credentials", "last_sync_status", last_sync_status) === "ok",
  );
  const isPart = typeof total === "number" && total > credentials.length;
  return (
    <>
      <div className="fig">
        {synced.length}
        <small>of {credentials.length} synced</small>
      </div>
      <div className="sub">
        {isPart
          ? `The first ${credentials.length} of ${total} were read`
          : isStale
            ? "Could not be checked again"
            : "Checked with this page"}
      </div>
    </>
  );
}
