import { draftsDatabase } from "./drafts-database";

/** Resolves with undefined, and loads nothing, in a browser that has never stored a draft. */
export async function loadDrafts() {
  const databases = await indexedDB.databases?.();
  const mayHaveDrafts = databases?.some(({ name }) => name === draftsDatabase) ?? true;
  return mayHaveDrafts ? import("./draft") : undefined;
}
