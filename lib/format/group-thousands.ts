/** "1184.60" → "1,184.60". Works on the text, so no digit can change; anything but a plain decimal comes back as it was. */
export function groupThousands(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!parts) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction;
}
