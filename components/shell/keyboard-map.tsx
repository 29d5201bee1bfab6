"use client";

import Link from "next/link";
import { Fragment } from "react";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { destinationsFor } from "./page-roles";

type Line = { keys: readonly (readonly string[])[]; does: string };

const everywhere: readonly Line[] = [
  { keys: [["Ctrl", "K"], ["/"]], does: "Find, or paste any ID" },
  { keys: [["R"]], does: "Refresh" },
  { keys: [["Shift", "D"]], does: "Switch theme" },
  { keys: [["?"]], does: "Keyboard shortcuts" },
  { keys: [["F6"]], does: "Go to the notifications" },
  { keys: [["Esc"]], does: "Close dialog or drawer" },
];

const tables: readonly Line[] = [
  { keys: [["J"], ["K"], ["↑"], ["↓"]], does: "Move through rows" },
  { keys: [["Enter"]], does: "Open the row" },
  { keys: [["F"]], does: "Go to the search field" },
  { keys: [["C"]], does: "Copy the ID" },
  { keys: [["L"]], does: "Copy a link" },
  { keys: [["Home"], ["End"]], does: "First, last row" },
  { keys: [["PageUp"], ["PageDown"]], does: "A screen up, down" },
];

const pagesOwn: readonly Line[] = [
  { keys: [["S"]], does: "Campaign: ask to start" },
  { keys: [["P"]], does: "Campaign: move to Pause" },
  { keys: [["E"]], does: "Campaign: ask to resume" },
  { keys: [["P"]], does: "Workflow: ask to publish" },
  { keys: [["T"]], does: "Webhooks: follow the log" },
  { keys: [["N"], ["Ctrl", "↓"]], does: "Import: next row with a problem" },
  { keys: [["Ctrl", "Enter"]], does: "Import: use the suggestion" },
  { keys: [["Ctrl", "Backspace"]], does: "Import: leave the row out" },
  { keys: [["Ctrl", "Z"]], does: "Import: undo" },
];

/** All that does not depend on the role. */
export const shortcuts: readonly Line[] = [...everywhere, ...tables, ...pagesOwn];

const mapStyle =
  "mt-3.5 grid grid-cols-[1fr_1fr] items-start gap-x-8 gap-y-4 max-narrow:grid-cols-1 narrow:[&>:last-child]:col-start-2 narrow:[&>:last-child]:row-start-1 narrow:[&>:last-child]:row-end-4";

export function KeyboardMap({ onClose }: { onClose: () => void }) {
  const { role, preferences } = useMe();
  const pages = destinationsFor(role).map(({ key, label }) => ({ keys: [["G", key]], does: label }));
  return (
    <Dialog
      wide
      title="Keyboard shortcuts"
      onClose={onClose}
      footer={
        <Button data-first-focus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-ink-2">
        {preferences.letter_keys
          ? "No single key sends anything. Single-letter keys can be turned off in Settings."
          : "Single-letter keys are turned off in your Settings. Ctrl shortcuts and Esc still work."}{" "}
        <Link className="text-accent underline underline-offset-3" href="/help" prefetch={false} onClick={onClose}>
          Open the guide
        </Link>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={mapStyle} tabIndex={0} aria-label="All shortcuts">
        <Lines title="Everywhere" lines={everywhere} />
        <Lines title="Tables" lines={tables} />
        <Lines title="On one page" lines={pagesOwn} />
        <Lines title="Go to a page" lines={pages} />
      </section>
    </Dialog>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl>
        {lines.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-[27px] flex-row-reverse items-center justify-between gap-3 border-t border-rule"
          >
            <dt className="flex gap-1">
              {keys.map((chord, index) => (
                <Fragment key={chord.join()}>
                  {index > 0 && <span className={keys[0]?.length === 1 ? "sr-only" : "text-ink-3"}> or </span>}
                  {chord.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </Fragment>
              ))}
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
