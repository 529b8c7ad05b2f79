/** The object at a key of another server's response, or an empty object if there is none. */
export function objectAt(value: unknown, key: string): Record<string, unknown> {
  const inner = isObject(value) ? value[key] : undefined
  return isObject(inner) ? inner : {}
}

const isObject = (what: unknown): what is Record<string, unknown> =>
  typeof what === 'object' && what !== null
