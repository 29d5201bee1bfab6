/** The user that owns the PostgreSQL which Switchboard starts. */
export const superuser = "switchboard";

const prefix = `postgresql://${superuser}@localhost:5432/`;

/** An address that is understood by pg; the host before the slash only fixes the port, which PGPORT could change otherwise. */
export const socketUrl = (directory: string, database: string) =>
  `${prefix}${database}?host=${encodeURIComponent(directory)}`;

export const isOwnUrl = (url: string) => url.startsWith(prefix) && url.includes("?host=");
