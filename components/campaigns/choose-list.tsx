"use client";

import { DropZone } from "@/components/ui/drop-zone";
import { Lamp } from "@/components/ui/lamp";
import { Progress } from "@/components/ui/progress";
import type { ContactList } from "./use-contact-list";

export function ChooseList({ state, onFile }: { state: ContactList; onFile: (file: File) => void }) {
  return (
    <div>
      <DropZone
        title={state.step === "none" ? "Choose a CSV, or drop it here" : "Choose another CSV, or drop it here"}
        accept=".csv,text/csv,text/plain"
        onFile={onFile}
      >
        UTF-8, commas between columns, and a header row with <span className="mono">phone_number</span> and{" "}
        <span className="mono">name</span>. Numbers in international format, as +12125550142.
      </DropZone>
      {state.step === "refused" && (
        <div className="notice fault mt-4" role="alert">
          <Lamp reading="fault" />
          <div>
            <b>{state.file.name} cannot be sent</b>
            <p>{state.refusal}</p>
          </div>
        </div>
      )}
      {state.step === "reading" && (
        <div className="mt-4">
          <Progress label={`Reading ${state.file.name}`} sent={state.readBytes} total={state.file.size} />
        </div>
      )}
    </div>
  );
}
