import { apiOperations } from "@/lib/contract/api";
import { isWrite, type Operation, type Role, resourceOf } from "@/lib/contract/operation";

/** The operations a role needs one of to know about a resource: its reads, or its sends where it has no read. */
function doorsOf(resource: string): readonly Operation[] {
  const all = apiOperations.filter((op) => resourceOf(op) === resource);
  const reads = all.filter((op) => !isWrite(op));
  return reads.length > 0 ? reads : all;
}

export const mayRead = (role: Role, resource: string) => doorsOf(resource).some(({ allow }) => allow.includes(role));

export const resourcesFor = (role: Role) =>
  [...new Set(apiOperations.map(resourceOf))].filter((each) => mayRead(role, each));
