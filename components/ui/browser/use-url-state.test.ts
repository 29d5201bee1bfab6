import { expect, test } from "vitest";
import { closeInUrl, openInUrl, setInUrl } from "@/components/ui/browser/use-url-state";

/** A tab's history, as far as a page can see it. */
function tabAt(...opened: string[]) {
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
  return { history, location, here: () => stack[index]?.url };
}

test("what was opened here is closed by going back over it, so that Back leads to the page before", () => {
  const tab = tabAt("/campaigns", "/webhooks?status=failed");
  openInUrl(tab, "entry", "a");
  expect(tab.here()).toBe("/webhooks?status=failed&entry=a");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?status=failed");
  tab.history.back();
  expect(tab.here()).toBe("/campaigns");
});

test("however many were opened one after another, they are one step of Back", () => {
  const tab = tabAt("/", "/team");
  openInUrl(tab, "person", "a");
  openInUrl(tab, "person", "b");
  setInUrl(tab, { person: "c" }, { replaces: true });
  expect(tab.here()).toBe("/team?person=c");
  closeInUrl(tab, "person");
  expect(tab.here()).toBe("/team");
  tab.history.back();
  expect(tab.here()).toBe("/");
});

test("what an address opened by itself is closed in place", () => {
  const tab = tabAt("/", "/webhooks?entry=a");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks");
  tab.history.back();
  expect(tab.here()).toBe("/");
});

test("closing keeps a filter that was chosen while it was open", () => {
  const tab = tabAt("/", "/webhooks");
  openInUrl(tab, "entry", "a");
  setInUrl(tab, { text: "crm" }, { replaces: true });
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=crm");
  openInUrl(tab, "entry", "a");
  setInUrl(tab, { status: "failed" });
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=crm&status=failed");
});

test("closing twice closes once", () => {
  const tab = tabAt("/", "/webhooks?text=a+b");
  openInUrl(tab, "entry", "a");
  closeInUrl(tab, "entry");
  closeInUrl(tab, "entry");
  expect(tab.here()).toBe("/webhooks?text=a+b");
});

test("a key that is pressed again before the browser has gone back closes once too", () => {
  const tab = tabAt("/", "/webhooks");
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

test("a filter is a step of its own", () => {
  const tab = tabAt("/webhooks");
  setInUrl(tab, { status: "failed", text: "" });
  expect(tab.here()).toBe("/webhooks?status=failed");
  tab.history.back();
  expect(tab.here()).toBe("/webhooks");
});

test("what is asked for twice, by a double press, is one step of Back", () => {
  const tab = tabAt("/", "/import");
  setInUrl(tab, { step: "columns" });
  setInUrl(tab, { step: "columns" });
  tab.history.back();
  expect(tab.here()).toBe("/import");
});

test("what has no ID to be opened by adds no step of Back", () => {
  const tab = tabAt("/", "/credentials");
  openInUrl(tab, "credential", undefined);
  tab.history.back();
  expect(tab.here()).toBe("/");
});
