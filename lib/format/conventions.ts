/** How numbers and times are written where a person is. Words stay English and digits Latin, as the fonts have them. */
export type Conventions = {
  /** Between groups of digits, and from how many whole digits on there are groups. */
  group: string;
  groupsFrom: number;
  /** Hundred-thousands in groups of two, as in India. */
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

const place = globalThis as { switchboardConventions?: () => string | undefined };
let read: { text: string | undefined; value: Conventions } = { text: undefined, value: usual };

/** Gives the server, which draws pages for many at once, the conventions of whoever it draws for. */
export function provideConventions(text: () => string | undefined) {
  place.switchboardConventions = text;
}

/** Those of the page that is drawn: the browser goes by what the server drew with, so that both write the same. */
export function conventions(): Conventions {
  const text = place.switchboardConventions
    ? place.switchboardConventions()
    : typeof document === "undefined"
      ? undefined
      : document.documentElement.dataset.conventions;
  if (text !== read.text) read = { text, value: text ? JSON.parse(text) : usual };
  return read.value;
}

/** "1184.60" → "1,184.60", as it is written where the person is. No digit changes; anything but a plain decimal comes back as it was. */
export function groupThousands(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!found) return text;
  const [, sign = "", whole = "", fraction] = found;
  const { group, groupsFrom, isIndian, decimal } = conventions();
  const gaps = isIndian ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  const grouped = whole.length < groupsFrom ? whole : whole.replace(gaps, group);
  return sign + grouped + (fraction === undefined ? "" : decimal + fraction);
}

const mostKept = 500;
const known = new Map<string, string>();

/** The conventions that an `Accept-Language` asks for, as `data-conventions` has them; none where it names no language. */
export function conventionsFor(acceptLanguage: string | null | undefined): string | undefined {
  const locale = localeOf(acceptLanguage?.slice(0, 200).split(/[,;]/, 1)[0]?.trim());
  if (!locale) return undefined;
  const text = known.get(locale) ?? JSON.stringify(conventionsOf(locale));
  if (known.size >= mostKept) known.clear();
  known.set(locale, text);
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
