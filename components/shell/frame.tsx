"use client";

import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useCopy } from "@/components/ui/use-copy";
import { useKeys } from "@/components/ui/use-keys";
import { KeyboardMap } from "./keyboard-map";
import type { Command } from "./palette-entries";
import { Rail } from "./rail";
import { RailSheet } from "./rail-sheet";
import { Topbar, useReadAgain, useSwitchTheme } from "./topbar";
import { useGoKeys } from "./use-go-keys";
import { useShownZone } from "./use-shown-zone";
import { useSignOut } from "./who";

const loadPalette = () => import("./palette");
const Palette = lazy(() => loadPalette().then(({ Palette: component }) => ({ default: component })));

export function Frame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<"menu" | "find" | "keys">();
  const close = useCallback(() => setOpen(undefined), []);
  const run = useCommands(() => setOpen("keys"));

  useFrameKeys({ run, onFind: () => setOpen("find") });
  usePaletteSoon();

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
      {open === "keys" && <KeyboardMap onClose={close} />}
      {open === "find" && (
        <Suspense>
          <Palette onClose={close} onCommand={run} />
        </Suspense>
      )}
    </>
  );
}

type Run = (command: Command) => void;

function useCommands(showKeys: () => void): Run {
  const readAgain = useReadAgain();
  const switchTheme = useSwitchTheme();
  const signOut = useSignOut();
  const { copy } = useCopy();
  const { zone, chooseZone } = useShownZone();
  const commands: Record<Command, () => void> = {
    "read-again": readAgain,
    "switch-theme": switchTheme,
    "switch-zone": () => chooseZone(zone === "utc" ? "local" : "utc"),
    "show-keys": showKeys,
    "copy-link": () => void copy(linkTo(location.href, zone), "a link to this page"),
    "sign-out": signOut,
  };
  return (command) => commands[command]();
}

function useFrameKeys({ run, onFind }: { run: Run; onFind: () => void }) {
  // The browser has its own use for Ctrl K, and / would be typed into the field that opens.
  const find = (event: KeyboardEvent) => {
    event.preventDefault();
    onFind();
  };
  useGoKeys();
  useKeys({
    R: () => run("read-again"),
    "Shift+D": () => run("switch-theme"),
    "?": () => run("show-keys"),
    "Ctrl+K": find,
    "/": find,
  });
}

/** Fetched once the page is at rest, so that the first key typed is not lost to loading. */
function usePaletteSoon() {
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), 1_500);
    return () => clearTimeout(timer);
  }, []);
}

function linkTo(address: string, zone: string) {
  const link = new URL(address);
  link.searchParams.set("zone", zone);
  return link.href;
}
