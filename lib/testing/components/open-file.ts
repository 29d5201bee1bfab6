import type { OpenFile } from "@/components/contact-import/state/open-list";
import { plainShape } from "@/lib/testing/contacts/checked-file";

/** A file with phone numbers in its first column and names in its second, as the import shows it once it is open. */
export const openFile: OpenFile = {
  step: "open",
  file: new File(["x"], "a.csv"),
  format: { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true },
  preview: {
    columns: [],
    rows: [],
    mapping: { phone: 0, name: [1] },
    isCertain: true,
    guessed: { phone: false, name: false },
    usual: plainShape,
    doubts: [],
    consent: [],
    hiddenRows: 0,
  },
  isPreviewLoading: false,
};
