import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Select } from "@/components/ui/fields/input";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Backups, getBackups, makeBackup, setBackups } from "@/lib/contract/console/backups";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { KeepElsewhere, Path } from "./keep-elsewhere";
import { SettingRow } from "./setting-row";

/** The last backup, where it lies with the secret, when backups are made, and how many are kept. */
export function BackupsSection() {
  const backups = useQuery(read(getBackups, {}));
  return (
    <Section title="Backups">
      <div className="max-w-[720px]">
        <QueryView query={backups} label="the backups">
          {({ value }) => (
            <>
              <LastBackup {...value} />
              {value.place && <KeepElsewhere {...value} place={value.place} />}
              <Schedule {...value} />
            </>
          )}
        </QueryView>
      </div>
    </Section>
  );
}

function LastBackup({ last, problem, is_running }: Backups) {
  const make = useOwnSend(makeBackup, "Back up now");
  return (
    <SettingRow title="Last backup" note={<LastNote {...{ last, problem, is_running }} />}>
      <Button
        size="small"
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

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const keeps = [3, 7, 14, 30] as const;

function Schedule({ hour, keep, set_by }: Backups) {
  const set = useOwnSend(setBackups, "Change backups");
  return (
    <>
      <SettingRow title="Daily backup" note={set_by === null ? undefined : `Set by ${set_by}`}>
        <Select
          size="small"
          className="w-[112px]"
          aria-label="Daily backup"
          value={hour ?? "off"}
          isSending={set.isPending}
          onChange={({ target }) => set.mutate({ keep, hour: target.value === "off" ? null : Number(target.value) })}
        >
          <option value="off">Off</option>
          {hours.map((choice) => (
            <option key={choice} value={choice}>
              {String(choice).padStart(2, "0")}:00 UTC
            </option>
          ))}
        </Select>
      </SettingRow>
      <SettingRow title="Backups kept" note="Older ones are deleted">
        <Select
          size="small"
          className="w-[112px]"
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
