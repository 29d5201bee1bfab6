import { innermost, usualField, usualFlag, usualNumber, usualText } from "@/lib/contract/fields";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

type ToolParameter = { name: string; kind: string | undefined; isRequired: boolean; note: string | undefined };

/** What a tool's record says by the usual names of its fields. */
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

const places = ["", "config.", "configuration.", "server.", "http.", "request.", "function.", "endpoint.", "webhook."];

const within = (names: readonly string[]) => names.flatMap((name) => places.map((place) => `${place}${name}`));

export function readTool(sent: unknown): ToolShape {
  const record = innermost(sent);
  const text = (...names: string[]) => usualText(record, within(names));
  const url = text("url", "api_url", "server_url", "endpoint", "uri");
  return {
    description: text("description", "summary"),
    type: usualText(record, ["type", "category", "kind", "tool_type"]),
    method: url === undefined ? undefined : text("method", "http_method", "verb")?.toUpperCase(),
    url,
    address: url === undefined ? undefined : addressOf(url),
    destination: text("destination", "transfer_to", "forward_to", "phone_number"),
    timeoutSeconds: usualNumber(record, within(["timeout_seconds", "timeout", "timeout_secs"])),
    credentialId: text("credential_id", "credential_ref", "server_credential_id"),
    parameters: parametersOf(
      usualField(record, within(["parameters", "input_schema", "parameters_schema", "schema", "arguments", "inputs"])),
    ),
    usedBy: usedByOf(usualField(record, ["used_by", "usage", "references"])),
  };
}

/** Whether there is enough of a tool to lead a page with. */
export const describesItself = ({ description, url, destination, parameters }: ToolShape) =>
  [description, url, destination, parameters].some((each) => each !== undefined);

function addressOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname === "/" && search === "" ? "" : decodedPath(pathname)}${search}`;
}

const decodedPath = (path: string) => path.replaceAll("%7B", "{").replaceAll("%7D", "}");

/** A JSON Schema, or a list of parameters with a name each; undefined for anything else. */
function parametersOf(sent: unknown): ToolParameter[] | undefined {
  if (Array.isArray(sent)) {
    const all = sent.flatMap((each) => {
      const name = usualText(each, ["name", "key", "id"]);
      return name === undefined ? [] : [parameterOf(name, each, usualFlag(each, ["required", "is_required"]) ?? false)];
    });
    return all.length === sent.length ? all : undefined;
  }
  const properties = usualField(sent, ["properties", "schema.properties"]);
  if (!isPlainObject(properties)) return undefined;
  const required = usualField(sent, ["required", "schema.required"]);
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const all = Object.entries(properties).map(([name, each]) => parameterOf(name, each, isRequired(name)));
  return all.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function parameterOf(name: string, sent: unknown, isRequired: boolean): ToolParameter {
  const options = usualField(sent, ["enum", "options"]);
  const notes = [
    usualText(sent, ["description", "note"]),
    Array.isArray(options) ? `One of ${options.map(formatRaw).join(", ")}` : undefined,
  ].filter((each) => each !== undefined);
  return { name, kind: kindOf(sent, options), isRequired, note: notes.length > 0 ? notes.join(". ") : undefined };
}

const kinds = new Map([
  ["string", "text"],
  ["integer", "whole number"],
  ["boolean", "yes or no"],
  ["array", "list"],
]);
const formats = new Map([
  ["date-time", "date and time"],
  ["email", "email address"],
  ["uri", "address"],
]);

function kindOf(sent: unknown, options: unknown): string | undefined {
  const format = usualText(sent, ["format"]);
  if (format !== undefined) return formats.get(format) ?? format;
  const type = usualText(sent, ["type"]);
  if (type === undefined) return Array.isArray(options) ? "choice" : undefined;
  return kinds.get(type) ?? type;
}

function usedByOf(sent: unknown): ToolShape["usedBy"] {
  if (!isPlainObject(sent)) return undefined;
  const ids = (...names: string[]) => {
    const list = usualField(sent, names);
    if (!Array.isArray(list)) return [];
    return list.flatMap((each) => (typeof each === "string" ? each : (usualText(each, ["id", "ref"]) ?? [])));
  };
  return {
    assistants: ids("assistants", "assistant_ids"),
    workflows: ids("workflows", "workflow_refs", "workflow_ids"),
  };
}
