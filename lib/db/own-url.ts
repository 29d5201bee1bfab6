/** The user that owns Switchboard's own PostgreSQL. */
export const superuser = "switchboard";

const prefix = `postgresql://${superuser}@localhost:5432/`;

/** A socket URL for pg. The host before the slash only sets the port, which PGPORT could change otherwise. */
export const socketUrl = (directory: string, database: string) =>
  `${prefix}${database}?host=${encodeURIComponent(directory)}`;

export const isOwnUrl = (url: string) => url.startsWith(prefix) && url.includes("?host=");
