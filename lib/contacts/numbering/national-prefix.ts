import { callingCodes, countriesOf, numberingOf } from "./numbering-metadata";

type Ranges = { lookUp(digits: string): number; callingCodeOf(digits: string): string };

type Prefix = { callingCode: string; trunk: RegExp | undefined; transform: string };

/** Numbers with what is dialled before them inside their country, made international. */
export function nationalPrefixes({ lookUp, callingCodeOf }: Ranges) {
  const prefixes = new Map<string, Prefix | undefined>();

  function prefixOf(country: string): Prefix | undefined {
    if (!prefixes.has(country)) prefixes.set(country, compiled(country));
    return prefixes.get(country);
  }

  const mainPrefixes = new Map(callingCodes.map((code) => [code, prefixOf(countriesOf(code)[0] ?? "")]));

  const known = (digits: string) => (lookUp(digits) >= 0 ? digits : undefined);

  function withoutTrunk(digits: string): string | undefined {
    const callingCode = callingCodeOf(digits);
    const prefix = mainPrefixes.get(callingCode);
    if (!prefix?.trunk || known(digits)) return undefined;
    const national = digits.slice(callingCode.length);
    const dropped = withoutPrefix(national, prefix);
    // Some rules add an area code instead: that would be a guess.
    return dropped.length < national.length ? known(callingCode + dropped) : undefined;
  }

  function fromNational(digits: string, country: string): string | undefined {
    const prefix = prefixOf(country);
    if (!prefix) return undefined;
    const dropped = withoutPrefix(digits, prefix);
    const made = dropped === digits ? undefined : known(prefix.callingCode + dropped);
    if (made) return made;
    // Digits that are a number with the calling code already may be meant so: "4915112345678" in Germany.
    return digits.startsWith(prefix.callingCode) && known(digits) ? undefined : known(prefix.callingCode + digits);
  }

  return { withoutTrunk, fromNational };
}

function compiled(country: string): Prefix | undefined {
  const numbering = numberingOf(country);
  if (!numbering) return undefined;
  const { callingCode, trunk, transform } = numbering;
  return { callingCode, trunk: trunk ? new RegExp(`^(?:${trunk})`) : undefined, transform };
}

/** As the library reads the metadata: what the pattern's groups match is kept, otherwise all that it matches goes. */
function withoutPrefix(national: string, { trunk, transform }: Prefix): string {
  const match = trunk?.exec(national);
  if (!trunk || !match) return national;
  const isTransformed = transform !== "" && match.length > 1 && match.at(-1);
  return isTransformed ? national.replace(trunk, transform) : national.slice(match[0].length);
}
