import { conventions } from "./conventions";
import { renderedZone } from "./local-zone";
import { currentZone } from "./zone-names";
import { offsetAt } from "./zoned-time";

const WEEK_MS = 6.5 * 24 * 3_600_000;

export { parseMoment, parseTime, type SentTime } from "./parse-time";

/** "local" is the browser's zone, on the server by its cookie. A named one is an IANA zone that a person asked for. */
export type Zone = "utc" | "local" | `named:${string}`;

const namePrefix = "named:";

export const namedZone = (name: string): Zone => (name === "UTC" ? "utc" : `named:${name}`);

const nameIn = (zone: Zone) => (zone.startsWith(namePrefix) ? zone.slice(namePrefix.length) : undefined);

export const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Fri 20 Nov 2026, 06:36:55"; "local" is the browser's zone. Date order and clock follow the user's conventions. */
export function formatDateTime(ms: number, zone: Zone): string {
  return `${formatDay(ms, zone)}, ${formatClock(ms, zone)}`;
}

export function formatDay(ms: number, zone: Zone): string {
  const { weekday, ...date } = partsOf(ms, zone);
  return `${dayNames[weekday]}${conventions().order === "month-day" ? "," : ""} ${dateText(date, true)}`;
}

export function formatClock(ms: number, zone: Zone): string {
  const { hour, minute, second } = partsOf(ms, zone);
  return clockText(hour, `${twoDigits(minute)}:${twoDigits(second)}`);
}

/** "10:00:01.204". */
export function formatMilliseconds(ms: number, zone: Zone): string {
  const { hour, minute, second } = partsOf(ms, zone);
  const fraction = String(new Date(ms).getUTCMilliseconds()).padStart(3, "0");
  return clockText(hour, `${twoDigits(minute)}:${twoDigits(second)}.${fraction}`);
}

/** "18 Nov", or "18 Nov 2025" if that is not the year of `nowMs`. */
export function formatShortDay(ms: number, zone: Zone, nowMs: number): string {
  const date = partsOf(ms, zone);
  return dateText(date, date.year !== partsOf(nowMs, zone).year);
}

/** "Thu 06:30", as an axis label. */
export function formatTick(ms: number, zone: Zone): string {
  return `${dayNames[partsOf(ms, zone).weekday]} ${formatMinute(ms, zone)}`;
}

/** "06:30". */
export function formatMinute(ms: number, zone: Zone): string {
  const { hour, minute } = partsOf(ms, zone);
  return clockText(hour, twoDigits(minute));
}

/** "18 Nov 2026", "Nov 18, 2026", "2026 Nov 18"; months count from 0. */
export function dateText({ day, month, year }: { day: number; month: number; year: number }, hasYear: boolean): string {
  const { order } = conventions();
  const name = months[month];
  if (order === "day-month") return `${twoDigits(day)} ${name}${hasYear ? ` ${year}` : ""}`;
  if (order === "month-day") return `${name} ${day}${hasYear ? `, ${year}` : ""}`;
  return `${hasYear ? `${year} ` : ""}${name} ${day}`;
}

/** "14:20" or "2:20 PM"; `rest` is the text after the hour. */
export function clockText(hour: number, rest: string): string {
  if (!conventions().isTwelveHours) return `${twoDigits(hour)}:${rest}`;
  return `${hour % 12 || 12}:${rest}\u00A0${hour < 12 ? "AM" : "PM"}`;
}

/** "4 min 12 s ago", "in 1 h 55 min"; under a second either way is "just now". */
export function formatAgo(ms: number, nowMs: number, precise = false): string {
  const seconds = Math.trunc((nowMs - ms) / 1_000);
  if (seconds === 0) return "just now";
  const span = formatSpan(Math.abs(seconds), precise || seconds < 0);
  return seconds > 0 ? `${span} ago` : `in ${span}`;
}

/** "4:12", "1:04:12". */
export function clockSpan(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** "9 s", "4 min", "4 min 12 s" when precise, "3 h", "12 d". */
export function formatSpan(seconds: number, precise = false): string {
  if (seconds < 60) return `${seconds} s`;
  const [size, unit, lesser, lesserUnit] = spanUnits(seconds);
  const rest = Math.floor((seconds % size) / lesser);
  const main = `${Math.floor(seconds / size)} ${unit}`;
  return precise && rest > 0 ? `${main} ${rest} ${lesserUnit}` : main;
}

function spanUnits(seconds: number): [number, string, number, string] {
  if (seconds < 3_600) return [60, "min", 1, "s"];
  if (seconds < 86_400) return [3_600, "h", 60, "min"];
  return [86_400, "d", 3_600, "h"];
}

function offsetIn(zone: Zone, ms: number) {
  if (zone === "utc") return 0;
  const name = nameIn(zone);
  if (name !== undefined) return offsetAt(ms, name);
  const rendered = renderedZone();
  const isOwn = rendered === undefined || rendered === ownTimeZone();
  return isOwn ? -new Date(ms).getTimezoneOffset() * 60_000 : offsetAt(ms, rendered);
}

function partsOf(ms: number, zone: Zone) {
  const shifted = new Date(ms + offsetIn(zone, ms));
  return {
    weekday: shifted.getUTCDay(),
    day: shifted.getUTCDate(),
    month: shifted.getUTCMonth(),
    year: shifted.getUTCFullYear(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

export const twoDigits = (value: number) => String(value).padStart(2, "0");

const askAgainMs = 60_000;
let ownZone: { name: string; askedAtMs: number } | undefined;

/**
 * The browser's zone by its current name: "Asia/Kolkata", also where the browser still says "Asia/Calcutta". UTC if the browser does
 * not know it: it then counts in UTC too. Asked once a minute, because each answer takes as long as drawing a row.
 */
export function ownTimeZone(): string {
  const nowMs = performance.now();
  if (!ownZone || Math.abs(nowMs - ownZone.askedAtMs) >= askAgainMs)
    ownZone = { name: askTimeZone(), askedAtMs: nowMs };
  return ownZone.name;
}

function askTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? currentZone(timeZone) : "UTC";
}

export const localZoneName = () => renderedZone() ?? ownTimeZone();

export const timeZoneOf = (zone: Zone) => (zone === "utc" ? "UTC" : (nameIn(zone) ?? localZoneName()));

/** "UTC", "local" or "New York", beside a time. */
export const zoneLabel = (zone: Zone) =>
  zone === "utc" ? "UTC" : (nameIn(zone)?.split("/").at(-1)?.replaceAll("_", " ") ?? "local");

/** "Thu 06:31" within a week of now, "12 Oct 06:31" beyond it. */
export function formatMoment(ms: number, zone: Zone, nowMs: number): string {
  if (Math.abs(nowMs - ms) < WEEK_MS) return formatTick(ms, zone);
  return `${formatShortDay(ms, zone, nowMs)} ${formatMinute(ms, zone)}`;
}

/** "Mon–Fri", or each by its name. Sunday is 0 or 7. */
export function daysOf(days: readonly number[]): string {
  const sorted = days.map((each) => (each + 6) % 7).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const name = (each: number) => dayNames[(each + 1) % 7] ?? "";
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${name(first)}–${name(last)}`;
  return sorted.map(name).join(", ");
}
