import { visibleControls } from "@/lib/format/format-raw";

/** What a platform sent, for a terminal: it moves no cursor, changes no colour and begins no line of its own. */
export const oneLine = (text: string) => visibleControls(text.replace(/[\t\r\n]+/g, " "));
