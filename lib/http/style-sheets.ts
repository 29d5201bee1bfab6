import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const sheetLink = /<link rel="stylesheet" href="([^"]+)"/g;
const fontLink = /<link rel="prefetch"[^>]* href="([^"]+\.woff2)"/g;
const fontFace = /@font-face\s*\{[^}]*\}/g;

/**
 * The built style sheets and fonts, to be put into a document.
 *
 * @param folder of the built files, read once
 * @param address what they are served under, with a slash at its end
 */
export function createStyleSheets(folder: string, address: string) {
  const sheets = readSheets(folder, address);
  const fonts = new Map<string, string | undefined>();

  /** The file of this address, as a sheet can hold it. */
  function font(href: string) {
    const file = join(folder, href.slice(address.length));
    if (!fonts.has(href))
      fonts.set(href, href.startsWith(address) && existsSync(file) ? dataUrl(readFileSync(file)) : undefined);
    return fonts.get(href);
  }

  /** What the head prefetches, as far as it is known here. */
  const fontsIn = (head: string) =>
    [...head.matchAll(fontLink)].flatMap(([, href]) => (href && font(href) !== undefined ? [href] : []));

  /** Fonts are made ready while the document is still read: its text is laid out in them at once, and once. */
  function styleElements(sheet: string, held: readonly string[], nonce: string) {
    const whole = held.reduce((text, href) => text.replaceAll(href, () => font(href) ?? href), sheet);
    const families = held.flatMap((href) => familyOf(sheet, href) ?? []);
    const load = `<script nonce="${nonce}">document.fonts.load(${JSON.stringify(`1em ${families}`)})</script>`;
    return `<style nonce="${nonce}">${whole}</style>${families.length > 0 ? load : ""}`;
  }

  return {
    /** Of all sheets: their names bear a print of their content. */
    print: createHash("sha256")
      .update([...sheets.keys()].sort().join())
      .digest("base64url")
      .slice(0, 16),

    /** A document's head with the sheets it links in it, and in these the fonts it prefetches; their links hold up nothing. */
    withStyles(head: string, nonce: string) {
      const held = fontsIn(head);
      return head.replace(sheetLink, (tag, href: string) => {
        const sheet = sheets.get(href);
        return sheet === undefined ? tag : `${styleElements(sheet, held, nonce)}${tag} media="print"`;
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

/** By their address. What they name beside themselves is named as a document must. */
function readSheets(folder: string, address: string) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const sheets = new Map<string, string>();
  for (const name of names.filter((each) => each.endsWith(".css"))) {
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
