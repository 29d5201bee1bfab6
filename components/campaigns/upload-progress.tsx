"use client";

import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { secondsLeft, type useContactUpload } from "./use-contact-upload";

type UploadProgressViewProps = {
  sent: NonNullable<ReturnType<typeof useContactUpload>["sent"]>;
  onStop: () => void;
};

export function UploadProgressView({ sent, onStop }: UploadProgressViewProps) {
  const { sentBytes, totalBytes } = sent;
  const hasLeft = sentBytes >= totalBytes;
  return (
    <>
      <Progress
        isBig
        label="of the file has left this browser"
        note={hasLeft ? "Waiting for the API’s answer" : "One request. The API decides when it is all in"}
        sent={sentBytes}
        total={totalBytes}
        secondsLeft={hasLeft ? undefined : secondsLeft(sent)}
      />
      <div className="row">
        <Button variant="stop" icon="x" onClick={onStop}>
          Stop sending
        </Button>
        <span className="note">
          If you stop, the API may already have some of the file. Its contract does not say what it keeps. You may look
          at other pages meanwhile; closing this tab stops it.
        </span>
      </div>
    </>
  );
}
