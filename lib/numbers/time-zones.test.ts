import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { offsetAt, wallTimeOf } from "@/lib/format/zoned-time";
import { placeOf } from "./number-places";
import { zonesOf } from "./time-zones";

const russia = zonesOf(placeOf("79161234567").zones);

test.each([
  ["12125550123", "US", "America/New_York"],
  ["18085550123", "US", "Pacific/Honolulu"],
  ["16025550123", "US", "America/Phoenix"],
  ["16235550123", "US", "America/Phoenix"],
  ["18504345678", "US", "America/Chicago"],
  ["18508775678", "US", "America/New_York"],
  ["19072015678", "US", "America/Adak America/Anchorage"],
  ["19073455678", "US", "America/Juneau"],
  ["16895550123", "US", "America/New_York"],
  ["14165550123", "CA", "America/Toronto"],
  ["442079460123", "GB", "Europe/London"],
  ["447400123456", "GB", "Europe/Guernsey Europe/Isle_of_Man Europe/London"],
  ["34928123456", "ES", "Atlantic/Canary"],
  ["34612345678", "ES", "Atlantic/Canary Europe/Madrid"],
  ["351212345678", "PT", "Europe/Lisbon"],
  ["351912345678", "PT", "Atlantic/Azores Europe/Lisbon"],
  ["61731234567", "AU", "Australia/Brisbane"],
  ["61412345678", "AU", "Australia/Adelaide Australia/Brisbane Australia/Darwin Australia/Perth Australia/Sydney"],
  ["5511961234567", "BR", "America/Sao_Paulo"],
  ["5592961234567", "BR", "America/Manaus"],
  ["529981234567", "MX", "America/Cancun"],
  ["212650123456", "MA", "Africa/Casablanca"],
  ["4930901820", "DE", "Europe/Berlin"],
  ["919876543210", "IN", "Asia/Kolkata"],
  ["380441234567", "UA", "Europe/Kyiv"],
])("places +%s in %s, %s", (digits, country, zones) => {
  const place = placeOf(digits);
  expect([place.country, zonesOf(place.zones).join(" ")]).toEqual([country, zones]);
});

test.each([
  ["18005550123", "US"],
  ["448001234567", "GB"],
  ["88161234567", "ZZ"],
  ["80012345678", "ZZ"],
  ["12120", "ZZ"],
  ["", "ZZ"],
])("knows no zone of +%s", (digits, country) => {
  expect(placeOf(digits)).toEqual({ country, zones: 0 });
});

test("gives mobiles all zones of a country whose mobiles have no area code", () => {
  expect(russia).toContain("Europe/Kaliningrad");
  expect(russia).toContain("Asia/Kamchatka");
  expect(russia).not.toContain("Asia/Almaty");
});

test.each([
  ["2026-01-15T09:00Z", "04:00 03:00 02:00 01:00 23:00"],
  ["2026-03-16T09:00Z", "05:00 04:00 03:00 02:00 23:00"],
  ["2026-07-15T08:00Z", "04:00 03:00 02:00 01:00 22:00"],
  ["2026-10-28T09:00Z", "05:00 04:00 03:00 02:00 23:00"],
])("tells the time in the US at 09:00 in London, %s", (at, clocks) => {
  const ms = Date.parse(at);
  expect(wallTimeOf(ms, "Europe/London").text.slice(11)).toBe("09:00");
  const numbers = ["12125550123", "13125550123", "13035550123", "12135550123", "18085550123"];
  const times = numbers.map((digits) => wallTimeOf(ms, zonesOf(placeOf(digits).zones)[0] ?? "").text.slice(11));
  expect(times.join(" ")).toBe(clocks);
});

test("puts Phoenix on Denver's clock in winter and on that of Los Angeles in summer", () => {
  const [phoenix = ""] = zonesOf(placeOf("16235550123").zones);
  const at = (day: string, zone: string) => offsetAt(Date.parse(day), zone);
  expect(at("2026-01-15", phoenix)).toBe(at("2026-01-15", "America/Denver"));
  expect(at("2026-07-15", phoenix)).toBe(at("2026-07-15", "America/Los_Angeles"));
});

test("keeps the IDs of zone sets, which are stored", () => {
  const sets = Array.from({ length: 328 }, (_, index) => zonesOf(index + 1).join(" "));
  expect(createHash("sha256").update(sets.join("\n")).digest("hex").slice(0, 16)).toBe("1db9e3d0ce5cf72d");
});

test("has only zones that Intl supports, and none by an old name", () => {
  const zones = new Set(Array.from({ length: 400 }, (_, id) => zonesOf(id)).flat());
  expect(() => [...zones].map((zone) => offsetAt(0, zone))).not.toThrow();
  const old = ["Asia/Calcutta", "Europe/Kiev", "America/Godthab", "Asia/Katmandu", "Pacific/Truk", "Asia/Choibalsan"];
  expect(old.filter((zone) => zones.has(zone))).toEqual([]);
});
