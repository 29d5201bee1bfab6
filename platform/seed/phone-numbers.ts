import type { Transaction } from "@/lib/db/database";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";
import { ago } from "./ago";
import { seeded } from "./ids";

type Prices = [monthly: string, minute: string, localMonthly: string, localMinute: string, currency: string];

const prices = {
  AU: ["3.00", "0.0250", "4.62", "0.0385", "AUD"],
  CA: ["1.00", "0.0085", "1.38", "0.0117", "CAD"],
  DE: ["2.30", "0.0190", "2.12", "0.0175", "EUR"],
  FR: ["1.90", "0.0175", "1.75", "0.0161", "EUR"],
  GB: ["1.15", "0.0140", "0.91", "0.0111", "GBP"],
  IE: ["1.85", "0.0165", "1.70", "0.0152", "EUR"],
  SE: ["2.05", "0.0180", "19.40", "0.1704", "SEK"],
  US: ["1.00", "0.0085", "1.00", "0.0085", "USD"],
} satisfies Record<string, Prices>;

const { renewals, outages, german, french, spanish } = seeded.assistants;

type Status = "active" | "inactive" | "suspended";

// Numbers that the countries' regulators reserve for fiction.
const numbers: [number: string, name: string, country: keyof typeof prices, Status, assistant: string | null][] = [
  ["+442079460018", "London main line", "GB", "active", renewals],
  ["+442920180301", "Cardiff outage line", "GB", "active", outages],
  ["+441632960112", "Meter readings", "GB", "active", renewals],
  ["+447700900461", "Text and call back", "GB", "active", renewals],
  ["+12025550143", "Washington office", "US", "active", renewals],
  ["+14155550176", "San Francisco sales", "US", "active", renewals],
  ["+493023125014", "Berlin Zählerstände", "DE", "active", german],
  ["+498999998247", "München, frei", "DE", "active", null],
  ["+33199000512", "Paris rendez-vous", "FR", "active", french],
  ["+46846500418", "Stockholm (closed)", "SE", "inactive", spanish],
  ["+61255501234", "Sydney pilot", "AU", "inactive", renewals],
  ["+353209100445", "Dublin (documents missing)", "IE", "suspended", renewals],
  ["+16045550129", "Vancouver overflow", "CA", "active", french],
];

export async function seedPhoneNumbers(tx: Transaction, now: Date) {
  await tx.insert(phoneNumberTable).values(
    numbers.map(([phone_number, friendly_name, country_code, status, assistant_id], index) => {
      const [monthly_cost, cost_per_minute, localMonthly, localMinute, localized_currency] = prices[country_code];
      return {
        id: `pn_7Qm2xV9kLd${String(index + 1).padStart(2, "0")}`,
        organization_id: seeded.organization,
        phone_number,
        friendly_name,
        country_code,
        direction: "inbound",
        status,
        assistant_id,
        monthly_cost,
        cost_per_minute,
        localized_monthly_cost: localMonthly,
        localized_cost_per_minute: localMinute,
        localized_currency,
        created_at: ago(now, { days: 205 - index * 15, hours: index * 3 }),
        updated_at: ago(now, { days: 40 - index * 3, minutes: index * 17 }),
      };
    }),
  );
}
