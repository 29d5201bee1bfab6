import type { Look, Progress, Refusal } from "@/lib/client/contacts/engine";
import type { Format } from "@/lib/client/contacts/plan";

/** What is known of the chosen file. A refused one keeps its format where another reading may still be tried. */
export type FileState =
  | { step: "none" }
  | { step: "opening"; file: File; progress: Progress | undefined }
  | { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; workbook?: Workbook }
  | { step: "open"; file: File; format: Format; look: Look; isLooking: boolean; workbook?: Workbook };

/** The workbook that the rows come from, and the sheet of it that is read. */
export type Workbook = { sheets: readonly string[]; sheet: number };
