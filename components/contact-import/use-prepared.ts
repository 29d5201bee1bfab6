"use client";

import { useEffect, useState } from "react";
import type { ContactEngine, Progress, Report, Written } from "@/lib/client/contacts/engine";

export type Prepared =
  | { step: "preparing"; progress: Progress | undefined }
  | { step: "failed"; sentence: string }
  | { step: "ready"; written: Written; atMs: number };

/** The file that is sent, put together from the list as it was last checked. */
export function usePrepared(engine: ContactEngine, report: Report): Prepared {
  const [prepared, setPrepared] = useState<Prepared & { of?: Report }>({ step: "preparing", progress: undefined });

  useEffect(() => {
    let isOld = false;
    const tell = (next: Prepared) => !isOld && setPrepared({ ...next, of: report });
    engine
      .write("sent", (progress) => tell({ step: "preparing", progress }))
      .then((written) => tell({ step: "ready", written, atMs: Date.now() }))
      .catch((error: unknown) => tell({ step: "failed", sentence: error instanceof Error ? error.message : "" }));
    return () => {
      isOld = true;
    };
  }, [engine, report]);

  return prepared.of === report ? prepared : { step: "preparing", progress: undefined };
}
