"use client";

import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";
import { useReadings } from "./use-readings";

type CredentialFigureProps = { credentials: readonly Credential[]; total: number | null | undefined; isStale: boolean };

/** Synced: the sync left no error, and its word reads as in order. */
export function CredentialFigure({ credentials, total, isStale }: CredentialFigureProps) {
  const reading = useReadings();
  const synced = credentials.filter(
    (credential) =>
      !hasSyncError(credential) && reading("credentials", "last_sync_status", credential.last_sync_status) === "ok",
  );
  const isOther = typeof total === "number" && total !== credentials.length;
  return (
    <>
      <div className="fig">
        <span className="trunc">{synced.length}</span>
        <small className="trunc">of {credentials.length} synced</small>
      </div>
      <div className="sub trunc">
        {isOther
          ? `${credentials.length} were read; the platform says ${total}`
          : isStale
            ? "Could not be checked again"
            : "Checked with this page"}
      </div>
    </>
  );
}
