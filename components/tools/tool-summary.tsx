import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { nameOf } from "@/components/record/record-head";
import { Lead, LinkRows, RecordLink } from "@/components/record/summary";
import { Section } from "@/components/ui/page/section";
import { tableClass } from "@/components/ui/page/table-class";
import { read } from "@/lib/client/query";
import { getCredential } from "@/lib/contract/api/credentials";
import type { ToolShape } from "@/lib/contract/shapes/tool";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

export function ToolSummary({ tool }: { tool: ToolShape }) {
  const { description, type, method, url, address, destination, timeoutSeconds, credentialId, parameters } = tool;
  const row = (name: string, value: ReactNode) => (value === undefined ? [] : [[name, value] as const]);
  const called = url !== undefined && (
    <span className="wrap-anywhere" title={url}>
      {method && <b className="font-semibold">{method} </b>}
      <code>{visibleControls(address ?? url)}</code>
    </span>
  );
  return (
    <>
      <Lead title={description === undefined ? "What this tool calls." : visibleControls(description)} />
      <Section title={called ? "What it calls" : "What it does"} className="border-t border-rule">
        <LinkRows
          rows={[
            ...row("Calls", called || undefined),
            ...row("Transfers to", destination && visibleControls(destination)),
            ...row("Type", type && <ToolType type={type} />),
            ...row("Time limit", timeoutSeconds === undefined ? undefined : formatSpan(timeoutSeconds, true)),
            ...row("Credential", credentialId && <CredentialLink id={credentialId} />),
          ]}
        />
      </Section>
      {parameters && <Parameters parameters={parameters} />}
    </>
  );
}

/** By the name that its own record has; its ID until that is read, and where the platform has no such credential. */
function CredentialLink({ id }: { id: string }) {
  const credential = useQuery({ ...read(getCredential, { credential_id: id }), enabled: useMay(getCredential) });
  return (
    <RecordLink field="credential_id" id={id}>
      {nameOf(credential.data?.value.data)}
    </RecordLink>
  );
}

const types = new Map([
  ["http_api", "Request to a server"],
  ["function", "Function"],
  ["transfer_call", "Transfers the call"],
  ["end_call", "Ends the call"],
  ["dtmf", "Sends key tones"],
]);

function ToolType({ type }: { type: string }) {
  const words = types.get(type);
  return words === undefined ? (
    visibleControls(type)
  ) : (
    <>
      {words} <code className="text-ink-3">{type}</code>
    </>
  );
}

function Parameters({ parameters }: { parameters: NonNullable<ToolShape["parameters"]> }) {
  return (
    <Section
      title="Parameters"
      note={parameters.length > 0 && formatCount(parameters.length)}
      className="border-t border-rule"
      flush
    >
      {parameters.length === 0 ? (
        <p className="px-(--gutter) text-sm/[17px] text-ink-3">None.</p>
      ) : (
        <table className={tableClass()}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Required</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, kind, isRequired, note }) => (
              <tr key={name} className="max-narrow:grid-cols-2!">
                <th scope="row" title={name}>
                  <code>{visibleControls(name)}</code>
                </th>
                <td title={kind}>{kind && visibleControls(kind)}</td>
                <td>{isRequired ? "required" : "optional"}</td>
                <td title={note}>{note && visibleControls(note)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
