import { expect, test } from "vitest";
import { closeInUrl, openInUrl, setInUrl } from "@/components/ui/browser/use-url-state";
import { hiddenIn } from "./use-url-state";

/** Fake history and location of a tab. */
function createTab(...opened: string[]) {
  const stack = opened.map((url) => ({ url, state: null as unknown }));
  let index = stack.length - 1;
  const put = (state: unknown, url: string | undefined) => ({ url: url ?? stack[index]?.url ?? "", state });
  const history = {
    get state() {
      return stack[index]?.state;
    },
    pushState(state: unknown, _unused: string, url?: string) {
      index += 1;
      stack.splice(index, stack.length, put(state, url));
    },
    replaceState(state: unknown, _unused: string, url?: string) {
      stack[index] = put(state, url);
    },
    back() {
      index = Math.max(0, index - 1);
    },
  };
  const location = {
    get pathname() {
      return new URL(stack[index]?.url ?? "", "http://here").pathname;
    },
    get search() {
      return new URL(stack[index]?.url ?? "", "http://here").search;
    },
  };
  return { history, location, here: () => stack[index]?.url, all: () => JSON.stringify(stack.map(({ url }) => url)) };
}

test("closeInUrl goes back when the value was opened on this page", () => {
  const tab = createTab("/campaigns", "/webhooks?status=failed");
  openInUrl(tab, "entry", "a");
  expect(tab.here()).toBe("/webhooks?status=failed&entry=a");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?status=failed");
  tab.history.back();
  expect(tab.here()).toBe("/campaigns");
});

test("opening several values one after another adds one history entry", () => {
  const tab = createTab("/", "/team");
  openInUrl(tab, "person", "a");
  openInUrl(tab, "person", "b");
  setInUrl(tab, { person: "c" }, { replaces: true });
  expect(tab.here()).toBe("/team?person=c");
  closeInUrl(tab, "person");
  expect(tab.here()).toBe("/team");
  tab.history.back();
  expect(tab.here()).toBe("/");
});

test("closeInUrl replaces the URL when the page was loaded with the value", () => {
  const tab = createTab("/", "/webhooks?entry=a");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks");
  tab.history.back();
  expect(tab.here()).toBe("/");
});

test("closeInUrl keeps filters set while the value was open", () => {
  const tab = createTab("/", "/webhooks");
  openInUrl(tab, "entry", "a");
  setInUrl(tab, { text: "crm" }, { replaces: true });
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=crm");
  openInUrl(tab, "entry", "a");
  setInUrl(tab, { status: "failed" });
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=crm&status=failed");
});

test("closeInUrl closes only once when called twice", () => {
  const tab = createTab("/", "/webhooks?text=a+b");
  openInUrl(tab, "entry", "a");
  closeInUrl(tab, "entry");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=a+b");
});

test("closeInUrl closes only once when called before the browser has gone back", () => {
  const tab = createTab("/", "/webhooks");
  openInUrl(tab, "entry", "a");
  const { back } = tab.history;
  let backs = 0;
  tab.history.back = () => {
    backs += 1;
  };
  closeInUrl(tab, "entry");
  closeInUrl(tab, "entry");
  expect(backs).toBe(1);
  back();
  expect(tab.here()).toBe("/webhooks");
});

test("setInUrl adds a history entry for a filter", () => {
  const tab = createTab("/webhooks");
  setInUrl(tab, { status: "failed", text: "" });
  expect(tab.here()).toBe("/webhooks?status=failed");
  tab.history.back();
  expect(tab.here()).toBe("/webhooks");
});

test("setInUrl adds one history entry when called twice with the same value", () => {
  const tab = createTab("/", "/import");
  setInUrl(tab, { step: "columns" });
  setInUrl(tab, { step: "columns" });
  tab.history.back();
  expect(tab.here()).toBe("/import");
});

test("openInUrl adds no history entry without a value", () => {
  const tab = createTab("/", "/credentials");
  openInUrl(tab, "credential", undefined);
  tab.history.back();
  expect(tab.here()).toBe("/");
});

const number = "+49 30 23125071";

test("keeps a searched number in the history and out of every address", () => {
  const tab = createTab("/", "/calls");
  const searched = () => hiddenIn(tab.history.state).text;
  setInUrl(tab, { text: number }, { replaces: true });
  expect([tab.here(), searched()]).toEqual(["/calls", number]);
  setInUrl(tab, { reason: "busy" });
  openInUrl(tab, "entry", "a");
  openInUrl(tab, "entry", "b");
  expect([tab.here(), searched()]).toEqual(["/calls?reason=busy&entry=b", number]);
  closeInUrl(tab, "entry");
  expect([tab.here(), searched()]).toEqual(["/calls?reason=busy", number]);
  tab.history.back();
  expect([tab.here(), searched()]).toEqual(["/calls", number]);
  expect(tab.all()).not.toMatch(/23125071/);
});

test("puts a name in the address again, and forgets the number before it", () => {
  const tab = createTab("/calls");
  setInUrl(tab, { text: number });
  setInUrl(tab, { text: "Hedda" });
  expect([tab.here(), tab.history.state]).toEqual(["/calls?text=Hedda", {}]);
  setInUrl(tab, { text: number });
  setInUrl(tab, { text: undefined });
  expect([tab.here(), tab.history.state]).toEqual(["/calls", {}]);
});

test("takes the number out of an old link when it is rewritten", () => {
  const tab = createTab(`/calls?reason=busy&text=${encodeURIComponent(number)}`);
  setInUrl(tab, {}, { replaces: true });
  expect([tab.all(), hiddenIn(tab.history.state).text]).toEqual(['["/calls?reason=busy"]', number]);
});

test("closing does not go back to a place with another searched number", () => {
  const tab = createTab("/", "/calls");
  setInUrl(tab, { text: number });
  openInUrl(tab, "entry", "a");
  setInUrl(tab, { text: "+1 415 555 0100" }, { replaces: true });
  closeInUrl(tab, "entry");
  expect([tab.here(), hiddenIn(tab.history.state).text]).toEqual(["/calls", "+1 415 555 0100"]);
});
