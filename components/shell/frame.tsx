import { type ReactNode, useCallback, useEffect, useState } from "react";
import { OpenPersonDialogs, PersonDialogs } from "@/components/person/person-dialogs";
import { useRefresh } from "@/components/query/use-refresh";
import { deferred } from "@/components/ui/browser/deferred";
import { useGo, useOfflineLinks } from "@/components/ui/browser/use-go";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useNumberFreeAddress } from "@/components/ui/browser/use-url-state";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { keepEarlyText, takeEarlyText } from "./early-text";
import type { Command } from "./palette/palette-entry";
import { MainPart, Part } from "./part";
import { InstallationLine, Rail } from "./rail";
import { useSignOut } from "./sign-out";
import { Topbar, useSwitchTheme } from "./topbar";
import { useDestinations } from "./use-destinations";
import { useShownZone } from "./use-shown-zone";

const RailSheet = deferred(async () => (await import("./rail-sheet")).RailSheet);
const DelayedBar = deferred(async () => (await import("./delayed-bar")).DelayedBar);
const KeyboardMap = deferred(async () => (await import("./keyboard-map")).KeyboardMap);
const FindIds = deferred(async () => (await import("@/components/registry/id-results")).FindIds);
const Palette = deferred(async () => (await import("./palette/palette")).Palette);

const maxAncestors = 5;

export function Frame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<"menu" | "find" | "keys">();
  const close = useCallback(() => {
    takeEarlyText();
    setOpen(undefined);
  }, []);
  const find = () => {
    keepEarlyText(close);
    setOpen("find");
  };
  const run = useCommands(() => setOpen("keys"));
  const [pastedIds, findIds] = useState<readonly string[]>();

  useFrameKeys({ run, onFind: find });
  useTruncatedTitles();
  useNumberFreeAddress();

  return (
    <PersonDialogs>
      <a data-skip className={skipClass} href="#main">
        Skip to content
      </a>
      <button
        type="button"
        data-skip
        className={`${skipClass} [body:not(:has(#main_table))_&]:hidden`}
        onClick={goToRows}
      >
        Skip to the table
      </button>
      <div className="grid min-h-screen grid-cols-[228px_minmax(0,1fr)] max-mid:grid-cols-[204px_minmax(0,1fr)] max-rail:grid-cols-[60px_minmax(0,1fr)] max-narrow:block print:block print:min-h-0 [&~[aria-live]]:top-0">
        <Part>
          <Rail />
        </Part>
        <div className="flex min-h-screen min-w-0 flex-col bg-sheet print:min-h-0 print:bg-transparent">
          <InstallationLine className="hidden text-sm max-rail:block *:rounded-none" />
          <Part>
            <Topbar
              menu={{ load: RailSheet.load, open: () => setOpen("menu") }}
              find={{ load: Palette.load, open: find }}
            />
          </Part>
          <main
            id="main"
            className="flex min-w-0 flex-1 flex-col wide:not-print:has-data-drawer:pr-(--drawer)"
            tabIndex={-1}
          >
            <MainPart>{children}</MainPart>
          </main>
        </div>
      </div>
      <Part>
        <DelayedBar />
      </Part>
      <Part key={open}>
        {open === "menu" && <RailSheet onClose={close} />}
        {open === "keys" && <KeyboardMap onClose={close} />}
        {open === "find" && <Palette onClose={close} onCommand={run} onFindIds={findIds} />}
        {pastedIds && <FindIds ids={pastedIds} onClose={() => findIds(undefined)} />}
      </Part>
      <Part>
        <OpenPersonDialogs />
      </Part>
    </PersonDialogs>
  );
}

const skipClass = "absolute -top-15 left-2 z-90 rounded-2 bg-float px-3 py-2 shadow-(--sh-2) focus:top-2 print:hidden";

