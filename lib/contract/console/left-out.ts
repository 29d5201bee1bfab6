import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, type Role } from "@/lib/contract/operation";

/** Largest file of left-out rows, as sent. Larger ones are not stored. */
export const largestLeftOut = 20 * 1024 * 1024;
export const leftOutPartBytes = 512 * 1024;

/** Rows stored for an upload, as ISO time until they are deleted. */
export type LeftOutRows = { rows: number; until: string };

const allow: readonly Role[] = ["admin", "campaign_manager"];

/** One part of a file. The answer is null until all parts are stored. The first part replaces an earlier file. */
export const keepLeftOut = operation({
  id: "imports.keep_left_out",
  label: "Send the rows left out of an upload",
  minor: "import note",
  method: "POST",
  path: "/console/imports/{import_id}/left-out",
  output: ownAnswer<{ data: LeftOutRows | null }>(),
  allow,
  largestInput: 1024 * 1024,
});

export const exportLeftOut = operation({
  id: "imports.left_out",
  label: "Save the rows left out of an upload",
  method: "GET",
  path: "/console/imports/{import_id}/left-out",
  output: ownAnswer<FileAnswer>(),
  allow,
  isFile: true,
});
