"use client";

import { Bay } from "@/components/ui/bay";
import { readTeach } from "@/components/ui/teach-word";
import { useUrlState } from "@/components/ui/use-url-state";
import { TeachWord } from "./teach-word";

/** `?teach=<resource>.<field>.<word>` fills the form, so that any page can lead here. */
export function TeachBay() {
  const url = useUrlState();
  const asked = url.get("teach");
  return (
    <Bay title="Give a word its reading">
      <TeachWord
        key={asked}
        word={readTeach(asked)}
        onTaught={() => url.set({ teach: undefined }, { replaces: true })}
      />
    </Bay>
  );
}
