import { expect, test } from "vitest";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { renderWithReads } from "@/lib/testing/components/render-with-reads";
import { ContactsScreen } from "./contacts-screen";

const pageFor = (status: string) =>
  renderWithReads(<ContactsScreen campaign_id="c" />, [
    [getCampaign, { campaign_id: "c" }, { success: true, data: { name: "Renewals", status } }],
  ]).html.replaceAll("<!-- -->", "");

test("the import page warns when the campaign has ended", () => {
  expect(pageFor("cancelled")).toContain("The status of this campaign is cancelled: the platform may not accept more");
  for (const status of ["draft", "running", "paused", "blooming"])
    expect(pageFor(status)).not.toContain("may not accept more");
});
