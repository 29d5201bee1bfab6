/** Dialogs of the frame in one chunk, because they share most of their code. */
export { KeyboardMap } from "./keyboard-map";
export { Palette } from "./palette/palette";
export { SignOutQuestion } from "./sign-out-question";
