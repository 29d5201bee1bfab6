"use client";

import { useState } from "react";
import { Lamp } from "@/components/ui/status-icon";
import { ChooseForm } from "./choose-form";
import { Gate } from "./gate";
import type { Credentials } from "./sign-in-form";
import { SignInForm } from "./sign-in-form";

export type SignInScreenProps = { to: string; hasEnded: boolean };

export function SignInScreen({ to, hasEnded }: SignInScreenProps) {
  const [given, setGiven] = useState<Credentials>();
  const onIn = () => location.assign(to);
  return (
    <Gate foot={<span>No account yet? Ask an admin of your team.</span>}>
      {given ? (
        <>
          <h1>Choose your own password</h1>
          <p className="lead">Switchboard made the one you typed, and an admin handed it on. Replace it to go on.</p>
          <ChooseForm given={given} onIn={onIn} onBack={() => setGiven(undefined)} />
        </>
      ) : (
        <>
          <h1>Sign in</h1>
          <p className="lead">The desk for your voice agents.</p>
          {hasEnded && (
            <p className="gate-said live" role="status">
              <Lamp reading="live" />
              <span>Your session ended. Sign in to go on where you were.</span>
            </p>
          )}
          <SignInForm onIn={onIn} onMustChoose={setGiven} />
        </>
      )}
    </Gate>
  );
}
