import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import type { NeverCall } from "./never-call-dialog";
import type { PersonKey } from "./person-key";

const PersonDialog = deferred(async () => (await import("./dialogs")).PersonDialog);
const NeverCallDialog = deferred(async () => (await import("./dialogs")).NeverCallDialog);

/** Opens the look-up of a person, or the question never to call them again. Their code loads with the first press. */
export function usePersonDialogs() {
  const [person, setPerson] = useState<PersonKey>();
  const [neverCall, setNeverCall] = useState<NeverCall>();
  return {
    openPerson: setPerson,
    askNeverCall: setNeverCall,
    dialogs: (
      <>
        {person && <PersonDialog person={person} onClose={() => setPerson(undefined)} />}
        {neverCall && <NeverCallDialog {...neverCall} onClose={() => setNeverCall(undefined)} />}
      </>
    ),
  };
}
