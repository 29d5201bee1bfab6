"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useCallback } from "react";
import { roleName } from "@/components/query/role-name";
import { useMe } from "@/components/query/use-me";
import { BrandMark } from "@/components/ui/brand-mark";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { StatusIcon } from "@/components/ui/status-icon";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { type Destination, destinationsFor, isUnder } from "./destinations";
import { useLine } from "./freshness";
import { type Counter, counters, type RailCount, useRailReads } from "./rail-reads";
import { useSignOut } from "./sign-out";
import { newestAnswer, useCached } from "./use-cached";

export function Rail() {
  useRailReads();
  return (
    <aside className="rail" aria-label="Main">
      <RailParts />
    </aside>
  );
}

/** The rail's contents, which on a narrow screen stand in a sheet. */
export function RailParts({ onGo }: { onGo?: () => void }) {
  const go = onGo ? { onGo } : {};
  return (
    <>
      <Link className="brand" href="/" prefetch={false} onClick={onGo}>
        <BrandMark />
        Switchboard
      </Link>
      <ConnectionBadge {...go} />
      <RailNav {...go} />
      <Who {...go} />
    </>
  );
}

/** Which line this console stands on. One to an installation: it leads to Settings and switches nothing. */
function ConnectionBadge({ onGo }: { onGo?: () => void }) {
  const { data } = useLine();
  const line = data?.value;
  const isBuiltIn = line?.line === "built-in";
  const name = isBuiltIn ? "Local platform" : (line?.host ?? "The line");
  const note = line ? (isBuiltIn ? line.host : "Voice API") : "";
  return (
    <Link className="board" href="/settings" prefetch={false} title={line?.host} onClick={onGo}>
      <span className="vh">Connection: </span>
      <b className="trunc">{name}</b>
      <Icon name="chev" />
      <small className="trunc">{note}</small>
    </Link>
  );
}

/** In the sheet of a narrow screen there is no menu: it would open behind the sheet. */
function Who({ onGo }: { onGo?: () => void }) {
  const me = useMe();
  return (
    <div className="who">
      <span className="mono-face" aria-hidden="true">
        {initials(me.name)}
      </span>
      <div className="grow">
        <b className="trunc" title={me.email}>
          {me.name}
        </b>
        <small>{roleName(me.role)}</small>
      </div>
      {onGo ? <WhoActs onGo={onGo} /> : <WhoMenu />}
    </div>
  );
}

function WhoMenu() {
  const leave = useSignOut();
  return (
    <Menu label="Account" trigger={<IconButton icon="more" label="Account menu" />}>
      <MenuLink>
        <Link href="/settings" prefetch={false}>
          Preferences
        </Link>
      </MenuLink>
      <MenuItem onSelect={leave}>Sign out</MenuItem>
    </Menu>
  );
}

function WhoActs({ onGo }: { onGo: () => void }) {
  const leave = useSignOut();
  return (
    <IconButton
      icon="out"
      label="Sign out"
      onClick={() => {
        onGo();
        leave();
      }}
    />
  );
}

function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0]?.[0], words.at(-1)?.[0]] : [...(words[0] ?? "")].slice(0, 2);
  return letters.join("").toUpperCase();
}

/** The jack strip: every page ends in a jack on the rail's edge, and the open one is plugged in. */
function RailNav({ onGo }: { onGo?: () => void }) {
  const { role } = useMe();
  const pages = destinationsFor(role);
  const groups = new Set(pages.map(({ group }) => group));
  return (
    <nav className="nav" aria-label="Pages">
      {[...groups].map((group) => (
        <div key={group ?? ""}>
          {group && <h2>{group}</h2>}
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.href}>
                  <RailLink page={page} onGo={onGo} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type RailLinkProps = { page: Destination; onGo: (() => void) | undefined };

function RailLink({ page: { href, label }, onGo }: RailLinkProps) {
  const isHere = isUnder(usePathname(), href);
  return (
    <Link href={href} prefetch={false} aria-current={isHere ? "page" : undefined} onClick={onGo}>
      {label}
      <Count href={href} />
    </Link>
  );
}

function Count({ href }: { href: string }) {
  const count = useRailCount(href);
  return (
    count && (
      <span className="count">
        {count.isFault && <StatusIcon tone="fault" tinted />}
        {count.number.toLocaleString("en-US")}
        <span className="vh"> {count.words}</span>
      </span>
    )
  );
}

/** What the rail counts beside a page, from any answer that was read for it. */
function useRailCount(href: string): RailCount | undefined {
  const client = useQueryClient();
  const counter = counters.find((each) => each.href === href);
  const work = useCallback(() => counter && countOf(client, counter), [client, counter]);
  return useCached(work, undefined);
}

const kept = new WeakMap<QueryClient, Map<Counter, { answer: RawAnswer; count: RailCount | undefined }>>();

/** Counted once an answer, and kept after the answer itself has left the cache. */
function countOf(client: QueryClient, counter: Counter) {
  const all = kept.get(client) ?? new Map();
  kept.set(client, all);
  const before = all.get(counter);
  const answer = newestAnswer(client, counter.op, counter.isMeant);
  if (answer === undefined || answer === before?.answer) return before?.count;
  const count = counter.count(readAnswer(counter.op, answer).value);
  all.set(counter, { answer, count });
  return count;
}
