"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { write } from "@/lib/client/query";
import { addAddress } from "@/lib/contract/console/inbox/addresses";

export function MakeAddress() {
  const add = useMutation(write(addAddress));
  return (
    <>
      {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
      <Button
        variant="primary"
        className="justify-self-start"
        isSending={add.isPending}
        sendingLabel="Making…"
        onClick={() => add.mutate({ name: "Main address" })}
      >
        Make an address
      </Button>
    </>
  );
}
