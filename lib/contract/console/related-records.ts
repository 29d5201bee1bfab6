import { listCredentials } from "@/lib/contract/api/credentials";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** A record of the registry that contains a value at any depth. `fields` are its short top-level fields, as last read. */
export type RelatedRecord = {
  resource: string;
  ref: string;
  name: string | null;
  status: string | null;
  read_at: string;
  fields: Record<string, unknown>;
};

/** Records of the registry that contain an ID or a number, the last read first. */
export const listRelated = operation({
  id: "records.related",
  label: "See which records refer to something",
  method: "POST",
  isRead: true,
  path: "/console/related",
  output: ownAnswer<{ data: RelatedRecord[]; has_more: boolean }>(),
  allow: roles,
});

export type MissingTool = {
  /** ID or name of the tool in the record. */
  named: string;
  /** The tool's last name; null if it was never read. */
  name: string | null;
  /** Found by name. A tool that is not in the registry can have the same name. */
  is_by_name: boolean;
  is_deleted_here: boolean;
  since: string;
};

export const listMissingTools = operation({
  id: "records.missing_tools",
  label: "See which tools of a record are missing",
  method: "GET",
  path: "/console/missing-tools/{resource}",
  output: ownAnswer<{ data: MissingTool[] }>(),
  allow: roles,
});

/** The last published version of a workflow if it is stored, otherwise the last version with other steps. */
export type EarlierWorkflow = { is_published: boolean; last_read_at: string; record: unknown };

export const getEarlierWorkflow = operation({
  id: "workflows.earlier",
  label: "See what a workflow was before",
  method: "GET",
  path: "/console/workflows/{workflow_ref}/earlier",
  output: ownAnswer<{ data: EarlierWorkflow | null }>(),
  allow: roles,
});

/** A record that uses another one, directly or through others. */
export type Dependent = Pick<RelatedRecord, "resource" | "ref" | "name" | "status" | "read_at"> & {
  /** The record through which it does; null if it names the other one itself. */
  via: { resource: string; ref: string } | null;
};

/**
 * Tools, assistants, workflows and campaigns that use a record: those that name it, and those that name them. As far as stored
 * records name each other. Each is listed once, by the shortest way.
 */
export const listDependents = operation({
  id: "records.dependents",
  label: "See what uses a record",
  method: "GET",
  path: "/console/dependents/{resource}",
  output: ownAnswer<{ data: Dependent[]; has_more: boolean }>(),
  allow: roles,
});

export type CredentialState = {
  id: string;
  /** When a poll first saw that it fails; null while it does not. */
  failing_since: string | null;
  /** It failed already when Switchboard first read it. */
  is_since_first_read: boolean;
  /** When a poll first saw its content as it is now; null if it was never different. */
  changed_seen_at: string | null;
  /** Tools that use it, and running campaigns that these serve. */
  tools: number;
  running_campaigns: number;
};

export const listCredentialStates = operation({
  id: "records.credentials",
  label: "See since when credentials fail and what uses them",
  method: "GET",
  path: "/console/credential-states",
  output: ownAnswer<{ data: CredentialState[] }>(),
  allow: listCredentials.allow,
});
