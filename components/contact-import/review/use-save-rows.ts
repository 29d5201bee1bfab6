"use client";

import { useRef, useState } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { saveBlob } from "@/components/ui/save-file";
import type { ContactEngine, Progress, WrittenKind } from "@/lib/contacts/engine";

export type SavingRows = { kind: WrittenKind; progress: Progress | undefined };

/** Has the engine write a file, and hands it to the person. Nothing leaves the browser. */
export function useSaveRows(engine: ContactEngine) {
  const announce = useAnnounce();
  const [saving, setSaving] = useState<SavingRows>();
  const [problem, setProblem] = useState<string>();
  const abortController = useRef<AbortController>(undefined);

  async function save(kind: WrittenKind) {
    // One list at a time: what is cancelled is then the one that is seen.
    if (saving) return;
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    setProblem(undefined);
    setSaving({ kind, progress: undefined });
    try {
      const { file, rows } = await engine.write(kind, (progress) => setSaving({ kind, progress }), signal);
      signal.throwIfAborted();
      saveBlob(file.name, file);
      announce(`${file.name}, ${rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`}, is being saved.`);
    } catch (error) {
      if (signal.aborted) announce("Nothing was saved.");
      else setProblem(error instanceof Error ? error.message : "The file could not be written.");
    }
    setSaving(undefined);
  }

  return {
    saving,
    problem,
    save: (kind: WrittenKind) => void save(kind),
    cancel: () => abortController.current?.abort(),
  };
}
