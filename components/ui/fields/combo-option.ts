/** `aliases` are other names of the option, in plain letters without blanks. */
export type ComboOption = { value: string; label: string; note?: string; aliases?: readonly string[] };
