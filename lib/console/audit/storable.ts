/** A text as PostgreSQL keeps it: it takes no NUL, and half a character becomes another one on the way. */
export const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");
