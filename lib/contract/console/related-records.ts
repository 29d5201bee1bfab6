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
  /** Found by name. A tool that is not in the registry can have the same name. */
  is_by_name: boolean;
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
