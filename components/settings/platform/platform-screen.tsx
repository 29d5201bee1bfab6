"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadRow, ReadRows } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { FieldError } from "@/components/ui/fields/field";
import { Input } from "@/components/ui/fields/input";
import { PageButton, SettingList, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { read } from "@/lib/client/query";
import { type CollectorStatus, getKept, parseRetries, setRetries } from "@/lib/contract/console/collecting";
import { listDrift } from "@/lib/contract/console/drift";
import { listMeanings } from "@/lib/contract/console/meanings";
import { countOf } from "@/lib/format/format-count";
import { SettingsFrame } from "../settings-frame";
import { ConnectionRows } from "./connection-rows";
import { PollingRows, pollsMessage } from "./polling-rows";

/** The connection to the platform, how often it is polled, and what it sends that nobody has explained. */
export function PlatformScreen() {
  const stored = useQuery(read(getKept, {}));
  const retries = stored.data?.value.retries;
  return (
    <SettingsFrame>
      <SettingsColumn>
        <SettingList>
          <ConnectionRows />
          <ReadRows title="Polling" query={stored}>
            {({ paces }) => <PollingRows paces={paces} />}
          </ReadRows>
          <ReadRow title="Recent polls" query={stored} note={pollsMessage}>
            {() => <PageButton href="/settings/platform/polls">Open…</PageButton>}
          </ReadRow>
          {retries && retries.schedule !== "" && <RetriesRow {...retries} />}
          <UnknownRow />
        </SettingList>
      </SettingsColumn>
    </SettingsFrame>
  );
}

function UnknownRow() {
  const differences = useQuery(read(listDrift, {})).data?.value.data.length ?? 0;
  const meanings = useQuery(read(listMeanings, {})).data?.value.data ?? [];
  const own = meanings.filter(({ set_by }) => set_by !== null).length;
  if (differences + own === 0) return null;
  const parts = [
    ...(differences > 0
      ? [`${countOf(differences, "word or field", "words or fields")} that the API documentation does not list.`]
      : []),
    ...(own > 0 ? [`${countOf(own, "word has", "words have")} a meaning that was set here.`] : []),
  ];
  return (
    <SettingRow title="Unknown values" note={parts.join(" ")}>
      <PageButton href="/settings/platform/unknown">Review…</PageButton>
    </SettingRow>
  );
}

/** Retry schedule that an admin once entered. Waits are measured now, so a new one is not asked for. */
function RetriesRow({ schedule, set_by }: CollectorStatus["retries"]) {
  const [error, setError] = useState<string>();
  const set = useOwnSend(setRetries, "Change the retry schedule");
  function save(text: string) {
    const isValid = parseRetries(text) !== undefined;
    setError(isValid ? undefined : "Enter the wait before each attempt, the first with 0: 0, 5 s, 5 min, 30 min, 2 h.");
    if (isValid && text.trim() !== schedule) set.mutate({ schedule: text });
  }
  return (
    <SettingRow
      title="Retry schedule of webhooks"
      note={
        <>
          The wait before each attempt, for estimates. Entered by {set_by ?? "an admin"}. Empty it to remove it.
          {error && <FieldError isAlert>{error}</FieldError>}
        </>
      }
      isWide
    >
      <Input
        aria-label="Retry schedule of webhooks"
        aria-invalid={error !== undefined}
        className="w-[220px] max-narrow:w-full"
        maxLength={500}
        defaultValue={schedule}
        onBlur={({ target }) => save(target.value)}
      />
    </SettingRow>
  );
}
