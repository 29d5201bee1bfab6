const small = ["Nothing", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** The sentence under the title. What could not be read is named: an empty list must not read as a quiet house. */
export function needWords({ count, unread }: { count: number; unread: readonly string[] }): string {
  const what = count === 1 ? "One thing needs someone." : `${small[count] ?? count} things need someone.`;
  if (unread.length > 0) return `${count === 0 ? "Not everything could be looked at." : what} ${unreadWords(unread)}`;
  return count === 0 ? "Nothing needs anyone. Everything reads in order." : `${what} Everything else reads in order.`;
}

export function unreadWords(unread: readonly string[]): string {
  const all = unread.length > 1 ? `${unread.slice(0, -1).join(", ")} and ${unread.at(-1)}` : (unread[0] ?? "");
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} could not be read.`;
}
