"use client";

import Link from "next/link";
import { useAssistantName } from "@/components/query/assistant-name";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { idToPath } from "@/lib/contract/identifier";
import { NumberStatus, nameOf } from "./number-columns";

export function NumberTop({ number }: { number: PhoneNumber }) {
  const { status, friendly_name, assistant_id } = number;
  return (
    <section className="dr-top">
      <NumberStatus word={status} pill />
      <h2>
        <PhoneText number={nameOf(number)} copyable />
      </h2>
      {friendly_name && <p className="dim">{friendly_name}</p>}
      <p className="num-as">
        {assistant_id ? (
          <AssistantLink id={assistant_id} />
        ) : (
          <span className="faint">No assistant is attached to this number.</span>
        )}
      </p>
    </section>
  );
}

function AssistantLink({ id }: { id: string }) {
  const name = useAssistantName(id);
  return (
    <>
      <span className="faint">Attached to </span>
      <Link className={name ? "link" : "link mono"} href={`/assistants/${idToPath(id)}`}>
        {name ?? id}
      </Link>
    </>
  );
}
