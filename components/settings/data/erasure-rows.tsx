import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { SettingRow } from "@/components/ui/page/setting-row";

const ForgetPersonDialog = deferred(
  async () => (await import("@/components/person/forget-person-dialog")).ForgetPersonDialog,
);
const ReplaceColleagueDialog = deferred(
  async () => (await import("./replace-colleague-dialog")).ReplaceColleagueDialog,
);

/** Erases a contact, or the name of a former colleague. */
export function ErasureRows() {
  const [open, setOpen] = useState<"person" | "colleague">();
  const close = () => setOpen(undefined);
  return (
    <>
      <SettingRow title="Forget a person" note="Removes a number and everything stored about it.">
        <Button aria-haspopup="dialog" load={ForgetPersonDialog.load} onClick={() => setOpen("person")}>
          Forget…
        </Button>
      </SettingRow>
      <SettingRow title="Former colleague" note="Replaces the name and the address in the audit log.">
        <Button aria-haspopup="dialog" load={ReplaceColleagueDialog.load} onClick={() => setOpen("colleague")}>
          Replace…
        </Button>
      </SettingRow>
      {open === "person" && <ForgetPersonDialog onClose={close} />}
      {open === "colleague" && <ReplaceColleagueDialog onClose={close} />}
    </>
  );
}
