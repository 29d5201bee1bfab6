"use client";

import { useEffect, useRef, useState } from "react";
import { readTeach } from "@/components/status/set-meaning";
import { Bay } from "@/components/ui/section";
import { useUrlState } from "@/components/ui/use-url-state";
import { TeachWord } from "./teach-word";

/** `?teach=<resource>.<field>.<word>` fills the form, so that any page can lead here. */
export function TeachBay() {
  const url = useUrlState();
  const [taught, setTaught] = useState<{ said: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (taught) status.current?.focus();
  }, [taught]);
  const asked = url.get("teach");
  return (
    <Bay title="Give a word its reading">
      {taught && (
        <p ref={status} className="note mb-2" tabIndex={-1}>
          {taught.said}
        </p>
      )}
      <TeachWord
        key={asked}
        word={readTeach(asked)}
        onTaught={(said) => {
          setTaught({ said });
          url.set({ teach: undefined }, { replaces: true });
        }}
      />
    </Bay>
  );
}
