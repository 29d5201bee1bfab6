import * as z from "zod/mini";
import { apiOperations } from "../../lib/contract/api";
import { consoleOperations } from "../../lib/contract/console";
import { inputOf } from "../../lib/contract/inputs";
import { hasBody, isWrite, type Operation, placeholdersOf, resourceOf, roles } from "../../lib/contract/operation";
import { isOpenToTokens } from "../../lib/contract/token-access";
import { limitsOf } from "./field-limits";
import { noteOf } from "./field-notes";

/** An input field in words. `place` is where a program sends it. */
export type ProgramField = {
  name: string;
  place: "path" | "query" | "body";
  isRequired: boolean;
  limits: string;
  note: string | undefined;
};

export const programOperations: readonly Operation[] = [...apiOperations, ...consoleOperations].filter(isOpenToTokens);

export function fieldsOf(op: Operation): ProgramField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(inputOf(op), { io: "input", unrepresentable: "any" });
  const inPath = placeholdersOf(op);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: inPath.includes(name) ? "path" : hasBody(op) ? "body" : "query",
    isRequired: required.includes(name),
    limits: typeof schema === "boolean" ? "any value" : limitsOf(schema),
    note: noteOf(op.id, name),
  }));
}

/** One section for each resource, with its operations. */
export function operationsMarkdown() {
  const resources = [...new Set(programOperations.map(resourceOf))].sort();
  return resources.map((resource) => {
    const ops = programOperations.filter((op) => resourceOf(op) === resource);
    return [`## \`${resource}\``, ...ops.map(operationMarkdown)].join("\n\n");
  });
}

function operationMarkdown(op: Operation) {
  const who = op.allow.length === roles.length ? "every role" : op.allow.map((role) => roleWords[role]).join(", ");
  const facts = [
    `for ${who}.`,
    isWrite(op) ? "Needs *Read and send*." : "",
    op.body === "file" ? "The body is a form with the file in its field `file`." : "",
    op.isFile ? "The answer is a file." : "",
  ].filter(Boolean);
  const request = `\`${op.method} /api${op.path}\`:`;
  return [`### ${op.label}`, `${request} ${facts.join(" ")}`, fieldsMarkdown(fieldsOf(op))]
    .filter(Boolean)
    .join("\n\n");
}

const roleWords = { admin: "admin", campaign_manager: "campaign manager", support: "support", viewer: "viewer" };

function fieldsMarkdown(fields: readonly ProgramField[]) {
  const lines = fields.map(
    ({ name, place, isRequired, limits, note = "" }) =>
      `- \`${name}\` (${place}${isRequired ? ", required" : ""}): ${limits}. ${note}`,
  );
  return lines.join("\n");
}
