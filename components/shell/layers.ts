/** Dialogs of the frame in one chunk, because they share most of their code. */
export { NeverCallDialog, PersonDialog } from "@/components/person/dialogs";
export { KeyboardMap } from "./keyboard-map";
export { Palette } from "./palette/palette";
export { SignOutQuestion } from "./sign-out-question";
