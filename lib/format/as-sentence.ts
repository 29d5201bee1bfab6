/** A text with the full stop that it lacks. */
export const asSentence = (text: string) => (/([.!?…。！？؟।]["’)\]]?|[”»])$/.test(text) ? text : `${text}.`);
