"use client";

import { useEffect, useState } from "react";
import type { ContactEngine } from "@/lib/contacts/engine";

export type InCountryInput = {
  engine: Pick<ContactEngine, "inCountry">;
  phone: string | undefined;
  country: string;
};

/** What a number would be in a country; `isNone` where it would be none there. */
export function useInCountry({ engine, phone, country }: InCountryInput) {
  const [told, setTold] = useState<{ asked: string; after: string | undefined }>();
  const asked = phone === undefined || country === "" ? undefined : `${country} ${phone}`;

  useEffect(() => {
    if (asked === undefined || phone === undefined) return;
    let isOld = false;
    // The number is only an example: where it cannot be worked out there is none.
    const tell = (after: string | undefined) => !isOld && setTold({ asked, after });
    engine.inCountry(phone, country).then(tell, () => tell(undefined));
    return () => {
      isOld = true;
    };
  }, [engine, asked, phone, country]);

  const after = told && told.asked === asked ? told.after : undefined;
  return { after, isNone: told !== undefined && told.asked === asked && told.after === undefined };
}
