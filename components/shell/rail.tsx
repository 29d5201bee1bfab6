import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useMay, useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { ShowNumbersButton } from "@/components/send/show-numbers";
import { BrandMark } from "@/components/ui/buttons/brand-mark";
import { Icon } from "@/components/ui/buttons/icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Link } from "@/components/ui/buttons/link";
import { initialsOf, RoundMark } from "@/components/ui/buttons/round-mark";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";
import { InstallationName, useInstallation } from "@/components/ui/page/installation";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { getConnection } from "@/lib/contract/console/connection";
import { getSummary, type Summary } from "@/lib/contract/console/summary";
import { formatCount } from "@/lib/format/format-count";
import { type Destination, isUnder } from "./destinations";
import { useConnectionStatus } from "./live-switch";
import { PageIcon } from "./page-icons";
import { Part } from "./part";
import { useSignOut } from "./sign-out";
import { useDestinations } from "./use-destinations";
import { ViewButtons, ViewItems } from "./view-as";

/** The counts in the rail are fetched after the page itself. */
const countsAfterMs = 1_000;

export function Rail() {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => void client.prefetchQuery(summary), countsAfterMs);
    return () => clearTimeout(timer);
  }, [client]);
  return (
    <aside
      className="sticky top-0 z-30 flex h-screen flex-col border-r border-rule-2 bg-frame max-narrow:hidden print:hidden"
      aria-label="Main"
    >
      <RailParts />
    </aside>
  );
}

/** Below `max-rail` the rail has icons only. The menu always has words. */
const wordsClass = (onGo: (() => void) | undefined) => (onGo ? "" : "max-rail:sr-only");
const wideOnly = (onGo: (() => void) | undefined) => (onGo ? "" : "max-rail:hidden");

export function RailParts({ onGo }: { onGo?: () => void }) {
  const go = onGo ? { onGo } : {};
  return (
    <>
      <Link
        className={`flex h-12 items-center gap-[9px] pr-4 pl-[18px] text-[15px] font-[650] tracking-[-0.012em] [&>svg]:text-accent ${onGo ? "" : "max-rail:justify-center max-rail:px-0"}`}
        href="/"
        onClick={onGo}
      >
        <BrandMark />
        <span className={wordsClass(onGo)}>Switchboard</span>
      </Link>
      <InstallationLine className="mx-3 mb-2" />
      <Part>
        <ConnectionBadge {...go} />
      </Part>
      <RailNav {...go} />
      {onGo && <ViewButtons onGo={onGo} />}
      <NumbersLine {...go} />
      <Part>
        <Account {...go} />
      </Part>
    </>
  );
}

/** Names the installation, if it has a name. */
export function InstallationLine({ className }: { className: string }) {
  const installation = useInstallation();
  if (!installation) return null;
  return (
    <div className={className}>
      <InstallationName {...installation} isBar />
    </div>
  );
}

function ConnectionBadge({ onGo }: { onGo?: () => void }) {
  const { data } = useConnectionStatus();
  const connection = data?.value;
  const isBuiltIn = connection?.source === "demo";
  const name = isBuiltIn ? "Demo platform" : (connection?.host ?? "Connection");
  const note = connection ? (isBuiltIn ? connection.host : "Voice platform") : "";
  return (
    <Link
      className={`mx-3 mt-1 grid w-[calc(100%-24px)] cursor-pointer grid-cols-[minmax(0,1fr)_16px] items-center gap-x-2 rounded-2 border border-rule-2 bg-sheet py-[7px] pr-2 pl-2.5 text-left hover:border-edge ${wideOnly(onGo)}`}
      href={useMay(getConnection) ? "/settings/platform" : "/settings"}
      title={connection?.host}
      onClick={onGo}
    >
      <span className="sr-only">Connection: </span>
      <b className="block min-w-0 truncate leading-4 font-semibold">{name}</b>
      <Icon name="chev" className="col-start-2 row-start-1 row-end-3 text-ink-3" />
      <small className="col-start-1 block min-h-4 min-w-0 truncate text-sm text-ink-3">{note}</small>
    </Link>
  );
}

/** Says whether phone numbers are hidden from the user. A dialog of the modal would close with it. */
function NumbersLine({ onGo }: { onGo?: () => void }) {
  const { hides_numbers, numbers_shown_until } = useMe();
  if (!hides_numbers && !numbers_shown_until) return null;
  return (
    <div
      className={`flex min-h-11 items-center justify-between gap-2 border-t border-rule py-2 pr-3 pl-4 text-sm text-ink-2 ${wideOnly(onGo)}`}
    >
      {hides_numbers ? (
        "Numbers are hidden"
      ) : (
        <span>
          Numbers shown until <TimeText at={numbers_shown_until ?? ""} variant="clock" />
        </span>
      )}
      {hides_numbers && !onGo && <ShowNumbersButton />}
      {hides_numbers && onGo && (
        <Link className="underline underline-offset-3" href="/settings" onClick={onGo}>
          Show…
        </Link>
      )}
    </div>
  );
}

