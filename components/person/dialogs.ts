/** In one chunk, because the look-up opens the question. */
export { NeverCallDialog } from "./never-call-dialog";
export { PersonDialog } from "./person-dialog";
