import { noCountry, unknownCountry } from "./numbering-metadata";
import { sharedPlan } from "./shared-plan";
import { unknownZones, type ZoneSetId, zoneSetOf } from "./time-zones";

/** Where a number is, by its range. A mobile may be elsewhere. `country`: ISO 3166; "ZZ" if unknown or in no country. */
type NumberPlace = { country: string; zones: ZoneSetId };

const unknownPlace: NumberPlace = { country: unknownCountry, zones: unknownZones };
/** Place of an E.164 number without its plus. Toll-free, premium and unassigned numbers have no zones. */
export function placeOf(digits: string, numbering = sharedPlan()): NumberPlace {
  const range = numbering.lookUp(digits);
  const country = range < 0 ? noCountry : (numbering.countryCodes[range >> 1] ?? noCountry);
  if (country === noCountry) return unknownPlace;
  return { country, zones: range % 2 === 1 ? unknownZones : zoneSetOf(digits) };
}
