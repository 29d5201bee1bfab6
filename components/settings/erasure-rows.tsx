import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { SettingRow } from "./setting-row";

const ForgetPersonDialog = deferred(async () => (await import("./forget-person-dialog")).ForgetPersonDialog);
const ReplaceColleagueDialog = deferred(
  async () => (await import("./replace-colleague-dialog")).ReplaceColleagueDialog,
);

/** Erases a contact, or the name of a former colleague. */
export function ErasureRows() {
  const [open, setOpen] = useState<"person" | "colleague">();
  const close = () => setOpen(undefined);
  return (
    <div className="mt-3 border-t border-rule pt-3">
      <h3 className="text-base font-semibold">Erasure</h3>
      <SettingRow title="One person" note="Erases all that is stored of a phone number">
        <Button size="small" aria-haspopup="dialog" load={ForgetPersonDialog.load} onClick={() => setOpen("person")}>
          Forget a person…
        </Button>
      </SettingRow>
      <SettingRow title="Former colleague" note="Replaces the name and address in the audit log">
        <Button
          size="small"
          aria-haspopup="dialog"
          load={ReplaceColleagueDialog.load}
          onClick={() => setOpen("colleague")}
        >
          Replace a name…
        </Button>
      </SettingRow>
      {open === "person" && <ForgetPersonDialog onClose={close} />}
      {open === "colleague" && <ReplaceColleagueDialog onClose={close} />}
    </div>
  );
}
