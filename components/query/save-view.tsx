import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { TextField } from "@/components/ui/fields/field";
import { usePreferences } from "./use-preferences";

const longestName = 60;
const most = 30;

type SaveViewProps = { page: string; currentSearch: string; hidesText: boolean; onDone: () => void };

export function SaveView({ page, currentSearch, hidesText, onDone }: SaveViewProps) {
  const { preferences, choose } = usePreferences();
  const [name, setName] = useState("");
  const pageViews = preferences.views.filter((view) => view.page === page);
  const isFull = preferences.views.length >= most && !pageViews.some((view) => view.name === name.trim());

  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "" || isFull) return;
    choose({ views: [{ page, name: name.trim(), search: currentSearch }] });
    onDone();
  }

  return (
    <form className="grid w-[280px] grid-cols-[minmax(0,1fr)] gap-2.5" onSubmit={save}>
      <TextField
        label="Name of this view"
        value={name}
        maxLength={longestName}
        error={isFull ? `You can save up to ${most} views. Remove one first.` : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      {hidesText && <p className="text-sm text-ink-2">The number you searched for is not saved with the view.</p>}
      <div className="flex justify-end">
        <Button type="submit" size="small" variant="primary" disabled={name.trim() === "" || isFull}>
          Save
        </Button>
      </div>
      {pageViews.length > 0 && (
        <ul className="border-t border-rule pt-1.5" aria-label="Saved views">
          {pageViews.map((view) => (
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
