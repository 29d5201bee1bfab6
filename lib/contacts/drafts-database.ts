/** Name of the browser's database of unfinished imports. */
export const draftsDatabase = "switchboard-imports";
