/** How long a file of each register may be used, as the registers say. The source of its numbers begins with the name. */
export const registers = [
  { name: "US National DNC", days: 31 },
  { name: "Canada DNCL", days: 31 },
  { name: "UK TPS or CTPS", days: 28 },
  { name: "Ireland NDD", days: 28 },
  { name: "Australia DNCR", days: 30 },
] as const;

/** Days for which a file of this source is valid; undefined if its register is not known. */
export const validDays = (source: string) => registers.find(({ name }) => source.startsWith(`${name}: `))?.days;

const dayMs = 86_400_000;

/** Whole days since a date such as "2026-11-27", in UTC. */
export const daysSince = (date: string, nowMs: number) => Math.max(0, Math.floor((nowMs - Date.parse(date)) / dayMs));

/** The current date in UTC, as the server compares it with the last day of a number. */
export const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);
