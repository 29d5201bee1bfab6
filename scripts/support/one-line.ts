import { visibleControls } from "@/lib/format/format-raw";

/** Makes a platform's text safe for a terminal: one line without control sequences. */
export const oneLine = (text: string) => visibleControls(text.replace(/[\t\r\n]+/g, " "));
