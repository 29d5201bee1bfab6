"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { MenuItem } from "@/components/ui/overlay/menu";
import { useToast } from "@/components/ui/overlay/toast";
import type { RawAnswer } from "@/lib/client/answer";
import { keyOf, write } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getMe, type Me, type ViewableRole, viewAs, viewableRoles } from "@/lib/contract/console/people/me";

function useViewAs() {
  const client = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    ...write(viewAs),
    onSuccess: (answer) => client.setQueryData<RawAnswer>(keyOf(getMe, {}), answer),
    onError: (problem) => toast({ tone: "fault", title: "Your view was not changed", body: problem.message }),
  });
  return { view: (role: ViewableRole | null) => mutate({ role }), isPending };
}

/**
 * Fetches the page again and forgets earlier reads, when this or another tab changes the role of the session or whether it hides phone
 * numbers.
 */
export function useViewChange({ role, hides_numbers, numbers_shown_until }: Me) {
  const client = useQueryClient();
  const router = useRouter();
  const view = `${role} ${hides_numbers}`;
  const [shownView, setShownView] = useState(view);
  useEffect(() => {
    if (numbers_shown_until === undefined) return;
    const hide = () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) });
    const timer = setTimeout(hide, Math.max(0, Date.parse(numbers_shown_until) - clock.nowMs()) + 1_000);
    return () => clearTimeout(timer);
  }, [client, numbers_shown_until]);
  useEffect(() => {
    if (view === shownView) return;
    setShownView(view);
    client.removeQueries({ type: "inactive" });
    router.refresh();
    void client.invalidateQueries();
  }, [view, shownView, client, router]);
}

export function ViewBar() {
  const { role, viewed_from } = useMe();
  const { view, isPending } = useViewAs();
  if (!viewed_from || role === "admin") return null;
  return (
    <div className="flex items-center gap-3 border-b border-rule bg-wait-wash px-(--gutter) py-2 text-wait-ink print:hidden">
      <StatusIcon tone="wait" tinted />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">You view as {viewableRoles[role]}.</b> What you send is recorded with your name.
      </p>
      <Button size="small" className="flex-none" isSending={isPending} onClick={() => view(null)}>
        Back to admin
      </Button>
    </div>
  );
}

export function ViewItems() {
  const { view } = useViewAs();
  return useViews().map(({ role, label }) => (
    <MenuItem key={label} onSelect={() => view(role)}>
      {label}
    </MenuItem>
  ));
}

export function ViewButtons({ onGo }: { onGo: () => void }) {
  const { view } = useViewAs();
  const views = useViews();
  if (views.length === 0) return null;
  return (
    <div className="grid gap-1.5 border-t border-rule px-4 py-2.5">
      {views.map(({ role, label }) => (
        <Button
          key={label}
          onClick={() => {
            onGo();
            view(role);
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

type View = { role: ViewableRole | null; label: string };

const views: readonly View[] = [
  { role: "viewer", label: `View as ${viewableRoles.viewer}` },
  { role: "support", label: `View as ${viewableRoles.support}` },
  { role: "campaign_manager", label: `View as ${viewableRoles.campaign_manager}` },
];

function useViews(): readonly View[] {
  const { role, viewed_from } = useMe();
  if (viewed_from) return [{ role: null, label: "Back to admin" }];
  return role === "admin" ? views : [];
}
