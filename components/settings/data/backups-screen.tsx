"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadRows } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { SettingList, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Backups, backupHour, getBackups, makeBackup, setBackups } from "@/lib/contract/console/backups";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { SettingsPage } from "../settings-frame";
import { KeepElsewhere, Path } from "./keep-elsewhere";

/** The last backup, where it lies with the secret, whether backups are made each day, and how many are kept. */
export function BackupsScreen() {
  const backups = useQuery(read(getBackups, {}));
  return (
    <SettingsPage title="Backups" under={{ href: "/settings/data", label: "Data" }}>
      <SettingsColumn>
        <SettingList>
          <ReadRows title="Last backup" query={backups}>
            {(value) => (
              <>
                <LastBackup {...value} />
                <Schedule {...value} />
              </>
            )}
          </ReadRows>
        </SettingList>
        {backups.data?.value.place && <KeepElsewhere {...backups.data.value} place={backups.data.value.place} />}
      </SettingsColumn>
    </SettingsPage>
  );
}

function LastBackup({ last, problem, is_running }: Backups) {
  const make = useOwnSend(makeBackup, "Back up now");
  return (
    <SettingRow title="Last backup" note={<LastNote {...{ last, problem, is_running }} />}>
      <Button
        variant={last ? "plain" : "primary"}
        onClick={() => make.mutate({})}
        isSending={make.isPending || is_running}
        sendingLabel="Backing up…"
      >
        Back up now
      </Button>
    </SettingRow>
  );
}

function LastNote({ last, problem, is_running }: Pick<Backups, "last" | "problem" | "is_running">) {
  return (
    <>
      {last ? (
        <>
          <TimeText at={last.at} variant="relative" />, {formatBytes(last.bytes)}
          {last.folder && (
            <>
              , in <Path>{last.folder}</Path>
            </>
          )}
          .
        </>
      ) : (
        "There is no backup yet."
      )}
      {problem !== null && !is_running && (
        <span className="block text-fault-ink">The last attempt failed: {problem}</span>
      )}
    </>
  );
}

const keeps = [3, 7, 14, 30] as const;

function Schedule({ hour, keep, set_by }: Backups) {
  const set = useOwnSend(setBackups, "Change backups");
  const by = set_by === null ? "" : ` Set by ${set_by}.`;
  return (
    <>
      <SettingRow title="Every day" note={`${hour === null ? "Off." : `At ${hourText(hour)} UTC.`}${by}`}>
        <Switch
          aria-label="Back up every day"
          checked={hour !== null}
          isSending={set.isPending}
          onChange={(isOn) => set.mutate({ keep, hour: isOn ? backupHour : null })}
        />
      </SettingRow>
      <SettingRow title="Backups kept" note={`The last ${countOf(keep, "file")}. Older ones are deleted.`}>
        <Select
          className="w-[112px] max-narrow:h-10"
          aria-label="Backups kept"
          value={keep}
          isSending={set.isPending}
          onChange={({ target }) => set.mutate({ hour, keep: Number(target.value) })}
        >
          {[...new Set([...keeps, keep])]
            .toSorted((one, other) => one - other)
            .map((choice) => (
              <option key={choice} value={choice}>
                {countOf(choice, "file")}
              </option>
            ))}
        </Select>
      </SettingRow>
    </>
  );
}

const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
