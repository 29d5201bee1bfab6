import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { Webhook } from "standardwebhooks";
import { clock } from "@/lib/clock";
import type { RecipientKind, RuleId } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { refused } from "@/lib/contract/problem";
import type { MessageItem } from "@/lib/db/console/tables/alerts";
import type { MayConnect } from "@/lib/http/address-guard";
import { guardedPost } from "@/lib/http/guarded-post";
import type { Mail } from "@/lib/mailer";
import { openText, sealText } from "@/lib/secret";
import { mailBlocks, slackLines, slackText, subjectOf } from "./message-text";

const attemptMs = 20_000;

export type Destination =
  | { kind: "email"; address: string }
  | { kind: "slack"; url: string }
  | { kind: "post"; url: string; secret: string };

type NotifierOptions = {
  /** Without it, no mail is sent. */
  mailer?: { from: string; send: (mail: Mail) => Promise<void> } | undefined;
  origin: string;
  platform: string;
  /** Name of this installation; undefined without one. */
  installation?: string | undefined;
  mayConnect: MayConnect;
  /** Encrypts addresses and signing secrets. */
  key: string;
};

type Notification = {
  id: string;
  items: readonly MessageItem[];
  isTest?: boolean;
  /** IDs of earlier messages about the same alerts, oldest first. */
  follows?: readonly string[];
  /** IANA zone of the times beside UTC. */
  zone?: string | undefined;
};
type DeliveryResult = { problem?: string; isFinal?: boolean };
type SealedRecipient = { id: string; kind: RecipientKind; sealed: string };

export class Notifier {
  readonly mayMail: boolean;
  readonly from: string | null;
  private readonly options: NotifierOptions;
  private readonly stopping = new AbortController();

  constructor(options: NotifierOptions) {
    this.options = options;
    this.mayMail = options.mailer !== undefined;
    this.from = options.mailer?.from ?? null;
  }

  async deliver(to: Destination, notification: Notification): Promise<DeliveryResult> {
    try {
      if (to.kind === "email") {
        await this.mail(to.address, notification);
        return {};
      }
      const status = await this.post(to, notification);
      if (status >= 200 && status < 300) return {};
      return { problem: `answered ${status}`, isFinal: status === 410 };
    } catch (error) {
      return { problem: problemOf(error).slice(0, 300) };
    }
  }

  /** Encrypts the address and secret of a new recipient together. The secret can be shown only now. */
  async sealedFor({ id, kind, address }: { id: string; kind: RecipientKind; address: string }) {
    const { key, mayConnect } = this.options;
    const secret = kind === "post" ? `whsec_${randomBytes(32).toString("base64")}` : null;
    if (kind !== "email") await vetAddress(address, mayConnect);
    return { sealed: sealText(key, JSON.stringify({ address, secret }), id), secret };
  }

  opened({ id, kind, sealed }: SealedRecipient): Destination | undefined {
    const text = openText(this.options.key, sealed, id);
    if (text === undefined) return undefined;
    const { address, secret } = JSON.parse(text) as { address: string; secret: string };
    if (kind === "email") return { kind, address };
    return kind === "slack" ? { kind, url: address } : { kind, url: address, secret };
  }

  close() {
    this.stopping.abort();
  }

  private async mail(to: string, { id, items, isTest, follows = [], zone }: Notification) {
    const { mailer, origin, platform } = this.options;
    if (!mailer) throw new Error("no mail server is set: SMTP_URL is missing");
    await mailer.send({
      to,
      subject: `${isTest ? "Test" : "Switchboard"}, ${platform}: ${subjectOf(items)}`,
      text: [...mailBlocks(items, origin, zone), `Platform: ${platform}\nSent by Switchboard, ${origin}`].join("\n\n"),
      // Equal in each attempt, so that mail clients show duplicates once.
      messageId: messageIdOf(id, origin),
      references: follows.map((earlier) => messageIdOf(earlier, origin)),
    });
  }

  private post(to: Exclude<Destination, { kind: "email" }>, notification: Notification) {
    const { mayConnect } = this.options;
    const body = JSON.stringify(
      to.kind === "slack" ? slackBody(notification, this.options) : signedBody(notification, this.options),
    );
    return guardedPost(new URL(to.url), {
      headers: { "user-agent": "switchboard-alerts/1", ...(to.kind === "post" ? signed(to, notification, body) : {}) },
      ...{ body, mayConnect, timeoutMs: attemptMs, stopped: this.stopping.signal },
    });
  }
}

const messageIdOf = (id: string, origin: string) => `<${id}@${new URL(origin).hostname}>`;

type Sender = Pick<NotifierOptions, "origin" | "platform" | "installation">;

const slackBody = ({ items, zone }: Notification, { origin, platform, installation }: Sender) => ({
  text: [
    `*${slackText(`${installation ? `[${installation}] ` : ""}${platform}: ${subjectOf(items)}`)}*`,
    ...slackLines(items, origin, zone),
  ].join("\n"),
});

const signedBody = ({ items, isTest }: Notification, { origin, platform, installation }: Sender) => ({
  type: isTest ? "alerts.test" : items.every(({ until }) => until) ? "alerts.recovered" : "alerts.opened",
  timestamp: clock.now().toISOString(),
  data: {
    ...(installation ? { installation } : {}),
    platform,
    alerts: items.map(({ alertId, rule, title, why, since, until, href, changedAt, deliveryIds, webhookId }) => ({
      ...{ id: alertId, rule, kind: ruleKinds[rule as RuleId]?.title ?? rule, title, why, since },
      ...{ url: new URL(href, origin).href, state: until ? "recovered" : "open", ...(until ? { until } : {}) },
      ...(changedAt ? { record_changed_at: changedAt } : {}),
      ...(deliveryIds ? { webhook_id: webhookId, first_delivery_ids: deliveryIds } : {}),
    })),
  },
});

/** https://www.standardwebhooks.com */
function signed({ secret }: { secret: string }, { id }: Notification, body: string) {
  const at = clock.now();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}

const notFound = "its host was not found";

const problems: Partial<Record<string, string>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: "nothing is listening at its address",
  ECONNRESET: "the connection was cut off",
  ETIMEDOUT: "no answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

function problemOf(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return problems[code] ?? error.message;
}

/** Name for screens and the audit log. Only the host of a web address, because the path can contain a secret, as Slack's does. */
export function nameOf(kind: RecipientKind, address: string) {
  return kind === "email" || !URL.canParse(address) ? address : new URL(address).host;
}

/** A host that cannot be resolved is accepted. Each delivery resolves it again and reports the problem. */
const noAddresses = () => [];

/** Refuses addresses that must not be posted to. Each delivery checks again, because a host name can resolve differently. */
async function vetAddress(address: string, mayConnect: MayConnect) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw refused("bad_input", "Enter a web address, such as https://hooks.example.com/switchboard.");
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(noAddresses);
  if (addresses.every((resolved) => mayConnect(resolved.address))) return;
  throw refused(
    "bad_input",
    "This address is not on the public internet. To allow it, start Switchboard with SWITCHBOARD_ALLOW_PRIVATE_HOSTS=1.",
  );
}
