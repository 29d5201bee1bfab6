import type { StateKind } from "@/components/ui/page/state-message";
import { type Problem, problemKinds } from "@/lib/contract/problem";

export type ProblemMessage = { kind: StateKind; heading: string; sentences: string[] };

export type ProblemContext = { label: string; isOnline: boolean; id?: string | undefined };

const READ_IS_SAFE = "Nothing was changed. Retrying is safe.";

const keyMessages = {
  "upstream-auth": "Your sign-in is fine. An admin can test the connection in Settings.",
  "upstream-forbidden": "Your sign-in is fine. Switchboard's key may lack permission.",
};

export function problemMessage(problem: Problem, { label, isOnline, id }: ProblemContext): ProblemMessage {
  if (!isOnline || problem.code === "offline") {
    return fault(problemKinds.offline[1], ["You can send again once the connection is back."], "offline");
  }
  if (problem.code === "forbidden") return fault(`Your role cannot open ${label}`, [problem.message], "forbidden");
  if (problem.code === "not_found") {
    return fault(
      id === undefined ? `No ${label} here` : `No ${label} with this ID`,
      [
        id === undefined
          ? "The platform answers the same for a record of another organization."
          : "The ID may be wrong, or belong to another organization.",
      ],
      "not-found",
    );
  }
  if (problem.code === "upstream-auth" || problem.code === "upstream-forbidden") {
    const quoted = problem.upstream?.message;
    return fault(problemKinds[problem.code][1], [...(quoted ? [quoted] : []), keyMessages[problem.code], READ_IS_SAFE]);
  }
  if (problem.code === "switchboard-unreachable") {
    return fault(problemKinds["switchboard-unreachable"][1], [
      "The platform may be fine: the connection to it goes through this server.",
      READ_IS_SAFE,
    ]);
  }
  if (problem.code === "proxy-sign-in")
    return fault(problemKinds["proxy-sign-in"][1], [problem.message, "Nothing was changed."]);
  const heading = whoAnswered(problem);
  const message = messageOf(problem);
  return fault(heading, [...(message === `${heading}.` ? [] : [message]), READ_IS_SAFE]);
}

/** "The platform answered 500", "The platform did not answer in time" or "Switchboard answered 503". */
export function whoAnswered({ upstream, code, status }: Problem): string {
  if (upstream) return `The platform answered ${upstream.status}`;
  const isElsewhere =
    code.startsWith("upstream-") ||
    code === "switchboard-unreachable" ||
    code === "proxy-sign-in" ||
    code === "offline";
  return isElsewhere ? problemKinds[code][1] : `Switchboard answered ${status}`;
}

const ownFindings = [
  "upstream-unreadable",
  "upstream-redirect",
  "upstream-too-large",
  "upstream-cut",
  "upstream-auth",
  "upstream-forbidden",
];

function messageOf(problem: Problem): string {
  if (!problem.upstream || ownFindings.includes(problem.code)) return problem.message;
  return problem.upstream.message ?? "It gave no readable message.";
}

/** The platform's message in quotes, or Switchboard's own message; undefined without one. */
export function quotedMessage(problem: Problem): string | undefined {
  if (!problem.upstream || ownFindings.includes(problem.code)) return problem.message;
  return problem.upstream.message && `“${problem.upstream.message}”`;
}

function fault(heading: string, sentences: string[], kind: StateKind = "fault"): ProblemMessage {
  return { kind, heading, sentences };
}
