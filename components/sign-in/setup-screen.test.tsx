import { beforeEach, expect, test, vi } from "vitest";
import { formOf } from "@/lib/testing/components/form-of";
import { renderWithReads } from "@/lib/testing/components/render-with-reads";
import { cookieOf, freshConsole, mara, password } from "@/lib/testing/console";
import { SetupScreen } from "./setup-screen";
import { SignInScreen } from "./sign-in-screen";

const { console, database, origin } = await freshConsole();

beforeEach(() => database.pool.query(`delete from console."user"; delete from console.setup_link`));

const request = fetch;

/** Fills in the setup form in a browser that keeps cookies or drops them. Returns the address it opens then. */
async function setUp({ keepsCookies }: { keepsCookies: boolean }) {
  let cookie = "";
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = { ...init.headers, origin, cookie };
    const response = await request(origin + path, { ...init, headers });
    if (keepsCookies && response.headers.has("set-cookie")) cookie = cookieOf(response.headers.getSetCookie());
    return response;
  });
  const opened: string[] = [];
  vi.stubGlobal("location", { replace: (address: string) => opened.push(address) });
  const token = new URL((await console.setupLink()) ?? "").searchParams.get("token") ?? "";
  const form = formOf(<SetupScreen token={token} />);
  form.fill("Name", mara.name);
  form.fill("Email", mara.email);
  form.fill("Password", password);
  await form.submit();
  await expect.poll(() => opened).toHaveLength(1);
  return opened[0] ?? "";
}

const dropped = "Your browser dropped the sign-in cookie. Allow cookies for this address or open it over HTTPS";

test("opens the overview after the setup when the browser keeps the cookie", async () => {
  expect(await setUp({ keepsCookies: true })).toBe("/");
});

test("opens the sign-in page, which gives the reason, when the browser dropped the setup's cookie", async () => {
  const address = await setUp({ keepsCookies: false });
  expect(address).toBe("/sign-in?return=%2F&dropped=1");
  const { rows } = await database.pool.query(`select email from console."user"`);
  expect(rows).toEqual([{ email: mara.email }]);
  const signIn = (isDropped: boolean) =>
    renderWithReads(<SignInScreen to="/" hasEnded={false} isDropped={isDropped} sendsMail={false} />, []).html;
  expect(signIn(true)).toContain(dropped);
  expect(signIn(false)).not.toContain("dropped");
});
