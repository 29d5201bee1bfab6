"use client";

import { CopyId } from "@/components/ui/copy-id";
import { groupThousands } from "@/components/ui/group-thousands";
import { KvList } from "@/components/ui/kv-list";
import { Lamp } from "@/components/ui/lamp";
import { whoAnswered } from "@/components/ui/problem-words";
import { Problem } from "@/lib/contract/problem";
import { ListPeek } from "./list-peek";
import { contactsWord } from "./upload-words";
import type { ContactList } from "./use-contact-list";

export type ReadyList = Extract<ContactList, { step: "ready" }>;

type ListFactsProps = { campaign_id: string; name: string | undefined; ready: ReadyList; error: unknown };

/** What will go where, in plain figures. */
export function ListFacts({ campaign_id, name, ready, error }: ListFactsProps) {
  const { file, list, look } = ready;
  return (
    <>
      <KvList
        entries={[
          ["Campaign", <Campaign key="campaign" campaign_id={campaign_id} name={name} />],
          ["File", file.name],
          ["Contacts", <b key="rows">{contactsWord(list.rows)}</b>],
          ["Size", `${groupThousands(String(list.bytes))} bytes`],
        ]}
      />
      {error instanceof Problem && (
        <div className="notice wait">
          <Lamp reading="wait" />
          <p>
            {error.code === "not_found"
              ? "The API answers that there is no campaign with this ID."
              : `The campaign could not be read: ${whoAnswered(error)}.`}
          </p>
        </div>
      )}
      {(look.others.length > 0 || look.hasMark) && (
        <div className="notice odd">
          <Lamp reading="odd" />
          <div>
            {look.others.length > 0 && (
              <p>
                The API contract names two columns. This file also has {look.others.map(quoted).join(", ")}; what the
                API does with more is not known.
              </p>
            )}
            {look.hasMark && <p>The file begins with a byte order mark, which is sent along.</p>}
          </div>
        </div>
      )}
      <ListPeek columns={look.columns} list={list} />
    </>
  );
}

function Campaign({ campaign_id, name }: { campaign_id: string; name: string | undefined }) {
  return (
    <>
      {name !== undefined && <b>{name} </b>}
      <CopyId id={campaign_id} whole />
    </>
  );
}

const quoted = (column: string) => `“${column.trim()}”`;
