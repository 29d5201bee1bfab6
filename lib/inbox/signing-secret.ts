export type Signing = {
  /** `standard`: Standard Webhooks. `hmac`: HMAC-SHA-256 over the body, or over time and body. `header`: a fixed secret. */
  kind: "none" | "standard" | "hmac" | "header";
  header: string | null;
  /** Any of them is accepted. Empty if the stored one cannot be decrypted. */
  secrets: readonly string[];
};

type SecretReading = { secret: string; fault?: undefined } | { fault: string };

const leastBytes = 16;

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const quotes: readonly (readonly [string, string])[] = ['""', "''", "``", "“”", "„“", "‘’", "«»"].map((pair) => [
  pair.slice(0, 1),
  pair.slice(1),
]);
/** `WEBHOOK_SECRET=`, `export SECRET=`, `secret:` and `"secret":`. Any other text could be a part of a fixed header's value. */
const namesBefore = {
  standard: /^(?!["']?(?:v1a?,|wh[a-z]{2,}_))(?:export\s+|set\s+)?["']?\w+["']?\s*[=:]\s*(?=[^\s=])/i,
  text: /^(?:export\s+|set\s+)?[A-Z][A-Z0-9]*_[A-Z0-9_]+\s*=\s*(?=\S)/,
};

/** A secret without what often surrounds it when it is pasted. Says why if it can be none for this kind of check. */
export function readSecret(kind: Exclude<Signing["kind"], "none">, pasted: string): SecretReading {
  const text = withoutDecoration(pasted, namesBefore[kind === "standard" ? kind : "text"]);
  if (/[\r\n]/.test(text)) return { fault: "The secret has several lines. Enter one secret." };
  return kind === "standard" ? readStandard(text) : readText(kind, text);
}

function readStandard(text: string): SecretReading {
  const secret = text.replace(/^v1a?,\s*(?=wh)/, "");
  if (/^wh[ps]k_/.test(secret))
    return { fault: "This is a key of an asymmetric signature (v1a). Enter a secret that begins with whsec_." };
  if (/\s/.test(secret)) return { fault: "The secret contains a blank. Enter one secret." };
  const key = keyOfStandard(secret);
  if (!key) return { fault: "The secret is not base64. A secret of Standard Webhooks looks like whsec_MfKQ9r8G…" };
  return key.length < leastBytes ? tooShort : { secret };
}

function readText(kind: "hmac" | "header", text: string): SecretReading {
  if (/^v1,\s*whsec_/.test(text)) return { fault: "This is a secret of Standard Webhooks. Choose that kind of check." };
  if (kind === "header" && !/^[\x20-\x7e]*$/.test(text))
    return { fault: "The value contains a sign that no header can have." };
  return Buffer.byteLength(text) < leastBytes ? tooShort : { secret: text };
}

const tooShort: SecretReading = {
  fault: `The secret is shorter than ${leastBytes} bytes, so it is not complete or not safe.`,
};

/** The key of a secret of Standard Webhooks. Undefined if it is not base64. */
export function keyOfStandard(secret: string): Buffer | undefined {
  const base64 = secret
    .replace(/^whsec_/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.replace(/=+$/, "").length % 4 !== 1
    ? Buffer.from(base64, "base64")
    : undefined;
}

/** Blanks, marks without width, quotes, a name in front, and a comma or semicolon behind the quotes, in any order. */
function withoutDecoration(pasted: string, nameBefore: RegExp): string {
  let text = pasted.replace(invisible, "").trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(nameBefore, "")
      .replace(/(?<=["'])\s*[;,]$/, "")
      .trim();
    for (const [open, close] of quotes)
      if (text.length > 1 && text.startsWith(open) && text.endsWith(close)) text = text.slice(1, -1).trim();
  }
  return text;
}
