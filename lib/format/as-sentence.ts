/** Adds a full stop if the text ends without punctuation. */
export const asSentence = (text: string) => (/([.!?…。！？؟।]["’)\]]?|[”»])$/.test(text) ? text : `${text}.`);
