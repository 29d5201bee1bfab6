import { buttonClass } from "@/components/ui/buttons/button-class";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import type { SsoFault } from "@/lib/contract/console/people/sso";
import { SignInNote } from "./sign-in-frame";

/** The provider of single sign-on. */
export type SsoProvider = {
  name: string;
  startUrl: string;
  /** Passwords are accepted of local admins only. */
  isOnly: boolean;
};

/** The button of the provider, before the password. */
export function SsoEntry({ sso: { name, startUrl, isOnly }, to }: { sso: SsoProvider; to: string }) {
  return (
    <div className="mb-5 grid max-w-[360px] gap-5">
      <a
        className={buttonClass({ variant: "primary", size: "large" })}
        href={`${startUrl}?return=${encodeURIComponent(to)}`}
      >
        Sign in with {name}
      </a>
      <p className="flex items-center gap-3 text-sm/5 text-ink-3 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        {isOnly ? "local admins: with your password" : "or with your password"}
      </p>
    </div>
  );
}

/** Why a sign-in at the provider failed. */
export function SsoFaultNote({ fault: { message, code }, className }: { fault: SsoFault; className?: string }) {
  return (
    <div className={className}>
      <SignInNote tone="fault" role="alert">
        {message}
      </SignInNote>
      {code && (
        <TechnicalDetail className="mt-1.5">
          <p className="text-sm/6 text-ink-2">
            Code: <code>{code}</code>
          </p>
        </TechnicalDetail>
      )}
    </div>
  );
}
