/** Types of files that may hold a list. Old workbooks are among them, to say how they can be saved. */
export const listTypes = ".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.xls,.xlsb,text/csv,text/plain,text/tab-separated-values";

/** In no document, so only this keeps it while the dialog is open. */
let input: HTMLInputElement;

/** Opens the browser's dialog for lists, soon after a press. Nothing happens if the person closes it. */
export function pickList(onFile: (file: File) => void): void {
  input = document.createElement("input");
  input.type = "file";
  input.accept = listTypes;
  input.onchange = ({ currentTarget }) => {
    const file = currentTarget instanceof HTMLInputElement ? currentTarget.files?.[0] : undefined;
    if (file) onFile(file);
  };
  input.click();
}
