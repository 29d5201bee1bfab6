"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { roleName } from "@/components/query/who-can";
import { ShownOnceDialog } from "@/components/send/shown-once-dialog";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { sectionsClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { type ApiToken, listTokens, revokeToken } from "@/lib/contract/console/people/tokens";
import { TeamFrame } from "../team-frame";
import type { MadeToken } from "./add-token";
import { scopeName } from "./scope-name";

const AddToken = deferred(async () => (await import("./add-token")).AddToken);

/** Tokens of all people, the newest first. */
export function TokensScreen() {
  const tokens = useQuery(read(listTokens, {}));
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  return (
    <TeamFrame
      actions={
        <Button
          variant="primary"
          icon="plus"
          aria-haspopup="dialog"
          load={AddToken.load}
          onClick={() => setIsAdding(true)}
        >
          Make a token
        </Button>
      }
    >
      <div className={sectionsClass()}>
        <TableSection
          title="Tokens"
          note="For scripts and other programs"
          query={tokens}
          label="the tokens"
          empty={
            <StateMessage kind="empty" heading="No tokens yet">
              A script with a token can read, and send what its role allows.
            </StateMessage>
          }
          name="tokens"
          columns={columns}
          rowId={rowId}
        />
        <p className="px-(--gutter) py-3 text-ink-2">
          <TextLink href="/help/tokens">Tokens for programs</TextLink> says what they can do.{" "}
          <TextLink href="/help/programs">Requests of programs</TextLink> has ten examples, and every path and field.
        </p>
      </div>
      {isAdding && (
        <AddToken
          onMade={(token) => {
            setMade(token);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {made && (
        <ShownOnceDialog
          title={`Token ${made.data.name}`}
          lead="Copy it now. It is shown only once, and whoever has it can use it."
          secret={made.token}
          name="the token"
          onClose={() => setMade(undefined)}
        />
      )}
    </TeamFrame>
  );
}

const rowId = ({ id }: ApiToken) => id;

const columns: readonly DataColumn<ApiToken>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name, isRowHeader: true },
  { id: "role", header: "Role", cell: ({ role }) => roleName(role), fit: true },
  { id: "scope", header: "Access", cell: ({ scope }) => scopeName[scope], fit: true },
  { id: "owner", header: "Owner", cell: ({ owner }) => <span title={owner.email}>{owner.name}</span> },
  {
    id: "ends",
    header: "Expires",
    cell: (token) => <End token={token} />,
    sortBy: ({ ends_at }) => ends_at,
    fit: true,
  },
  {
    id: "used",
    header: "Last used",
    cell: ({ last_used_at }) =>
      last_used_at ? <TimeText at={last_used_at} variant="relative" quiet /> : "not used yet",
    sortBy: ({ last_used_at }) => last_used_at,
    fit: true,
  },
  {
    id: "revoke",
    header: "Revoke",
    cell: (token) => <Revoke token={token} />,
    fit: true,
    num: true,
    className: "max-narrow:col-start-2",
  },
];

/** More than seven days, because the page reads the time once a minute. */
const soonMs = 7.5 * 24 * 60 * 60 * 1000;

function End({ token: { ends_at, owner } }: { token: ApiToken }) {
  const leftMs = Date.parse(ends_at) - (useNow(60_000) ?? 0);
  if (owner.is_disabled) return <Status word="Owner disabled" tone="idle" />;
  if (leftMs <= 0) return <Status word="Ended" tone="idle" />;
  const day = <TimeText at={ends_at} variant="day" quiet />;
  if (leftMs > soonMs) return day;
  return (
    <span className="inline-flex items-center gap-2">
      <Status word="Soon" tone="wait" /> {day}
    </span>
  );
}

function Revoke({ token: { id, name } }: { token: ApiToken }) {
  const revoke = useOwnSend(revokeToken, "Revoke", name);
  return (
    <AskPopover
      trigger={
        <Button size="small" variant="bare" aria-label={`Revoke ${name}`} isSending={revoke.isPending} sendingLabel="…">
          Revoke
        </Button>
      }
      question={`Revoke the token ${name}?`}
      confirmLabel="Revoke"
      onConfirm={() => revoke.mutate({ token_id: id })}
    >
      Programs that use it are refused at once. It cannot be undone.
    </AskPopover>
  );
}
