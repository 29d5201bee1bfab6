import { Fragment } from "react";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { Link } from "@/components/ui/buttons/link";
import { Dialog } from "@/components/ui/overlay/dialog";
import { destinationsFor } from "./page-roles";

type Shortcut = { keys: readonly (readonly string[])[]; description: string };

const everywhere: readonly Shortcut[] = [
  { keys: [["Ctrl", "K"], ["/"]], description: "Find, or paste any ID" },
  { keys: [["R"]], description: "Refresh" },
  { keys: [["T"]], description: "Hold the page, or follow it live" },
  { keys: [["Shift", "D"]], description: "Switch theme" },
  { keys: [["?"]], description: "Keyboard shortcuts" },
  { keys: [["F6"]], description: "Go to the notifications" },
  { keys: [["Esc"]], description: "Close dialog or drawer" },
];

const tables: readonly Shortcut[] = [
  { keys: [["J"], ["K"], ["↑"], ["↓"]], description: "Move through rows" },
  { keys: [["Enter"]], description: "Open the row" },
  { keys: [["F"]], description: "Go to the search field" },
  { keys: [["C"]], description: "Copy the ID" },
  { keys: [["L"]], description: "Copy a link" },
  { keys: [["Home"], ["End"]], description: "First, last row" },
  { keys: [["PageUp"], ["PageDown"]], description: "A screen up, down" },
];

const pagesOwn: readonly Shortcut[] = [
  { keys: [["A"], ["P"]], description: "Overview: move to Acknowledge, to Pause" },
  { keys: [["S"]], description: "Campaign: ask to start" },
  { keys: [["P"]], description: "Campaign: move to Pause" },
  { keys: [["E"]], description: "Campaign: ask to resume" },
  { keys: [["E"]], description: "Calls: ask to end the call" },
  { keys: [["C"], ["L"]], description: "Call: copy for a ticket, copy the link" },
  { keys: [["P"]], description: "Workflow: ask to publish" },
  { keys: [["Ctrl", "Z"]], description: "Import: undo" },
  { keys: [["/"]], description: "Do not call: look up a number" },
];

export const shortcuts: readonly Shortcut[] = [...everywhere, ...tables, ...pagesOwn];

const mapStyle =
  "mt-3.5 grid grid-cols-[1fr_1fr] items-start gap-x-8 gap-y-4 max-narrow:grid-cols-1 narrow:[&>:last-child]:col-start-2 narrow:[&>:last-child]:row-start-1 narrow:[&>:last-child]:row-end-4";

export function KeyboardMap({ onClose }: { onClose: () => void }) {
  const { role, preferences } = useMe();
  const pages = destinationsFor(role).map(({ key, label }) => ({ keys: [["G", key]], description: label }));
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
        <Link className="text-accent underline underline-offset-3" href="/help" onClick={onClose}>
          Open the guide
        </Link>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable */}
      <section className={mapStyle} tabIndex={0} aria-label="All shortcuts">
        <ShortcutList title="Everywhere" lines={everywhere} />
        <ShortcutList title="Tables" lines={tables} />
        <ShortcutList title="On one page" lines={pagesOwn} />
        <ShortcutList title="Go to a page" lines={pages} />
      </section>
    </Dialog>
  );
}

function ShortcutList({ title, lines }: { title: string; lines: readonly Shortcut[] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl>
        {lines.map(({ keys, description }) => (
          <div
            key={description}
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
            <dd className="text-ink-2">{description}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
