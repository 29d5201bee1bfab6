"use client";

import { useRef, useState } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { saveBlob } from "@/components/ui/save-file";
import type { ContactEngine, Progress, WrittenKind } from "@/lib/client/contacts/engine";

export type SavingRows = { kind: WrittenKind; progress: Progress | undefined };

/** Has the engine write a file, and hands it to the person. Nothing leaves the browser. */
export function useSaveRows(engine: ContactEngine) {
  const announce = useAnnounce();
  const [saving, setSaving] = useState<SavingRows>();
  const [problem, setProblem] = useState<string>();
  const isCancelled = useRef(false);

  async function save(kind: WrittenKind) {
    isCancelled.current = false;
    setProblem(undefined);
    setSaving({ kind, progress: undefined });
    try {
      const { file, rows } = await engine.write(kind, (progress) => setSaving({ kind, progress }));
      saveBlob(file.name, file);
      announce(`${file.name}, ${rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`}, is being saved.`);
    } catch (error) {
      if (isCancelled.current) announce("Nothing was saved.");
      else setProblem(error instanceof Error ? error.message : "The file could not be written.");
    }
    setSaving(undefined);
  }

  function cancel() {
    isCancelled.current = true;
    engine.cancel();
  }

  return { saving, problem, save: (kind: WrittenKind) => void save(kind), cancel };
}
