import type { Person } from "@/lib/contract/actor";
import { apiOperations } from "@/lib/contract/api";
import { isWrite, type Operation, type Role, resourceOf } from "@/lib/contract/operation";

/** The reads of a resource, or its writes if it has none. A role that is allowed one of them can see the resource. */
function operationsOf(resource: string): readonly Operation[] {
  const all = apiOperations.filter((op) => resourceOf(op) === resource);
  const reads = all.filter((op) => !isWrite(op));
  return reads.length > 0 ? reads : all;
}

export const mayRead = (role: Role, resource: string) =>
  operationsOf(resource).some(({ allow }) => allow.includes(role));

/** Who sees what another person sent to a record and its answer: admins, and campaign managers on campaigns. */
export const maySeeSend = ({ id, role }: Pick<Person, "id" | "role">, resource: string, actorId: string | null) =>
  role === "admin" || id === actorId || (role === "campaign_manager" && resource === "campaigns");

/** Who sees the name of another person who acted on a record. On campaigns everybody, as in the list of campaigns. */
export const maySeeSender = (person: Pick<Person, "id" | "role">, resource: string, actorId: string | null) =>
  resource === "campaigns" || maySeeSend(person, resource, actorId);

export const resourcesFor = (role: Role) =>
  [...new Set(apiOperations.map(resourceOf))].filter((resource) => mayRead(role, resource));
