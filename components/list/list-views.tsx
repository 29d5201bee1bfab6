import { SavedViews } from "@/components/query/saved-views";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { cleared, isShowing, type ListFrame } from "./list-spec";

type ListView = { label: string; count?: number | undefined; params?: Readonly<Record<string, string>> };

/** The list's own views, and those that the person saved. */
export function ListViews({ spec, views }: { spec: ListFrame; views: readonly ListView[] }) {
  const url = useUrlState();
  const builtIn = views.map(({ label, count, params = {} }) => ({
    ...{ label, params: { ...cleared(spec), ...params }, isOn: isShowing(spec, url.get, params) },
    ...(count === undefined ? {} : { count }),
  }));
  return <SavedViews page={spec.page} builtIn={builtIn} />;
}
