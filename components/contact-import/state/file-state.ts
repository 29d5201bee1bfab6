import type { Book, EncodingSample, Preview, Progress, Refusal } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";

/** What is known of the chosen file. A refused one keeps its format where another reading may still be tried. */
export type FileState =
  | { step: "none" }
  | { step: "opening"; file: File; progress: Progress | undefined }
  | { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; book?: Book }
  | {
      step: "open";
      file: File;
      format: Format;
      preview: Preview;
      isLooking: boolean;
      book?: Book;
      /** Those that the file may be in, where its bytes tell none. */
      encodings?: readonly EncodingSample[];
    };