/** Without a menu in the modal, because it would open behind it. */
function Account({ onGo }: { onGo?: () => void }) {
  const me = useMe();
  return (
    <div
      className={`flex items-center gap-2.5 border-t border-rule pt-2.5 pr-3 pb-3 pl-4 ${onGo ? "" : "max-rail:justify-center max-rail:px-0"}`}
    >
      <span className={wideOnly(onGo)}>
        <RoundMark>{initialsOf(me.name)}</RoundMark>
      </span>
      <div className={`min-w-0 flex-1 ${wideOnly(onGo)}`}>
        <b className="block min-w-0 truncate leading-4 font-[550]" title={me.email}>
          {me.name}
        </b>
        <small className="block text-sm text-ink-3">{roleName(me.role)}</small>
      </div>
      {onGo ? <AccountActions onGo={onGo} /> : <AccountMenu />}
    </div>
  );
}

function AccountMenu() {
  const leave = useSignOut();
  return (
    <Menu trigger={<IconButton icon="more" label="Account menu" />}>
      <MenuLink>
        <Link href="/settings">My settings</Link>
      </MenuLink>
      <MenuLink>
        <Link href="/help">Help</Link>
      </MenuLink>
      <ViewItems />
      <MenuItem onSelect={leave}>Sign out</MenuItem>
    </Menu>
  );
}

function AccountActions({ onGo }: { onGo: () => void }) {
  const leave = useSignOut();
  return (
    <>
      <Link className="px-1.5 py-2 underline-offset-3 hover:underline" href="/help" onClick={onGo}>
        Help
      </Link>
      <IconButton
        icon="out"
        label="Sign out"
        onClick={() => {
          onGo();
          leave();
        }}
      />
    </>
  );
}

function RailNav({ onGo }: { onGo?: () => void }) {
  const pages = useDestinations();
  const groups = new Set(pages.map(({ group }) => group));
  return (
    <nav
      className={`pointer-events-none min-h-0 flex-1 overflow-x-hidden overflow-y-auto pt-1.5 pb-3 [scrollbar-width:none] ${onGo ? "" : "-mr-[22px] pr-[22px]"}`}
      aria-label="Pages"
    >
      {[...groups].map((group) => (
        <div key={group ?? ""}>
          {group && (
            <h2
              className={`pointer-events-auto px-[18px] pt-3.5 pb-1 text-sm font-medium text-ink-3 ${onGo ? "" : groupInIcons}`}
            >
              <span className={wordsClass(onGo)}>{group}</span>
            </h2>
          )}
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
  const count = counts[href];
  return (
    <Link
      className={`rail-link ${onGo ? inSheet : inRail} ${isHere ? "font-semibold text-ink" : "font-[450] text-ink-2 hover:text-ink"}`}
      href={href}
      title={onGo ? undefined : label}
      aria-current={isHere ? "page" : undefined}
      onClick={onGo}
    >
      {!onGo && <PageIcon href={href} className="hidden max-rail:block" />}
      <span className={wordsClass(onGo)}>{label}</span>
      {count && (
        <Part>
          <Count count={count} isIcon={!onGo} />
        </Part>
      )}
    </Link>
  );
}

const groupInIcons = "max-rail:mx-4 max-rail:my-2 max-rail:h-px max-rail:bg-rule max-rail:p-0";
const inRail =
  "h-7 before:top-[13px] before:-right-4 before:w-4 after:top-[9.5px] after:-right-[5px] max-rail:h-9 max-rail:justify-center max-rail:px-0 max-rail:before:top-[17px] max-rail:after:top-[13.5px]";
const inSheet = "h-9 before:top-[17px] before:right-0 before:w-1.5 after:top-[13.5px] after:right-1";

type PageCount = { number: number | null; tone?: Tone; words: string };

const counts: Partial<Record<string, (summary: Summary) => PageCount>> = {
  "/": ({ attention }) => ({ number: attention, tone: "fault", words: "need attention" }),
  "/phone-numbers": ({ phone_numbers }) => ({ number: phone_numbers, words: "listed" }),
  "/campaigns": ({ campaigns_running }) => ({ number: campaigns_running, tone: "live", words: "running" }),
  "/calls": ({ calls_live }) => ({ number: calls_live, tone: "live", words: "in progress" }),
  "/webhooks": ({ not_delivered }) => ({ number: not_delivered, tone: "fault", words: "not arrived in 24 hours" }),
  "/credentials": ({ credentials_faulty }) => ({
    number: credentials_faulty,
    tone: "fault",
    words: "with a sync error",
  }),
};

type CountProps = { count: (summary: Summary) => PageCount; isIcon: boolean };

function Count({ count, isIcon }: CountProps) {
  // The event stream updates it. The rail prefetches it once the page is idle.
  const { data } = useQuery({ ...summary, enabled: ({ state }) => state.data !== undefined });
  if (!data) return undefined;
  const { number, tone, words } = count(data.value.data);
  if (!number) return undefined;
  return (
    <span
      className={`ml-auto flex items-center gap-[5px] text-sm leading-5 text-ink-3 ${isIcon ? "max-rail:absolute max-rail:top-0 max-rail:right-2.5" : ""}`}
    >
      {tone && <StatusIcon tone={tone} tinted />}
      <span className={isIcon ? "max-rail:sr-only" : ""}>{formatCount(number)}</span>
      <span className="sr-only"> {words}</span>
    </span>
  );
}

const summary = { ...read(getSummary, {}), staleTime: Number.POSITIVE_INFINITY };
