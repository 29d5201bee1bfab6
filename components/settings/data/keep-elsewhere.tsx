import { ShownSecret } from "@/components/send/shown-once-dialog";
import type { Backups } from "@/lib/contract/console/backups";

type KeepElsewhereProps = Pick<Backups, "secret_file"> & { place: NonNullable<Backups["place"]> };

/** A lost disk takes the data, the backups and the secret, and a backup is of no use without the secret. */
export function KeepElsewhere({ place: { folder, is_beside_data }, secret_file }: KeepElsewhereProps) {
  const beside = is_beside_data ? ", beside the data" : "";
  return (
    <section className="mt-7 text-ink-2">
      <h2 className="text-md/5 font-semibold text-ink">Keep backups and secret elsewhere</h2>
      {secret_file === null ? (
        <p>
          Backups are in <Path>{folder}</Path>, on this server’s disk{beside}. The secret that opens them is{" "}
          <Path>SWITCHBOARD_SECRET</Path> in the settings of this server.
        </p>
      ) : (
        <p>
          Backups are in <Path>{folder}</Path>, and the secret that opens them is in <Path>{secret_file}</Path>. Both
          are on this server’s disk{beside}: a lost disk takes all of it.
        </p>
      )}
      <p className="mt-2">Copy the folder to another machine every day, for example with:</p>
      <ShownSecret secret={`rsync -a ${quoted(`${folder}/`)} backup-host:switchboard/`} name="the command" />
      <p className="mt-2">
        Copy the secret once, to a place without the backups, such as a password manager. A backup cannot be restored
        without it.
      </p>
    </section>
  );
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

export const Path = ({ children }: { children: string }) => (
  <code translate="no" className="wrap-anywhere">
    {children}
  </code>
);
