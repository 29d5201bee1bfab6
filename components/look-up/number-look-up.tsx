import { useState } from "react";
import { NumberForm } from "@/components/list-file/number-form";
import { useEngine } from "@/components/list-file/use-engine";
import { NumberHistory } from "./number-history";

type NumberLookUpProps = {
  initialText?: string;
  onEscape?: () => void;
  campaign_id?: string;
};

/** Says which uploads sent one number. The number is in no address, so that no proxy or history stores it. */
export function NumberLookUp({ initialText = "", onEscape, campaign_id }: NumberLookUpProps) {
  const reader = useEngine();
  const [number, setNumber] = useState<string>();
  return (
    <>
      <NumberForm {...{ reader, initialText, ...(onEscape && { onEscape }) }} onNumber={setNumber} />
      {number !== undefined && <NumberHistory key={number} number={number} campaign_id={campaign_id} />}
    </>
  );
}
