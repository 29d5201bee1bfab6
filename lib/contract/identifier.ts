/**
 * Identifiers are opaque: any text must survive being one segment of an address. Browsers and routers fold `.` and `..`
 * away, even percent-encoded, so those are written behind a tilde, and so is what already starts with one.
 */
export function idToPath(id: string) {
  const guarded = id === "." || id === ".." || id === "" || id.startsWith("~") ? `~${id}` : id;
  return encodeURIComponent(guarded.toWellFormed());
}

/** The identifier in one still encoded segment of an address; undefined where it is broken, or holds what no text may. */
export function pathToId(segment: string) {
  try {
    const decoded = decodeURIComponent(segment);
    if (decoded.includes("\0")) return undefined;
    return decoded.startsWith("~") ? decoded.slice(1) : decoded;
  } catch {
    return undefined;
  }
}

/** The identifier as one segment of the platform's own address, where only percent-encoding is understood. */
export function idToWire(id: string) {
  return encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length));
}
