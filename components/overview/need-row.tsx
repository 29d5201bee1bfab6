"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { PhoneNumber } from "@/components/record/phone-number";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/button";
import { Lamp } from "@/components/ui/status-icon";
import { TimeText } from "@/components/ui/time-text";
import { useToast } from "@/components/ui/toast";
import { write } from "@/lib/client/query";
import { setNoticeAside } from "@/lib/contract/console/notices";
import type { Need } from "./need";

export function NeedRow({ need }: { need: Need }) {
  const { key, lamp, subject, isPhone, says, why, at, href, link } = need;
  const toast = useToast();
  const showFault = useSendFault();
  const setAside = useMutation({
    ...write(setNoticeAside),
    onSuccess: () => toast({ title: "Set aside for a day", body: `${subject} ${says}` }),
    onError: (error) => showFault(error, "Setting aside", "notices", subject),
  });

  return (
    <li>
      <Lamp reading={lamp} tinted />
      <div className="need">
        <div>
          <b>{isPhone ? <PhoneNumber number={subject} /> : subject}</b> {says}
        </div>
        <div className="why" title={why}>
          {why}
        </div>
      </div>
      <div className="side">
        {at && <TimeText at={at} variant="relative" quiet />}
        <Link className="link" data-need href={href}>
          {link}
        </Link>
        <Button
          size="small"
          variant="bare"
          className="aside-btn"
          aria-label={`Set aside for a day: ${subject} ${says}`}
          isSending={setAside.isPending}
          sendingLabel="…"
          onClick={() => setAside.mutate({ key })}
        >
          Set aside
        </Button>
      </div>
    </li>
  );
}
