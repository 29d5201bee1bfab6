import type { Mapping } from "@/lib/contacts/plan";

export type Point = { x: number; y: number };

/** A column of the file, by position, and the socket its cord ends in. */
export type Join = { column: number; socket: string; isGuess: boolean };

export const phoneSocket = "phone";
export const nameSocket = (at: number) => `name-${at}`;

/** One cord for every column that is sent. A column that is a number and a name has two. */
export function joinsOf(mapping: Mapping, isGuess: { phone: boolean; name: boolean }): Join[] {
  const phone = mapping.phone < 0 ? [] : [{ column: mapping.phone, socket: phoneSocket, isGuess: isGuess.phone }];
  return [...phone, ...mapping.name.map((column, at) => ({ column, socket: nameSocket(at), isGuess: isGuess.name }))];
}

const leastSag = 6;
const mostSag = 34;

/** A cord hanging between two jacks: it leaves and arrives level, and sags more the further it climbs or falls. */
export function cordPath(from: Point, to: Point): string {
  const third = Math.round((to.x - from.x) * 0.38);
  const sag = Math.round(Math.min(mostSag, leastSag + Math.abs(to.y - from.y) * 0.16));
  const start = `${round(from.x)} ${round(from.y)}`;
  const leave = `${round(from.x + third)} ${round(from.y + sag)}`;
  const arrive = `${round(to.x - third)} ${round(to.y + sag)}`;
  return `M${start}C${leave} ${arrive} ${round(to.x)} ${round(to.y)}`;
}

const round = (length: number) => Math.round(length * 10) / 10;
