const names = ["name", "title", "label", "display_name"] as const;

/** What a record calls itself: the first of its usual names that is a text with something in it. */
export function titleOf(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const found = names.map((name) => record?.[name]).find((each) => typeof each === "string" && each.trim() !== "");
  return typeof found === "string" ? found : undefined;
}
