"use client";

import { useEffect, useRef, useState } from "react";
import type { ContactEngine, Progress, Report, Written } from "@/lib/contacts/engine";

export type Prepared =
  | { step: "preparing"; progress: Progress | undefined }
  | { step: "stopped" }
  | { step: "failed"; sentence: string }
  | { step: "ready"; written: Written; atMs: number };

const begun: Prepared = { step: "preparing", progress: undefined };

/** The file that is sent, put together from the list as it was last checked. */
export function usePrepared(engine: ContactEngine, report: Report) {
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<{ of: Report; turn: number; prepared: Prepared }>();
  const abortController = useRef<AbortController>(undefined);

  useEffect(() => {
    let isOld = false;
    const own = new AbortController();
    abortController.current = own;
    const tell = (prepared: Prepared) => !isOld && setTold({ of: report, turn, prepared });
    engine
      .write("sent", (progress) => tell({ step: "preparing", progress }), own.signal)
      .then((written) => tell({ step: "ready", written, atMs: Date.now() }))
      .catch((error: unknown) => {
        if (own.signal.aborted) tell({ step: "stopped" });
        else tell({ step: "failed", sentence: error instanceof Error ? error.message : "" });
      });
    return () => {
      isOld = true;
      own.abort();
    };
  }, [engine, report, turn]);

  return {
    prepared: told?.of === report && told.turn === turn ? told.prepared : begun,
    stop: () => abortController.current?.abort(),
    again: () => setTurn(turn + 1),
  };
}
