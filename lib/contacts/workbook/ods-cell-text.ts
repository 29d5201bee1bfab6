import { numberText } from "./number-text";

/** What a cell of an OpenDocument spreadsheet says: its text, or its value where the text shows that in another form. */
export function odsCellText(attributes: Readonly<Record<string, string>>, text: string): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency":
      return shownNumber(numberText(attributes["office:value"] ?? ""), text);
    case "date":
      return (attributes["office:date-value"] ?? text).replace(/T00:00:00(?:\.0+)?$/, "");
    case "boolean":
      return attributes["office:boolean-value"] === "true" ? "TRUE" : "FALSE";
    case "string":
      return attributes["office:string-value"] ?? text;
    default:
      return text;
  }
}

/** A format may put a plus, zeros or blanks around all of a number's digits: so its person sees it, and so it is meant. */
function shownNumber(value: string, text: string): string {
  if (!/^\d+$/.test(value) || !/^\+?[\d\s().-]+$/.test(text)) return value || text;
  const digits = (from: string) => from.replace(/\D/g, "").replace(/^0+/, "");
  return digits(text) === digits(value) ? text : value;
}
