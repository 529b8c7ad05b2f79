/** The object at a key of what another server answered; an empty one where there is none. */
export function objectAt(value: unknown, key: string): Record<string, unknown> {
  const inner = isObject(value) ? value[key] : undefined
  return isObject(inner) ? inner : {}
}

const isObject = (what: unknown): what is Record<string, unknown> =>
  typeof what === 'object' && what !== null
