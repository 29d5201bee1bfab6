import { expect, test } from "vitest";
import { ticketLines } from "./ticket-lines";

test("says what is hidden in a ticket, shows masked IDs without their sealed part, and gives the working link", () => {
  const id = "d_4930•••0041_1~Kx8dPq2rT7uVw0yZaBcDeFgH";
  const link = `https://console.example/calls/${encodeURIComponent(id)}`;
  expect(
    ticketLines("Ended", [
      ["Call ID", id],
      ["Link", link],
    ]).split("\n"),
  ).toEqual([
    "Ended",
    "Call ID: d_4930•••0041_1",
    `Link: ${link}`,
    "Hidden: the digits of phone numbers at •••, also in IDs. The link opens the record all the same.",
  ]);
  expect(ticketLines("Ended", [["Call ID", "c1"]])).toBe("Ended\nCall ID: c1");
});
