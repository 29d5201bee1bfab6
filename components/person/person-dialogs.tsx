import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import type { NeverCall } from "./never-call-dialog";
import type { PersonKey } from "./person-key";

const PersonDialog = deferred(async () => (await import("./dialogs")).PersonDialog);
const NeverCallDialog = deferred(async () => (await import("./dialogs")).NeverCallDialog);

type LookUp = { initialText: string } | { person: PersonKey };
type Actions = { lookUp: (what: LookUp | undefined) => void; askNeverCall: (person: NeverCall | undefined) => void };
type OpenDialogs = { lookedUp: LookUp | undefined; neverCall: NeverCall | undefined };

const ActionsContext = createContext<Actions>({ lookUp: () => {}, askNeverCall: () => {} });
const OpenContext = createContext<OpenDialogs>({ lookedUp: undefined, neverCall: undefined });

/** Opens the look-up of a person, or the question never to call them again. */
export const usePersonDialogs = () => useContext(ActionsContext);

export function PersonDialogs({ children }: { children: ReactNode }) {
  const [lookedUp, lookUp] = useState<LookUp>();
  const [neverCall, askNeverCall] = useState<NeverCall>();
  const actions = useMemo(() => ({ lookUp, askNeverCall }), []);
  return (
    <ActionsContext value={actions}>
      <OpenContext value={{ lookedUp, neverCall }}>{children}</OpenContext>
    </ActionsContext>
  );
}

/**
 * Both dialogs for the whole page, because a row that opens one can leave its list meanwhile. Their code loads with the first
 * press.
 */
export function OpenPersonDialogs() {
  const { lookUp, askNeverCall } = useContext(ActionsContext);
  const { lookedUp, neverCall } = useContext(OpenContext);
  const closeLookUp = useCallback(() => lookUp(undefined), [lookUp]);
  const closeQuestion = useCallback(() => askNeverCall(undefined), [askNeverCall]);
  return (
    <>
      {lookedUp && <PersonDialog key={JSON.stringify(lookedUp)} {...lookedUp} onClose={closeLookUp} />}
      {neverCall && <NeverCallDialog {...neverCall} onClose={closeQuestion} />}
    </>
  );
}
