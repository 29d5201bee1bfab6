import type { ContactImport } from "@/lib/contract/console/imports";

/** How a list that was sent ended, as far as anybody knows. */
export function outcomeMessage({ outcome, status, accepted, rows }: ContactImport): string {
  switch (outcome) {
    case "ok":
      return `answered ${status ?? "without a status"}${status === 202 ? ", work not yet done" : ""}, ${
        accepted === null
          ? "without saying how many it took"
          : `${accepted.toLocaleString("en-US")} of ${rows.toLocaleString("en-US")} accepted`
      }`;
    case "refused":
      return status === null ? "refused before it was sent" : `refused with ${status}`;
    case "stopped":
      return "stopped by its sender; the API may have some of it";
    default:
      return "outcome unknown; the API may have none, some or all of it";
  }
}
