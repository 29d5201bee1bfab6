"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { TextField } from "@/components/ui/fields/field";
import { usePreferences } from "./use-preferences";

const longestName = 60;
const most = 30;

/** Keeps the filters under a name, for the person alone; one of the same name is replaced. */
export function SaveView({ page, here, onDone }: { page: string; here: string; onDone: () => void }) {
  const { preferences, choose } = usePreferences();
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The popover gives the focus to what is in it when it opens; this form may be fetched only then.
  useEffect(() => field.current?.focus(), []);
  const own = preferences.views.filter((view) => view.page === page);
  const isFull = preferences.views.length >= most && !own.some((view) => view.name === name.trim());

  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "" || isFull) return;
    choose({ views: [{ page, name: name.trim(), search: here }] });
    onDone();
  }

  return (
    <form className="grid w-[280px] grid-cols-[minmax(0,1fr)] gap-2.5" onSubmit={save}>
      <TextField
        ref={field}
        label="Name of this view"
        value={name}
        maxLength={longestName}
        error={isFull ? `No more than ${most} views are kept. Remove one first.` : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex justify-end">
        <Button type="submit" size="small" variant="primary" disabled={name.trim() === "" || isFull}>
          Save
        </Button>
      </div>
      {own.length > 0 && (
        <ul className="border-t border-rule pt-1.5" aria-label="Saved views">
          {own.map((view) => (
            <li key={view.name} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate" title={view.name}>
                {view.name}
              </span>
              <IconButton
                icon="trash"
                label={`Remove ${view.name}`}
                onClick={() => choose({ views: [{ ...view, search: null }] })}
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
