/** Segments that are pages of their own beside the pages of records. */
const pageSegments: readonly string[] = ["scheduled"];

/**
 * Encodes an opaque identifier as one path segment of a page or API URL. Browsers and routers remove `.` and `..`, even
 * percent-encoded. They, the empty identifier, names of pages and identifiers that start with a tilde get a tilde in front.
 */
export function idToPath(id: string) {
  const isGuarded = id === "." || id === ".." || id === "" || id.startsWith("~") || pageSegments.includes(id);
  const guarded = isGuarded ? `~${id}` : id;
  return encodeURIComponent(guarded.toWellFormed());
}

/** True for the address of a page that is no record. */
export const isPageSegment = (segment: string) => pageSegments.includes(segment);

/** Decodes a path segment of `idToPath`; undefined if it is malformed or contains NUL. */
export function pathToId(segment: string) {
  try {
    const decoded = decodeURIComponent(segment);
    if (decoded.includes("\0")) return undefined;
    return decoded.startsWith("~") ? decoded.slice(1) : decoded;
  } catch {
    return undefined;
  }
}

/** Encodes an identifier as one path segment of a platform URL, with percent-encoding only. */
export function idToWire(id: string) {
  return encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (id: string) => uuid.test(id);
