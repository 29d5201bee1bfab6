import type { Transaction } from "@/lib/db/database";
import { phoneNumberTable } from "@/lib/platform/tables/phone-numbers";
import { ago } from "./ago";
import { seeded } from "./ids";

type Status = "active" | "inactive" | "suspended";
type Country = {
  country_code: string;
  monthly: string;
  minute: string;
  localMonthly: string;
  localMinute: string;
  currency: string;
};

const countries = {
  GB: {
    country_code: "GB",
    monthly: "1.15",
    minute: "0.0140",
    localMonthly: "0.91",
    localMinute: "0.0111",
    currency: "GBP",
  },
  US: {
    country_code: "US",
    monthly: "1.00",
    minute: "0.0085",
    localMonthly: "1.00",
    localMinute: "0.0085",
    currency: "USD",
  },
  DE: {
    country_code: "DE",
    monthly: "2.30",
    minute: "0.0190",
    localMonthly: "2.12",
    localMinute: "0.0175",
    currency: "EUR",
  },
  FR: {
    country_code: "FR",
    monthly: "1.90",
    minute: "0.0175",
    localMonthly: "1.75",
    localMinute: "0.0161",
    currency: "EUR",
  },
  SE: {
    country_code: "SE",
    monthly: "2.05",
    minute: "0.0180",
    localMonthly: "19.40",
    localMinute: "0.1704",
    currency: "SEK",
  },
  AU: {
    country_code: "AU",
    monthly: "3.00",
    minute: "0.0250",
    localMonthly: "4.62",
    localMinute: "0.0385",
    currency: "AUD",
  },
  IE: {
    country_code: "IE",
    monthly: "1.85",
    minute: "0.0165",
    localMonthly: "1.70",
    localMinute: "0.0152",
    currency: "EUR",
  },
} satisfies Record<string, Country>;

const { renewals, outages, german, french, spanish } = seeded.assistants;

// Numbers that the countries' regulators reserve for fiction.
const numbers: [
  number: string,
  name: string,
  country: Country,
  direction: string,
  status: Status,
  assistant: string | null,
][] = [
  ["+442079460018", "London main line", countries.GB, "inbound", "active", renewals],
  ["+442920180301", "Cardiff outage line", countries.GB, "inbound", "active", outages],
  ["+441632960112", "Meter readings", countries.GB, "inbound", "active", renewals],
  ["+447700900461", "Text and call back", countries.GB, "inbound", "active", renewals],
  ["+12025550143", "Washington office", countries.US, "inbound", "active", renewals],
  ["+14155550176", "San Francisco sales", countries.US, "inbound", "active", renewals],
  ["+493023125014", "Berlin Zählerstände", countries.DE, "inbound", "active", german],
  ["+498999998247", "München, frei", countries.DE, "inbound", "active", null],
  ["+33199000512", "Paris rendez-vous", countries.FR, "inbound", "active", french],
  ["+46846500418", "Stockholm (closed)", countries.SE, "inbound", "inactive", spanish],
  ["+61255501234", "Sydney pilot", countries.AU, "inbound", "inactive", renewals],
  ["+353209100445", "Dublin (documents missing)", countries.IE, "inbound", "suspended", renewals],
  [
    "+16045550129",
    "Vancouver overflow",
    { ...countries.US, country_code: "CA", localMonthly: "1.38", localMinute: "0.0117", currency: "CAD" },
    "inbound",
    "active",
    french,
  ],
];

export async function seedPhoneNumbers(tx: Transaction, now: Date) {
  await tx.insert(phoneNumberTable).values(
    numbers.map(([phone_number, friendly_name, country, direction, status, assistant_id], index) => ({
      id: `pn_7Qm2xV9kLd${String(index + 1).padStart(2, "0")}`,
      organization_id: seeded.organization,
      phone_number,
      friendly_name,
      country_code: country.country_code,
      direction,
      status,
      assistant_id,
      monthly_cost: country.monthly,
      cost_per_minute: country.minute,
      localized_monthly_cost: country.localMonthly,
      localized_cost_per_minute: country.localMinute,
      localized_currency: country.currency,
      created_at: ago(now, { days: 205 - index * 15, hours: index * 3 }),
      updated_at: ago(now, { days: 40 - index * 3, minutes: index * 17 }),
    })),
  );
}
