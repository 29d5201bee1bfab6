const small = ["Nothing", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

type Looked = {
  count: number;
  /** What could not be read at all, and how many reads show what they showed before. */
  unread: readonly string[];
  stale: number;
};

/** The sentence under the title. What could not be read is named: an empty list must not read as a quiet house. */
export function attentionMessage({ count, unread, stale }: Looked): string {
  const what = count === 1 ? "One thing needs someone." : `${small[count] ?? count} things need someone.`;
  if (unread.length > 0 || stale > 0)
    return [
      count === 0 ? "Not everything could be looked at." : what,
      ...(unread.length > 0 ? [unreadMessage(unread)] : []),
      ...(stale > 0 ? [staleMessage(stale)] : []),
    ].join(" ");
  return count === 0 ? "Nothing needs anyone. Everything reads in order." : `${what} Everything else reads in order.`;
}

export const staleMessage = (stale: number) =>
  stale === 1
    ? "One part of this page could not be read again."
    : `${small[stale] ?? stale} parts of this page could not be read again.`;

export function unreadMessage(unread: readonly string[]): string {
  const all = unread.length > 1 ? `${unread.slice(0, -1).join(", ")} and ${unread.at(-1)}` : (unread[0] ?? "");
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} could not be read.`;
}
