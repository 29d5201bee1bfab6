import type { Browser, Page } from "@playwright/test";
import { codeOf } from "../lib/testing/authenticator";
import { startRealProvider } from "../lib/testing/sso/real-provider";
import { cookieHeader, password, people } from "./support/people";
import { startStage } from "./support/stage";
import { expect, expectSoundEverywhere, listen, patient, test } from "./support/test";

const lea = { name: "Lea Local", email: "lea@fernhill.example" };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** On the pages of oidc-provider. */
async function signInAtProvider(page: Page, account: string) {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function signOut(page: Page) {
  await page
    .getByRole("button", { name: /Account|Mara Okafor/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

async function typePassword(page: Page, email: string) {
  await page.goto("/sign-in");
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form button[type=submit]") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

type Stage = Awaited<ReturnType<typeof startStage>>;

/** A local admin with a second factor. Returns the secret of the app. */
async function addLocalAdmin({ product: { origin }, cookies }: Stage) {
  const post = async (path: string, body: Record<string, unknown>, cookie: string) => {
    const headers = { "content-type": "application/json", "x-switchboard": "1", origin, cookie };
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 200]);
    const jar = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return { json: await response.json(), cookie: jar.join("; ") };
  };
  const added = await post("/api/console/team", { ...lea, role: "admin" }, cookieHeader(cookies.admin));
  const token = new URL(added.json.link).hash.slice(1);
  const { cookie } = await post("/api/auth/link/password", { token, password }, "");
  const begun = await post("/api/console/second-factor/begin", { password }, cookie);
  const { secret, sealed } = begun.json;
  await post("/api/console/second-factor/confirm", { sealed, code: codeOf(secret, { steps: -1 }) }, cookie);
  return secret as string;
}

async function openVisitor(browser: Browser, origin: string, address: string) {
  const extraHTTPHeaders = { "x-forwarded-for": address };
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders });
  const page = patient(await context.newPage());
  return { context, page, complaints: listen(page, /status of 40[0134]|fonts\.googleapis|ERR_/) };
}

test("connects, signs in, and allows single sign-on only, with a provider on another host", async ({ browser }) => {
  test.slow();
  const provider = await startRealProvider({
    mara: { email: people.admin.email, email_verified: true, groups: ["voice-admins"] },
    cook: { email: "cook@fernhill.example", email_verified: true },
  });
  const { settings } = provider;
  const stage = await startStage({
    SWITCHBOARD_TRUSTED_HOPS: "1",
    SWITCHBOARD_OIDC_ISSUER: settings.issuer,
    SWITCHBOARD_OIDC_CLIENT_ID: settings.clientId,
    SWITCHBOARD_OIDC_CLIENT_SECRET: settings.clientSecret,
    SWITCHBOARD_OIDC_NAME: settings.name,
    SWITCHBOARD_OIDC_ROLE_CLAIM: "groups",
    SWITCHBOARD_OIDC_ROLES: "voice-admins=admin,desk=support",
  });
  const { origin } = stage.product;
  expect(new URL(origin).hostname).not.toBe(new URL(settings.issuer).hostname);
  provider.register(origin);
  const secret = await addLocalAdmin(stage);
  const { context, page, complaints } = await openVisitor(browser, origin, "198.51.100.1");
  await context.addCookies(stage.cookies.admin);

  await page.goto("/settings");
  const own = page.getByRole("listitem").filter({ hasText: "Single sign-on" });
  await expectSoundEverywhere(page);
  await own.getByRole("button", { name: "Connect Fernhill ID" }).press("Enter");
  await signInAtProvider(page, "mara");
  await expect(own.getByText(/Connected to Fernhill ID since/)).toBeVisible();
  await expectSoundEverywhere(page);

  await signOut(page);
  await expect(page).toHaveURL(`${origin}/sign-in`);
  await page.goto("/sign-in?return=%2Fteam%3Fperson%3Dnobody");
  const first = page.getByRole("link", { name: "Sign in with Fernhill ID" });
  await expect(first).toBeVisible();
  await expectSoundEverywhere(page);
  await first.press("Enter");
  await expect(page).toHaveURL(`${origin}/team?person=nobody`);

  await page.goto("/team");
  await page.getByRole("link", { name: people.admin.name, exact: true }).click();
  await expect(page.getByText("Admin. Set by Fernhill ID")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change role…" })).toBeDisabled();
  await expectSoundEverywhere(page);

  await page.goto("/team/sign-on");
  const only = page.getByRole("switch", { name: "Single sign-on only" });
  await only.press("Space");
  await expect(only).toBeChecked();
  await expectSoundEverywhere(page);

  const stranger = await openVisitor(browser, origin, "198.51.100.2");
  await typePassword(stranger.page, people.support.email);
  await expect(
    stranger.page.getByText("Your team signs in with Fernhill ID. Passwords are not accepted."),
  ).toBeVisible();
  await stranger.page.getByRole("link", { name: "Sign in with Fernhill ID" }).click();
  await signInAtProvider(stranger.page, "cook");
  await expect(
    stranger.page.getByText(
      "This account at Fernhill ID has no access here. There is no open invitation for cook@fernhill.example.",
    ),
  ).toBeVisible();
  await expectSoundEverywhere(stranger.page);
  await stranger.page.goto("/api/auth/sso/return?state=none");
  await expect(stranger.page.getByText(`Start again at ${origin}.`)).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(`${origin}/sign-in`);
  await page.getByRole("link", { name: "Sign in with Fernhill ID" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await expect(page.getByText("Fernhill ID did not sign you in: “End-User aborted interaction”")).toBeVisible();
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveCount(0);
  await page.getByText("Technical detail").press("Enter");
  await expect(page.getByText("Code: access_denied")).toBeVisible();
  await expectSoundEverywhere(page);

  await provider.close();
  await typePassword(page, lea.email);
  await expect(heading(page)).toHaveText("Enter your code");
  await page.getByLabel("Code of six digits").fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Overview");

  expect([...complaints, ...stranger.complaints]).toEqual([]);
  for (const each of [context, stranger.context]) await each.close();
  await stage.close();
});
