const place = "switchboard.import.country";

/** The country that numbers were last read in on this browser. A browser without storage remembers none. */
export function lastCountry(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

export function keepLastCountry(country: string) {
  try {
    localStorage.setItem(place, country);
  } catch {
    // Storage that is full or off costs only the suggestion.
  }
}
