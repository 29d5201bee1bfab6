"use client";

import { useQuery } from "@tanstack/react-query";
import { Status } from "@/components/ui/status";
import { askAuth } from "@/lib/client/ask-auth";

type Line = { host: string; is_answering: boolean };

/** Only whether the API answers: before signing in, nobody is told more. */
export function LineFoot() {
  const line = useQuery({ queryKey: ["gate", "line"], queryFn: () => askAuth<Line>("line"), refetchInterval: 60_000 });
  if (line.error) return <Status word="Switchboard's own server is not answering" reading="fault" />;
  if (!line.data) return <span>Trying the voice API…</span>;
  const { host, is_answering } = line.data;
  return (
    <>
      <Status
        word={is_answering ? "Voice API answering" : "Voice API not answering"}
        reading={is_answering ? "ok" : "fault"}
      />
      <span>{host}</span>
    </>
  );
}
