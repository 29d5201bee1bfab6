import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { MeProvider } from "@/components/query/use-me";
import { keyOf } from "@/lib/client/query";
import type { Me } from "@/lib/contract/console/me";
import type { Operation } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";

/** What `next/navigation` is while no browser shows a page; `address.search` is what the next one is drawn for. */
export const address = { search: "" };
export const navigation = {
  usePathname: () => "/",
  useRouter: () => ({ push: () => undefined, replace: () => undefined, refresh: () => undefined }),
  useSearchParams: () => new URLSearchParams(address.search),
};

/** `deferred` where nothing is waited for: what would be fetched for a press is part of the page. */
export const deferring = {
  useAtRest: () => undefined,
  deferred<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
    let Fetched: ComponentType<Props> | undefined;
    const load = async () => {
      Fetched = await fetch();
    };
    void load();
    return Object.assign((props: Props) => Fetched && <Fetched {...props} />, { load });
  },
};

const admin: Me = {
  id: "u",
  name: "Mara",
  email: "m@fernhill.example",
  role: "admin",
  preferences: { theme: "system", zone: "utc", density: "regular", letter_keys: true, columns: {}, views: [] },
};

const readAt = "2026-11-20T06:41:00.000Z";

export type Read = [op: Operation, input: Record<string, unknown>, raw: unknown];

/** A page as an admin sees it first, with these answers at hand; `unread` are those that the gateway would not let through. */
export function drawnWith(screen: ReactNode, reads: readonly Read[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const unread = reads.filter(([op, input, raw]) => {
    const parsed = parseAnswer(op.output, raw);
    if (!parsed) return true;
    const { value, drift, isAsSent } = parsed;
    const answer = { raw, drift, status: 200, requestId: "r", readAt, ...(isAsSent ? {} : { read: value }) };
    client.setQueryData(keyOf(op, input) as QueryKey, answer);
    return false;
  });
  const html = renderToString(
    <QueryClientProvider client={client}>
      <MeProvider me={admin}>{screen}</MeProvider>
    </QueryClientProvider>,
  );
  return { html, unread };
}
