/** The safe integer that a text writes in decimal digits; undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  const value = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}
