/** Types of files that may hold a list. Old workbooks are among them, to say how they can be saved. */
export const listTypes = ".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.xls,.xlsb,text/csv,text/plain,text/tab-separated-values";
