import { Problem } from "@/lib/contract/problem";

export const damaged = (cause?: unknown) =>
  new Problem("bad_input", "This workbook is damaged. Open it in Excel, save it again, and choose the new file.", {
    cause,
  });

export const noWorkbook = () => new Problem("bad_input", "This zip file holds no Excel workbook.");

export const binaryWorkbook = () =>
  new Problem("bad_input", "This is a binary Excel workbook (.xlsb). Save it as .xlsx or as CSV UTF-8.");

export const protectedOrOld = () =>
  new Problem(
    "bad_input",
    "This workbook is protected by a password, or in the old Excel format. Save it as .xlsx without a password, or as CSV UTF-8.",
  );

export const notExcel = () =>
  new Problem("bad_input", "This file is not an Excel workbook. Save the list as .xlsx or as CSV UTF-8.");

export const tooLarge = (sentence: string) => new Problem("too_large", sentence);
