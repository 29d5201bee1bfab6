"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadRows } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Popover } from "@/components/ui/overlay/popover";
import { SettingList, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { type AlertTopic, alertTopics, type RecipientKind } from "@/lib/contract/console/alert-rule-ids";
import {
  type AlertRecipient,
  getAlertSettings,
  removeAlertRecipient,
  setRecipientTopics,
} from "@/lib/contract/console/alert-settings";
import { countOf } from "@/lib/format/format-count";
import { SettingsPage } from "../settings-frame";
import { LastSent, TestButton } from "./recipient-test";

const TopicChecks = deferred(async () => (await import("./topic-checks")).TopicChecks);
const AddRecipient = deferred(async () => (await import("./add-recipient")).AddRecipient);

const kinds: Record<RecipientKind, string> = { email: "Email", post: "Signed POST", slack: "Slack or compatible" };

/** Where alerts go beside the people of the team. */
export function RecipientsScreen() {
  const [isAdding, setIsAdding] = useState(false);
  const settings = useQuery(read(getAlertSettings, {}));
  const add = (
    <Button icon="plus" aria-haspopup="dialog" load={AddRecipient.load} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <SettingsPage
      title="Also send to"
      under={{ href: "/settings/alerts", label: "Alerts" }}
      note="Where alerts go beside the people of your team."
      actions={add}
    >
      <SettingsColumn>
        <SettingList>
          <ReadRows title="Recipients" query={settings}>
            {({ recipients }) =>
              recipients.length === 0 ? (
                <SettingRow title="Nobody else" note="Add a channel, a server or another email address." />
              ) : (
                recipients.map((recipient) => <RecipientRow key={recipient.id} recipient={recipient} />)
              )
            }
          </ReadRows>
        </SettingList>
      </SettingsColumn>
      {isAdding && <AddRecipient mayMail={settings.data?.value.mail != null} onClose={() => setIsAdding(false)} />}
    </SettingsPage>
  );
}

function RecipientRow({ recipient: { id, kind, name, topics, last } }: { recipient: AlertRecipient }) {
  return (
    <SettingRow
      title={name}
      note={
        <>
          {kinds[kind]}. <LastSent last={last} />
        </>
      }
      isWide
    >
      <RecipientTopics id={id} name={name} chosen={topics} />
      <TestButton id={id} name={name} />
      <RemoveButton id={id} name={name} />
    </SettingRow>
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
      trigger={<Button aria-label={`${label}: ${name}`}>{label}</Button>}
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

function RemoveButton({ id, name }: { id: string; name: string }) {
  const remove = useOwnSend(removeAlertRecipient, "Remove", name);
  return (
    <AskPopover
      trigger={<Button icon="trash" aria-label={`Remove ${name}`} />}
      question={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutate({ recipient_id: id })}
    >
      It gets no more alerts.
    </AskPopover>
  );
}
