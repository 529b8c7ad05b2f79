import type { TObject } from '@sinclair/typebox'

const HEADER = 'x-ignored-keys'
/** Maximum characters of the header. */
const MAX_LENGTH = 1000

/** Returns the keys of an input that its schema does not have. */
export const findIgnoredKeys = (schema: TObject, input: object): string[] =>
  Object.keys(input).filter((key) => !Object.hasOwn(schema.properties, key))

/**
 * Names ignored keys in the response, so that authors of clients notice misspelt ones. The keys are percent-encoded,
 * because a header can contain neither commas nor other letters in them.
 */
export function reportIgnoredKeys(set: { headers: object }, keys: readonly string[]): void {
  if (keys.length === 0) return
  const list = keys.map((key) => encodeURIComponent(key.toWellFormed()))
  while (list.join(', ').length > MAX_LENGTH) list.pop()
  if (list.length > 0) Object.assign(set.headers, { [HEADER]: list.join(', ') })
}
