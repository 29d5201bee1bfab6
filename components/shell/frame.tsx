"use client";

import { type ReactNode, useState } from "react";
import { useKeys } from "@/components/ui/use-keys";
import { Rail } from "./rail";
import { RailSheet } from "./rail-sheet";
import { Topbar, useReadAgain, useSwitchTheme } from "./topbar";
import { useGoKeys } from "./use-go-keys";

export function Frame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<"menu" | "find" | "keys">();
  const close = () => setOpen(undefined);
  const readAgain = useReadAgain();
  const switchTheme = useSwitchTheme();

  useGoKeys();
  useKeys({ R: readAgain, "Shift+D": switchTheme });

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Rail />
        <div className="main">
          <Topbar onMenu={() => setOpen("menu")} onFind={() => setOpen("find")} onKeys={() => setOpen("keys")} />
          <main id="main" className="sheet" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {open === "menu" && <RailSheet onClose={close} />}
    </>
  );
}
