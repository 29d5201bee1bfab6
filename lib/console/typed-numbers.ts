import { implement } from "@/lib/contract/console/context";
import { listCountries, readTypedNumber } from "@/lib/contract/console/numbers";
import { countryAliases } from "@/lib/numbers/country-names";
import { readNumber } from "@/lib/numbers/read-number";
import { sharedPlan } from "@/lib/numbers/shared-plan";

export const typedNumbers = () => [
  implement(readTypedNumber, async ({ text, country }) => {
    const reading = readNumber(text, { country });
    return reading.fault ? { fault: reading.fault } : reading;
  }),

  implement(listCountries, async () => ({
    data: sharedPlan().countries.map((choice) => ({ ...choice, aliases: countryAliases(choice.country) })),
  })),
];
