import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const sheetLink = /<link rel="stylesheet" href="([^"]+)"/g;
const fontLink = /<link rel="prefetch"[^>]* href="([^"]+\.woff2)"/g;
const fontFace = /@font-face\s*\{[^}]*\}/g;

/**
 * Inlines built style sheets and fonts into documents.
 *
 * @param folder the folder of the built files, read once
 * @param address their URL prefix, with a trailing slash
 */
export function createStyleSheets(folder: string, address: string) {
  const sheets = readSheets(folder, address);
  const fonts = new Map<string, string | undefined>();

  /** The font as a data URL; undefined if it is not among the built files. */
  function font(href: string) {
    const file = join(folder, href.slice(address.length));
    if (!fonts.has(href))
      fonts.set(href, href.startsWith(address) && existsSync(file) ? dataUrl(readFileSync(file)) : undefined);
    return fonts.get(href);
  }

  /** The built fonts that a head prefetches. */
  const fontsIn = (head: string) =>
    [...head.matchAll(fontLink)].flatMap(([, href]) => (href && font(href) !== undefined ? [href] : []));

  /** The script loads fonts while the document is parsed, so that its text is laid out only once. */
  function styleElements(sheet: string, fontHrefs: readonly string[], nonce: string) {
    const whole = fontHrefs.reduce((text, href) => text.replaceAll(href, () => font(href) ?? href), sheet);
    const families = fontHrefs.flatMap((href) => familyOf(sheet, href) ?? []);
    const load = `<script nonce="${nonce}">document.fonts.load(${JSON.stringify(`1em ${families}`)})</script>`;
    return `<style nonce="${nonce}">${whole}</style>${families.length > 0 ? load : ""}`;
  }

  return {
    /** Identifies the set of sheets, because their names contain a content hash. */
    hash: createHash("sha256")
      .update([...sheets.keys()].sort().join())
      .digest("base64url")
      .slice(0, 16),

    /** Inlines the linked sheets and prefetched fonts of a head. `media="print"` makes the links non-blocking. */
    withStyles(head: string, nonce: string) {
      const fontHrefs = fontsIn(head);
      return head.replace(sheetLink, (tag, href: string) => {
        const sheet = sheets.get(href);
        return sheet === undefined ? tag : `${styleElements(sheet, fontHrefs, nonce)}${tag} media="print"`;
      });
    },
  };
}

const dataUrl = (file: Buffer) => `data:font/woff2;base64,${file.toString("base64")}`;

const familyOf = (sheet: string, href: string) =>
  [...sheet.matchAll(fontFace)]
    .map(([rule]) => rule)
    .find((rule) => rule.includes(href))
    ?.match(/font-family:\s*([^;}]+)/)?.[1];

/** All sheets by address. Relative URLs are resolved, because they are inlined into documents. */
function readSheets(folder: string, address: string) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const sheets = new Map<string, string>();
  for (const name of names.filter((file) => file.endsWith(".css"))) {
    const href = address + name.split(sep).join("/");
    const base = new URL(href, "http://here");
    const sheet = readFileSync(join(folder, name), "utf8").replace(
      /url\((["']?)(?!data:|#)([^)"']+)\1\)/g,
      (_whole, quote: string, url: string) =>
        `url(${quote}${new URL(url, base).href.replace(base.origin, "")}${quote})`,
    );
    if (!/<\/style/i.test(sheet)) sheets.set(href, sheet);
  }
  return sheets;
}
