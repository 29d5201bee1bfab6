/**
 * Takes the key out of whatever the platform sends back, in the forms it could be written in, so that a platform which
 * echoes its requests cannot hand it to a browser.
 */
export function createSecretFilter(secret: string) {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => stableBase64(bytes, shift));
  const forms = [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      ...base64,
      ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    ]),
  ];
  return (text: string) =>
    forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, "[key]") : left), text);
}

/** The part of the base64 text that is the same whatever stands before and after the secret, at one of three offsets. */
function stableBase64(bytes: Buffer, shift: number) {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}
