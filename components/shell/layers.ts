/** What a press or a key lays over any page: fetched as one once the page is at rest, for they are made of the same parts. */
export { KeyboardMap } from "./keyboard-map";
export { Palette } from "./palette/palette";
export { SignOutQuestion } from "./sign-out-question";
