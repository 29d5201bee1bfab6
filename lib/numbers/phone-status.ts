/** `ok`, a doubt about a number, or the reason why a cell has none. The statuses of rows in a list include these. */
export type PhoneStatus =
  | "ok"
  | "ambiguous"
  | "short_tail"
  | "from_text"
  | "kept"
  | "number_missing"
  | "date"
  | "excel"
  | "national"
  | "digits"
  | "plus_missing"
  | "no_trunk"
  | "ten_digits"
  | "area_code"
  | "labelled"
  | "fax"
  | "letters"
  | "extension"
  | "several"
  | "no_call";

/** A column of ten-digit numbers without a leading 0, or of such as look North American. */
export type TenDigits = "any" | "american";

export type PhoneRules = {
  /** ISO 3166 country of numbers without a country code; null if none was chosen. */
  country: string | null;
  /** Statuses whose suggestions are applied. */
  usesSuggestions: readonly string[];
  /** The numbers are to be blocked: words such as "do not call" do not hold a row, nor does an unknown range. */
  blocks?: true;
  /** True for a text whose number must not be suggested. */
  isRefusal?: (text: string) => boolean;
};
