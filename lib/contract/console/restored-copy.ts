import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

/** Where a restored Switchboard came from, until an admin says that it is the one in use. Times in ISO 8601. */
export type RestoredCopy = {
  /** When the backup was made. */
  made_at: string;
  restored_at: string;
  /** Account on the machine that ran the restore; "" if unknown. */
  by: string;
};

/** Sentence: the unattended sends that a restored copy refuses. */
export const copyRefusal =
  "This is a restored copy. It sends nothing by itself until an admin says that it is the one in use.";

/** Ends the state of a restored copy: scheduled actions, pauses and alerts are sent from here again. */
export const endRestoredCopy = operation({
  id: "copy.end",
  label: "Use a restored copy",
  phrase: "begin to use this restored copy",
  method: "POST",
  path: "/console/restored-copy/end",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
