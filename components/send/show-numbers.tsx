import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";

const ShowNumbersDialog = deferred(async () => (await import("./show-numbers-dialog")).ShowNumbersDialog);

/** Shows the phone numbers that are hidden from this user, after a reason. */
export function ShowNumbersButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" load={ShowNumbersDialog.load} onClick={() => setOpen(true)}>
        Show…
      </Button>
      {isOpen && <ShowNumbersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
