import { firstField, firstNumber, firstText } from "@/lib/contract/fields";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

type ToolParameter = { name: string; kind: string | undefined; isRequired: boolean; note: string | undefined };

export type ToolShape = {
  description: string | undefined;
  type: string | undefined;
  method: string | undefined;
  /** As sent. */
  url: string | undefined;
  /** Host and path, where the address can be read as one. */
  address: string | undefined;
  /** A number or an address that a call is handed to. */
  destination: string | undefined;
  timeoutSeconds: number | undefined;
  credentialId: string | undefined;
  parameters: readonly ToolParameter[] | undefined;
  usedBy: { assistants: readonly string[]; workflows: readonly string[] } | undefined;
};

export function readTool(record: unknown): ToolShape {
  const text = (name: string) => firstText(record, `config.${name}`, name);
  const url = text("url");
  return {
    description: firstText(record, "description"),
    type: firstText(record, "type"),
    method: url === undefined ? undefined : text("method")?.toUpperCase(),
    url,
    address: url === undefined ? undefined : addressOf(url),
    destination: text("destination"),
    timeoutSeconds: firstNumber(record, "config.timeout_seconds", "timeout_seconds"),
    credentialId: firstText(record, "credential_id"),
    parameters: parametersOf(firstField(record, "parameters", "input_schema")),
    usedBy: usedByOf(firstField(record, "used_by")),
  };
}

/** True if a tool has enough recognized fields to lead its page with a summary. */
export const describesItself = ({ description, url, destination, parameters }: ToolShape) =>
  [description, url, destination, parameters].some((each) => each !== undefined);

function addressOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname === "/" && search === "" ? "" : decodedPath(pathname)}${search}`;
}

const decodedPath = (path: string) => path.replaceAll("%7B", "{").replaceAll("%7D", "}");

/** Parameters of a JSON Schema, required ones first; undefined for anything else. */
function parametersOf(schema: unknown): ToolParameter[] | undefined {
  const properties = firstField(schema, "properties");
  if (!isPlainObject(properties)) return undefined;
  const required = firstField(schema, "required");
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const all = Object.entries(properties).map(([name, each]) => parameterOf(name, each, isRequired(name)));
  return all.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function parameterOf(name: string, sent: unknown, isRequired: boolean): ToolParameter {
  const options = firstField(sent, "enum");
  const notes = [
    firstText(sent, "description"),
    Array.isArray(options) ? `One of ${options.map(formatRaw).join(", ")}` : undefined,
  ].filter((each) => each !== undefined);
  return { name, kind: kindOf(sent, options), isRequired, note: notes.length > 0 ? notes.join(". ") : undefined };
}

const kinds = new Map([
  ["string", "text"],
  ["integer", "whole number"],
  ["boolean", "yes or no"],
  ["array", "list"],
  ["date-time", "date and time"],
]);

function kindOf(sent: unknown, options: unknown): string | undefined {
  const type = firstText(sent, "format", "type");
  if (type === undefined) return Array.isArray(options) ? "choice" : undefined;
  return kinds.get(type) ?? type;
}

/** Undefined unless both lists can be read: a tool that is called unused may be deleted. */
function usedByOf(sent: unknown): ToolShape["usedBy"] {
  const [assistants, workflows] = [firstField(sent, "assistants"), firstField(sent, "workflows")];
  return areTexts(assistants) && areTexts(workflows) ? { assistants, workflows } : undefined;
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** The IDs of tools that a record names, in fields such as `tool_id` and `toolIds`, each once. */
export function toolIdsIn(record: unknown): string[] {
  if (Array.isArray(record)) return [...new Set(record.flatMap(toolIdsIn))];
  if (!isPlainObject(record)) return [];
  const ids = Object.entries(record).flatMap(([name, value]) => {
    if (!/^tool_?ids?$/i.test(name)) return toolIdsIn(value);
    return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "string" && id !== "");
  });
  return [...new Set(ids)];
}
