"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import { emailAddress } from "@/lib/contract/console/email-address";
import { passwordFault } from "@/lib/contract/console/password";
import { passwordHint } from "./password-hint";

const form = z
  .object({
    name: z.string().trim().min(1, "Give a name.").max(120, "Use at most 120 characters."),
    email: emailAddress,
    password: z.string(),
  })
  .superRefine(({ password, ...whose }, context) => {
    const message = passwordFault(password, whose);
    if (message) context.addIssue({ code: "custom", path: ["password"], message });
  });
export type You = z.output<typeof form>;

export function YouStep({ you, onNext }: { you: You; onNext: (you: You) => void }) {
  const { register, handleSubmit, watch, formState } = useForm<You>({
    resolver: zodResolver(form),
    defaultValues: you,
    mode: "onTouched",
  });
  const { name, email, password } = watch();
  const { errors } = formState;
  return (
    <>
      <h1 tabIndex={-1}>Who runs this Switchboard?</h1>
      <p className="lead">You are its first admin. You can add the others afterwards.</p>
      <form noValidate method="post" onSubmit={handleSubmit(onNext)}>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register("name")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={passwordHint(password, { name, email })}
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" variant="primary" size="large" className="gate-send">
          Go on to the line
        </Button>
      </form>
    </>
  );
}
