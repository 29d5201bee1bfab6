"use client";

import Link from "next/link";
import { QueryView } from "@/components/query/query-view";
import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import { Button } from "@/components/ui/button";
import { numberKeys } from "@/lib/client/number-keys";
import type { Assistant } from "@/lib/contract/api/assistants";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { formatRaw } from "@/lib/format/format-raw";
import { AssistantCard } from "./assistant-card";
import { CORD_WIDTH, cordsHeight, cordsOf, type DiagramLines, diagramLines } from "./diagram-lines";

type AssistantDiagramProps = { id: string; assistant: Assistant; numbers: ReturnType<typeof useAllNumbers> };

/** The numbers that name this assistant, each with its cord into the plate. */
export function AssistantDiagram({ id, assistant, numbers }: AssistantDiagramProps) {
  const named = numbers.numbers.filter(({ assistant_id }) => assistant_id === id);
  const lines = diagramLines(named);
  return (
    <div className="patch">
      <section className="lines" aria-labelledby="patch-lines">
        <div className="bay-h">
          <h2 id="patch-lines">Numbers on this assistant</h2>
        </div>
        <QueryView query={numbers.shown} label="phone numbers">
          {() => (
            <>
              <NumberLines id={id} lines={lines} />
              {named.length === 0 && numbers.isAll && <p className="dim">No phone number names this assistant.</p>}
              {!numbers.isAll && <StillLoading numbers={numbers} />}
            </>
          )}
        </QueryView>
      </section>
      <Connectors kinds={lines.kinds} />
      <AssistantCard assistant={assistant} hasConnectors={named.length > 0} />
    </div>
  );
}

function Connectors({ kinds }: { kinds: ReturnType<typeof diagramLines>["kinds"] }) {
  const height = cordsHeight(kinds.length);
  return (
    <svg
      className="cords"
      viewBox={`0 0 ${CORD_WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {cordsOf(kinds).map(({ path, kind }) => (
        <path key={path} className={kind} d={path} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

function StillLoading({ numbers }: { numbers: AssistantDiagramProps["numbers"] }) {
  const read = numbers.numbers.length.toLocaleString("en-US");
  const { total = 0 } = numbers;
  const of = total > numbers.numbers.length ? ` of ${total.toLocaleString("en-US")}` : "";
  return (
    <p className="note">
      {`From ${read}${of} numbers. `}
      {numbers.isMany && !numbers.isLoadingMore && (
        <Button size="small" onClick={numbers.readAll}>
          Read all
        </Button>
      )}
      {Boolean(numbers.error) && (
        <Button size="small" onClick={numbers.readAgain}>
          Read again
        </Button>
      )}
    </p>
  );
}

function NumberLines({ id, lines }: { id: string; lines: DiagramLines }) {
  const { shown, more } = lines;
  const keys = numberKeys(shown);
  if (shown.length === 0) return <span />;
  return (
    <ul>
      {shown.map((number) => (
        <li key={keys.get(number)}>
          <span className="line-n">
            <Link href={`/phone-numbers?${new URLSearchParams({ number: number.id || number.phone_number || "" })}`}>
              <PhoneText number={number.phone_number || number.id} />
            </Link>
            <small className="trunc">{lineMessage(number)}</small>
          </span>
          <span className={number.status === "active" ? "pj" : "pj off"} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="line-n">
            <Link className="link" href={`/phone-numbers?${new URLSearchParams({ assistant: id })}`}>
              and {more.toLocaleString("en-US")} more
            </Link>
          </span>
          <span className="pj" />
        </li>
      )}
    </ul>
  );
}

const lineMessage = ({ friendly_name, status }: PhoneNumber) =>
  [friendly_name, status === undefined ? "status not sent" : formatRaw(status)].filter(Boolean).join(", ");
