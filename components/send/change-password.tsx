"use client";

import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/page/skeleton";
import type { ChangePasswordFormProps } from "./change-password-form";

/** The form on its own: every page stands in the frame that may ask for it, and hardly any needs what forms are made of. */
const Form = lazy(() =>
  import("./change-password-form").then(({ ChangePasswordForm }) => ({ default: ChangePasswordForm })),
);

/** One's own password, changed by who knows the present one. */
export function ChangePassword(props: ChangePasswordFormProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Form {...props} />
    </Suspense>
  );
}
