import { expect, test } from "vitest";
import { renderWithReads } from "@/lib/testing/components/render-with-reads";
import { SignInScreen } from "./sign-in-screen";

const provider = { name: "Fernhill ID", startUrl: "http://127.0.0.1/api/auth/sso/start" };

const render = (isOnly: boolean, { fault, search = "" }: { fault?: string; search?: string } = {}) =>
  renderWithReads(
    <SignInScreen
      {...{ to: "/", hasEnded: false, isDropped: false, sendsMail: true }}
      sso={{ ...provider, isOnly }}
      ssoFault={fault === undefined ? undefined : { message: fault, code: null }}
    />,
    [],
    { search },
  ).html;

test("offers no reset link while only single sign-on is allowed", () => {
  expect(render(false)).toContain("Forgot your password?");
  const only = render(true);
  expect(only).not.toContain("Forgot your password?");
  expect(only).toContain("local admins: with your password");
  expect(render(false, { search: "?forgot=1" })).toContain("Mail me a link");
  expect(render(true, { search: "?forgot=1" })).not.toContain("Mail me a link");
});

test("shows a sentence of the provider as text", () => {
  const html = render(false, { fault: "Fernhill ID did not sign you in: “<img src=x onerror=alert(1)>”" });
  expect(html).toContain("“&lt;img src=x onerror=alert(1)&gt;”");
});
