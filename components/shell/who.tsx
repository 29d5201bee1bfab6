"use client";

import Link from "next/link";
import { roleName } from "@/components/query/role-name";
import { useMe } from "@/components/query/use-me";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { useSignOut } from "./sign-out";

/** In the sheet of a narrow screen there is no menu: it would open behind the sheet. */
export function Who({ onGo }: { onGo?: () => void }) {
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