/** Focuses the row in the tab order, skipping everything above the table. */
function goToRows() {
  const table = document.querySelector<HTMLElement>("#main table");
  const row = table?.querySelector<HTMLElement>("tbody tr[tabindex='0']");
  (row ?? table?.querySelector<HTMLElement>("a, button"))?.focus();
}

type Run = (command: Command) => void;

function useCommands(showKeys: () => void): Run {
  const refresh = useRefresh();
  const switchTheme = useSwitchTheme();
  const signOut = useSignOut();
  const { copy } = useCopy();
  const { zone, chooseZone } = useShownZone();
  const commands: Record<Command, () => void> = {
    "read-again": refresh,
    "switch-theme": switchTheme,
    "switch-zone": () => chooseZone(zone === "utc" ? "local" : "utc"),
    "show-keys": showKeys,
    "copy-link": () => void copy(linkTo(location.href, zone), "a link to this page"),
    "sign-out": signOut,
  };
  return (command) => commands[command]();
}

function useFrameKeys({ run, onFind }: { run: Run; onFind: () => void }) {
  // Ctrl+K is a browser shortcut, and "/" would be typed into the opened field.
  const find = (event: KeyboardEvent) => {
    event.preventDefault();
    onFind();
  };
  useGoKeys();
  useOfflineLinks();
  useKeys({
    R: () => run("read-again"),
    "Shift+D": () => run("switch-theme"),
    "?": () => run("show-keys"),
    "Ctrl+K": find,
    "/": (event) => (document.querySelector("#main [aria-keyshortcuts='/']") ? focusSearch(event) : find(event)),
    F: focusSearch,
  });
}

/** Focuses the search field of the page, preferring one with the shortcut F. */
function focusSearch(event: KeyboardEvent) {
  const fields = [...document.querySelectorAll<HTMLInputElement>("#main input[type=search]")];
  const visible = fields.filter((field) => field.checkVisibility());
  const field = visible.find((input) => input.getAttribute("aria-keyshortcuts") === "F") ?? visible[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
}

function linkTo(address: string, zone: string) {
  const link = new URL(address);
  link.searchParams.set("zone", zone);
  return link.href;
}

const goTimeoutMs = 1_500;

function useGoKeys() {
  const go = useGo();
  const pages = useDestinations();
  const [isWaiting, setIsWaiting] = useState(false);

  useKeys({ G: () => setIsWaiting(true) });

  useEffect(() => {
    if (!isWaiting) return;
    const stop = () => setIsWaiting(false);
    // Capture phase: the letter after G must not trigger a shortcut of the page.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      stop();
      const chosen = pages.find(({ key }) => key === event.key.toUpperCase());
      if (!chosen) return;
      event.preventDefault();
      go(chosen.href);
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    const timer = setTimeout(stop, goTimeoutMs);
    return () => {
      document.removeEventListener("keydown", onKeyDown, { capture: true });
      clearTimeout(timer);
    };
  }, [isWaiting, pages, go]);
}

/**
 * Sets the full text of truncated elements as their title on hover or focus, since truncation depends on the layout.
 * `data-title` holds a longer text than the one shown.
 */
function useTruncatedTitles() {
  useEffect(() => {
    const onPoint = ({ target }: Event) => target instanceof Element && addTitle(target);
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, []);
}

function addTitle(target: Element) {
  let element: Element | null = target;
  for (
    let step = 0;
    step < maxAncestors && element instanceof HTMLElement;
    step += 1, element = element.parentElement
  ) {
    if (element.title !== "" && element.dataset.cut === undefined) return;
    const whole = element.dataset.title ?? (isTruncated(element) ? element.textContent : undefined);
    if (whole) {
      element.title = whole;
      element.dataset.cut = "";
      return;
    }
    if (element.dataset.cut !== undefined) element.removeAttribute("title");
  }
}

function isTruncated(element: HTMLElement) {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth) return true;
  return webkitLineClamp !== "none" && webkitLineClamp !== "" && element.scrollHeight > element.clientHeight;
}
