import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

/** People of one upload, and those whom its campaign has called since; null while no event of the campaign was received. */
export type UploadCalls = { people: number; called: number | null };

const allow: readonly Role[] = ["admin", "campaign_manager"];

/** By the events that were received. */
export const countUploadCalls = operation({
  id: "imports.calls",
  label: "See how many people of an upload were called",
  method: "GET",
  path: "/console/imports/{import_id}/calls",
  output: ownAnswer<UploadCalls>(),
  allow,
});

/** Positions in the request of numbers that were in an upload, and of those among them that were not called yet. */
export const compareUploadCalls = operation({
  id: "imports.not_called",
  label: "Compare a file with an upload and its calls",
  method: "POST",
  isRead: true,
  path: "/console/imports/{import_id}/not-called",
  output: ownAnswer<{ uploaded: number[]; not_called: number[] }>(),
  allow,
  largestInput: 1024 * 1024,
});
