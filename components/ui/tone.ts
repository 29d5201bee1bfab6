/** How a status word reads; `odd` is a word outside the API contract. */
export type Tone = "ok" | "wait" | "fault" | "live" | "idle" | "done" | "unknown";
