/** A header and nothing else: an example row could be sent by mistake. The mark makes Excel read it as UTF-8. */
export const templateFile = {
  name: "contacts-template.csv",
  text: "\ufeffphone_number,name\r\n",
  type: "text/csv;charset=utf-8",
} as const;
