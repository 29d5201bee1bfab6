"use client";

import { type FormEvent, useId, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { uuidDoubt } from "@/components/registry/open-by-id";
import { AnswersList } from "@/components/send/answers-list";
import { SendFault } from "@/components/send/send-fault";
import { useSend } from "@/components/send/use-send";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Input } from "@/components/ui/fields/input";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { PageHead } from "@/components/ui/page/page-head";
import { endSession } from "@/lib/contract/api/sessions";
import { CallSessions } from "./call-sessions";

export function SessionsScreen() {
  const url = useUrlState();
  const isAdmin = useMe().role === "admin";
  const id = url.get("id") ?? "";

  return (
    <>
      <PageHead title="Sessions">
        The platform can end a session, but not list or show one. A call’s session appears on the call, and you can end
        it there.
      </PageHead>
      <EndSession key={id} initialId={id} />
      <CallSessions />
      <AnswersList
        resource="sessions"
        title={isAdmin ? "Sessions ended from here" : "Sessions you ended from here"}
        note="the latest 50"
        empty="None yet. Each one appears here with its outcome."
      />
    </>
  );
}

/** Form to end a session. Warns once about a doubtful ID, then accepts it. */
function EndSession({ initialId }: { initialId: string }) {
  const fieldId = useId();
  const [id, setId] = useState(initialId);
  const [warning, setWarning] = useState<Warning>();
  const [isAsking, setIsAsking] = useState(false);
  const session_id = id.trim();
  const end = useSend(endSession, { session_id }, { what: "End session" });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (end.off || end.isSending) return;
    const text = session_id === "" ? "Paste or type a session ID first." : uuidDoubt(session_id);
    if (text && (session_id === "" || warning?.id !== session_id)) setWarning({ id: session_id, text });
    else setIsAsking(true);
  }

  return (
    <>
      <form className="border-t border-rule bg-well px-(--gutter) pt-4 pb-[15px]" onSubmit={submit} noValidate>
        <label className="mb-1.5 block font-[550]" htmlFor={fieldId}>
          Session ID
        </label>
        <div className="flex max-w-[640px] gap-2 *:data-[slot=button]:h-9.5 max-narrow:*:data-[slot=button]:h-11">
          <Input
            id={fieldId}
            size="tall"
            className="w-full font-mono tracking-[-0.02em]"
            value={id}
            onChange={(event) => setId(event.target.value)}
            placeholder="A UUID"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={warning?.id === session_id ? true : undefined}
            aria-describedby={`${fieldId}-note`}
          />
          <Button type="submit" variant="stop" icon="cancel" isSending={end.isSending} disabled={end.off !== undefined}>
            End session…
          </Button>
        </div>
        <IdNote
          id={`${fieldId}-note`}
          warning={warning?.id === session_id ? warning : undefined}
          hint={end.off ?? "The API documentation calls it a UUID."}
        />
      </form>
      {end.error && <SendFault error={end.error} what="End session" onDismiss={end.dismiss} />}
      {isAsking && (
        <ConfirmDialog
          question="End this session?"
          sends={end.request}
          off={end.off}
          facts={[["Session", <code key="session">{session_id}</code>]]}
          typeToConfirm={{ text: "end", label: "Type “end” to confirm" }}
          confirmLabel="End the session"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            end.send();
          }}
        >
          This also ends the call it belongs to. It cannot be undone, and the platform cannot show the session.
        </ConfirmDialog>
      )}
    </>
  );
}

type Warning = { id: string; text: string };

function IdNote({ id, warning, hint }: { id: string; warning: Warning | undefined; hint: string }) {
  if (!warning)
    return (
      <p className="mt-1.5 text-sm/[17px] text-ink-3" id={id}>
        {hint}
      </p>
    );
  return (
    <p className="mt-1.5 flex gap-[5px] text-sm/[17px] text-fault-ink" id={id} role="alert">
      <StatusIcon tone="fault" tinted />
      <span>
        {warning.text}
        {warning.id !== "" && " Press End session again to continue anyway."}
      </span>
    </p>
  );
}
