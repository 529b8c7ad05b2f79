/**
 * What the words of files mean. No plain object: what every object has, such as `constructor`, is a word like any other in
 * a file.
 */
export const wordsOf = <Meaning>(words: Readonly<Record<string, Meaning>>) =>
  new Map<string, Meaning>(Object.entries(words))
