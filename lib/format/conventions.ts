/** Regional number and time formats. Words stay English and digits Latin, because the fonts cover only those. */
export type Conventions = {
  /** Separator between digit groups. Numbers with fewer than `groupsFrom` whole digits are not grouped. */
  group: string;
  groupsFrom: number;
  /** Groups of two digits above the thousands, as in India ("12,34,567"). */
  isIndian: boolean;
  decimal: string;
  order: "day-month" | "month-day" | "year-month";
  isTwelveHours: boolean;
};

const usual: Conventions = {
  group: ",",
  groupsFrom: 4,
  isIndian: false,
  decimal: ".",
  order: "day-month",
  isTwelveHours: false,
};

const globalScope = globalThis as { switchboardConventions?: () => string | undefined };
let cached: { text: string | undefined; value: Conventions } = { text: undefined, value: usual };

/** Sets the source of the conventions on the server, where one process renders for many users. */
export function provideConventions(text: () => string | undefined) {
  globalScope.switchboardConventions = text;
}

/** Conventions of the current page. The browser uses those the server rendered with, so both write the same text. */
export function conventions(): Conventions {
  const text = globalScope.switchboardConventions
    ? globalScope.switchboardConventions()
    : typeof document === "undefined"
      ? undefined
      : document.documentElement.dataset.conventions;
  if (text !== cached.text) cached = { text, value: text ? JSON.parse(text) : usual };
  return cached.value;
}

/** "1184.60" → "1,184.60" in the user's conventions. Anything but a plain decimal is returned unchanged. */
export function groupThousands(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "", fraction] = match;
  const { group, groupsFrom, isIndian, decimal } = conventions();
  const gaps = isIndian ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  const grouped = whole.length < groupsFrom ? whole : whole.replace(gaps, group);
  return sign + grouped + (fraction === undefined ? "" : decimal + fraction);
}

const maxCached = 500;
const jsonByLocale = new Map<string, string>();

/**
 * Conventions for an `Accept-Language` header, as JSON for `data-conventions`. Undefined without a supported language.
 */
export function conventionsFor(acceptLanguage: string | null | undefined): string | undefined {
  const locale = localeOf(acceptLanguage?.slice(0, 200).split(/[,;]/, 1)[0]?.trim());
  if (!locale) return undefined;
  const text = jsonByLocale.get(locale) ?? JSON.stringify(conventionsOf(locale));
  if (jsonByLocale.size >= maxCached) jsonByLocale.clear();
  jsonByLocale.set(locale, text);
  return text;
}

function localeOf(tag: string | undefined): string | undefined {
  if (!tag || tag === "*") return undefined;
  try {
    const { baseName } = new Intl.Locale(tag);
    return Intl.NumberFormat.supportedLocalesOf(baseName)[0];
  } catch {
    return undefined;
  }
}

function conventionsOf(locale: string): Conventions {
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: "latn", maximumFractionDigits: 1 });
  const parts = numbers.formatToParts(1_234_567.5);
  const symbol = (type: string) => parts.find((part) => part.type === type)?.value.replace(/\s/u, "\u00A0");
  const group = symbol("group");
  const day = {
    calendar: "gregory",
    numberingSystem: "latn",
    day: "numeric",
    month: "short",
    year: "numeric",
  } as const;
  const [first] = new Intl.DateTimeFormat(locale, day)
    .formatToParts(0)
    .flatMap(({ type }) => (type === "day" || type === "month" || type === "year" ? [type] : []));
  return {
    group: group ?? usual.group,
    groupsFrom: [4, 5].find((digits) => /\D/.test(numbers.format(10 ** (digits - 1)))) ?? Number.MAX_SAFE_INTEGER,
    isIndian: parts.filter(({ type }) => type === "integer").map(({ value }) => value.length)[0] === 2,
    decimal: symbol("decimal") ?? usual.decimal,
    order: first === "month" ? "month-day" : first === "year" ? "year-month" : "day-month",
    isTwelveHours: new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 ?? false,
  };
}
