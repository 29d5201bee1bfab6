import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useOwnSend, useSendFault } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Icon, type IconName } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Popover } from "@/components/ui/overlay/popover";
import { useToast } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import { type AlertTopic, alertTopics, type RecipientKind } from "@/lib/contract/console/alert-rule-ids";
import {
  type AlertRecipient,
  type AlertSettings,
  removeAlertRecipient,
  setRecipientTopics,
  testAlertRecipient,
} from "@/lib/contract/console/alert-settings";
import { countOf } from "@/lib/format/format-count";

const TopicChecks = deferred(async () => (await import("./topic-checks")).TopicChecks);
const AddRecipient = deferred(async () => (await import("./add-recipient")).AddRecipient);

const icons: Record<RecipientKind, IconName> = { email: "mail", post: "link", slack: "chat" };
const kinds: Record<RecipientKind, string> = { email: "email", post: "signed POST", slack: "Slack or compatible" };

export function RecipientsSection({ settings: { recipients, mail, is_demo } }: { settings: AlertSettings }) {
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button size="small" icon="plus" aria-haspopup="dialog" load={AddRecipient.load} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <Section title="Recipients" more={add}>
      <ul>
        <RecipientRow
          icon="mail"
          title="Email"
          description={
            mail
              ? `${countOf(mail.people, "person", "people")} of the team, from ${mail.from}${is_demo ? ". Not for alerts of the demo platform" : ""}`
              : "No mail server. Set SMTP_URL and SMTP_FROM where Switchboard starts."
          }
          last={mail?.last ?? null}
          actions={mail && <TestButton id="mail" name="Email" />}
        />
        {recipients.map(({ id, kind, name, topics, last }) => (
          <RecipientRow
            key={id}
            icon={icons[kind]}
            title={name}
            description={kinds[kind]}
            last={last}
            actions={
              <>
                <RecipientTopics id={id} name={name} chosen={topics} />
                <TestButton id={id} name={name} />
                <RemoveButton id={id} name={name} />
              </>
            }
          />
        ))}
      </ul>
      {isAdding && <AddRecipient mayMail={mail !== null} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

type RecipientRowProps = {
  icon: IconName;
  title: string;
  description: string;
  last?: AlertRecipient["last"];
  actions: ReactNode;
};

function RecipientRow({ icon, title, description, last, actions }: RecipientRowProps) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-t border-rule py-2.5 [&>svg]:text-ink-2">
      <Icon name={icon} />
      <div className="min-w-0 wrap-anywhere">
        <div className="font-[550]">{title}</div>
        <div className="text-sm/[17px] text-ink-3">
          {description}
          {last && !last.problem && (
            <>
              , {last.is_test ? "tested" : "last"} <TimeText at={last.at} variant="short-time" quiet />
            </>
          )}
        </div>
        {last?.problem && (
          <div className="mt-0.5 flex items-start gap-1.5 text-sm/[17px] text-fault-ink">
            <StatusIcon tone="fault" tinted className="mt-0.5 flex-none" />
            <span>
              {last.problem}, <TimeText at={last.at} variant="short-time" quiet />
            </span>
          </div>
        )}
      </div>
      <div className="flex items-center gap-1">{actions}</div>
    </li>
  );
}

type RecipientTopicsProps = { id: string; name: string; chosen: readonly AlertTopic[] | null };

/** Which alerts a recipient gets. At least one topic stays chosen. */
function RecipientTopics({ id, name, chosen }: RecipientTopicsProps) {
  const set = useOwnSend(setRecipientTopics, "Change", name);
  const now = chosen ?? alertTopics;
  const label = chosen === null ? "All alerts" : countOf(chosen.length, "kind of alerts", "kinds of alerts");
  return (
    <Popover
      label={`Alerts for ${name}`}
      trigger={
        <Button size="small" variant="bare" aria-label={`${label}: ${name}`}>
          {label}
        </Button>
      }
      load={TopicChecks.load}
    >
      <TopicChecks
        label={`Alerts for ${name}`}
        stateOf={(topic) => now.includes(topic)}
        isDisabled={(topic) => now.length === 1 && now.includes(topic)}
        isSending={set.isPending}
        onChange={(topic, isOn) =>
          set.mutate({ recipient_id: id, topics: isOn ? [...now, topic] : now.filter((other) => other !== topic) })
        }
      />
    </Popover>
  );
}

function TestButton({ id, name }: { id: string; name: string }) {
  const toast = useToast();
  const showFault = useSendFault();
  const test = useMutation({
    ...write(testAlertRecipient),
    onSuccess: ({ value }) => toast({ title: value.message, tone: value.arrived ? "ok" : "fault" }),
    onError: (error) => showFault(error, "Send a test", "alerts", name),
  });
  return (
    <Button
      size="small"
      aria-label={`Send a test: ${name}`}
      isSending={test.isPending}
      sendingLabel="Sending…"
      onClick={() => test.mutate({ recipient_id: id })}
    >
      Send a test
    </Button>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const remove = useOwnSend(removeAlertRecipient, "Remove", name);
  return (
    <AskPopover
      trigger={<Button size="small" variant="bare" icon="trash" aria-label={`Remove ${name}`} />}
      question={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutate({ recipient_id: id })}
    >
      It gets no more alerts.
    </AskPopover>
  );
}
