import { useMay } from "@/components/query/use-me";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { PageHead } from "@/components/ui/page/page-head";
import { useNowOf } from "@/components/ui/time/use-now";
import { addAddress } from "@/lib/contract/console/inbox/addresses";
import type { FoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { countOf, formatCount } from "@/lib/format/format-count";
import { clockOf } from "./found-call";

type CallsHeadProps = {
  /** The first page of the list; undefined while it is read, and on later pages. */
  found: FoundCalls | undefined;
  /** True if other filters than a text narrow the list. */
  isFiltered: boolean;
};

/** Answers how many calls are past their limit or in progress, or how many a search found. */
export function CallsHead({ found, isFiltered }: CallsHeadProps) {
  const live = found?.data.filter(({ is_over }) => !is_over) ?? [];
  const late = useNowOf((nowMs) =>
    nowMs === undefined ? 0 : live.filter((call) => clockOf(call, nowMs).isLate).length,
  );
  const { tone, text } = found
    ? answerOf({ found, live: live.length, late, isFiltered })
    : { tone: undefined, text: "Calls" };
  return (
    <PageHead
      title={
        <span className="flex items-baseline gap-2.5">
          {tone && <StatusIcon tone={tone} tinted className="mt-1.5 size-4! flex-none self-start" />}
          <span className="min-w-0">{text}</span>
        </span>
      }
      isAnswer
    >
      {found?.receives === false ? (
        <SetUp />
      ) : (
        late > 0 && found?.total === null && `${countOf(live.length, "call")} in progress.`
      )}
    </PageHead>
  );
}

type AnswerInput = { found: FoundCalls; live: number; late: number; isFiltered: boolean };

function answerOf({ found: { total, searched }, live, late, isFiltered }: AnswerInput): { tone?: Tone; text: string } {
  if (total !== null) {
    if (searched?.is === "unread") return { text: "Calls" };
    if (total === 0) return { text: "No call found" };
    return {
      text:
        total >= mostCounted ? `More than ${formatCount(mostCounted)} calls found` : `${countOf(total, "call")} found`,
    };
  }
  const which = isFiltered ? "matching " : "";
  if (late > 0)
    return {
      tone: "wait",
      text: `${countOf(late, `${which}call is`, `${which}calls are`)} past ${late === 1 ? "its" : "their"} limit`,
    };
  if (live > 0) return { tone: "live", text: `${countOf(live, `${which}call`)} in progress` };
  return { text: `No ${which}call in progress` };
}

/** `total` is counted up to this. */
const mostCounted = 10_000;

function SetUp() {
  const mayAdd = useMay(addAddress);
  return (
    <>
      Calls fill themselves once the platform sends its events here.{" "}
      {mayAdd ? (
        <Link className={linkClass} href="/webhooks/address">
          Set up the address
        </Link>
      ) : (
        "An admin can set up the address."
      )}
    </>
  );
}
