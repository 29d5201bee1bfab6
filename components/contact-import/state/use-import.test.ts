import { expect, test, vi } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { number } from "@/lib/contacts/testing";
import { importOf } from "./import-store";
import { createImport } from "./use-import";

test("a file that is chosen before the engine has started is opened once it has", async () => {
  const file = new File([`phone_number,name\n${number(1)},Ann\n`], "early.csv");
  await createImport("c-early", undefined).onFile(file);
  expect(importOf("c-early").list).toMatchObject({ step: "opening", file });
  createImport("c-early", createContactEngine()).onStarted();
  await vi.waitFor(() => expect(importOf("c-early").list).toMatchObject({ step: "open", file }));
});
