import { timeZoneTable } from "./time-zone-table";

/**
 * ID of a set of zones, kept with sent numbers for 90 days: the line of the table that has them, counted from 1. Lines
 * are only appended. 0 is unknown.
 */
export type ZoneSetId = number;

export const unknownZones: ZoneSetId = 0;

const lines = timeZoneTable
  .trim()
  .split("\n")
  .map((line) => line.split(":"));
const zoneSets: readonly (readonly string[])[] = [[], ...lines.map(([zones = ""]) => zones.split(" "))];

/** IANA zones in a set; empty if unknown. */
export const zonesOf = (id: ZoneSetId): readonly string[] => zoneSets[id] ?? [];

const none = -1;
let digitTree: Int32Array | undefined;

/**
 * Zones of an E.164 number without its plus, by the longest prefix in the table. Toll-free numbers have the zones of
 * their calling code here: check the range first.
 */
export function zoneSetOf(digits: string): ZoneSetId {
  digitTree ??= createDigitTree();
  let id = unknownZones;
  let node = 0;
  for (let index = 0; index < digits.length; index += 1) {
    node = digitTree[node + digits.charCodeAt(index) - zero] ?? 0;
    if (node === 0) break;
    const own = digitTree[node + idOffset] ?? none;
    if (own !== none) id = own;
  }
  return id;
}

const zero = 48;
/** A node has the offsets of the nodes of ten next digits, and then its own ID. */
const idOffset = 10;

function createDigitTree(): Int32Array {
  const nodes: number[] = [...Array(idOffset).fill(0), none];
  lines.forEach(([, packed], index) => {
    for (const prefix of prefixesIn(packed ?? "")) {
      let node = 0;
      for (const digit of prefix) {
        const next = node + Number(digit);
        if (!nodes[next]) {
          nodes[next] = nodes.length;
          nodes.push(...Array(idOffset).fill(0), none);
        }
        node = nodes[next] ?? 0;
      }
      nodes[node + idOffset] = index + 1;
    }
  });
  return Int32Array.from(nodes);
}

function prefixesIn(packed: string): string[] {
  const prefixes: string[] = [];
  let prefix = 0;
  for (const step of packed === "" ? [] : packed.split(".")) {
    prefix += Number.parseInt(step, 36);
    prefixes.push(String(prefix));
  }
  return prefixes;
}
