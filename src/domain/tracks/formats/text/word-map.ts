/**
 * Maps words of files to their meaning. A Map rather than an object, because a file may contain names such as
 * `constructor`, which every object has.
 */
export const createWordMap = <Meaning>(words: Readonly<Record<string, Meaning>>) =>
  new Map<string, Meaning>(Object.entries(words))
