"use client";

import { useEffect, useState } from "react";
import { type FirstLook, firstBytes, firstLook } from "@/lib/client/contacts/first-look";
import { openList } from "@/lib/client/contacts/open-list";
import type { ReadList } from "@/lib/client/contacts/read-list";
import { Problem } from "@/lib/contract/problem";

type Accepted = Exclude<FirstLook, { refusal: string }>;

/** A chosen file on its way to being a list that can be sent. */
export type ContactList =
  | { step: "none" }
  | { step: "refused"; file: File; refusal: string }
  | { step: "reading"; file: File; look: Accepted; readBytes: number }
  | { step: "ready"; file: File; look: Accepted; list: ReadList };

const mostBytes = 512 * 1024 * 1024;

/** Looks at a chosen file at once, then reads it whole on a thread of its own. Nothing is sent. */
export function useContactList() {
  const [state, setState] = useState<ContactList>({ step: "none" });
  const file = state.step === "none" ? undefined : state.file;
  const isReading = state.step === "reading";

  useEffect(() => {
    if (!isReading || !file) return;
    const left = new AbortController();
    const onProgress = (readBytes: number) =>
      setState((now) => (now.step === "reading" && now.file === file ? { ...now, readBytes } : now));
    openList(file, { onProgress, signal: left.signal }).then(
      (list) => setState((now) => (now.step === "reading" ? readyOf(now, list) : now)),
      (error: unknown) => {
        if (!left.signal.aborted) setState({ step: "refused", file, refusal: sentenceOf(error) });
      },
    );
    return () => left.abort();
  }, [file, isReading]);

  async function choose(chosen: File) {
    setState(await beginOf(chosen));
  }

  return { state, choose, forget: () => setState({ step: "none" }) };
}

async function beginOf(file: File): Promise<ContactList> {
  if (file.size > mostBytes)
    return {
      step: "refused",
      file,
      refusal: "This file is larger than 512 MiB, the most that Switchboard sends at once.",
    };
  try {
    const look = firstLook(new Uint8Array(await file.slice(0, firstBytes).arrayBuffer()));
    if ("refusal" in look) return { step: "refused", file, refusal: look.refusal };
    return { step: "reading", file, look, readBytes: 0 };
  } catch {
    return { step: "refused", file, refusal: "This file could not be read. It may have been moved or changed." };
  }
}

function readyOf({ file, look }: Extract<ContactList, { step: "reading" }>, list: ReadList): ContactList {
  if (list.rows > 0) return { step: "ready", file, look, list };
  return { step: "refused", file, refusal: "This file has a header row but no contacts below it." };
}

const sentenceOf = (error: unknown) =>
  error instanceof Problem ? error.message : "This file could not be read. It may have been moved or changed.";
