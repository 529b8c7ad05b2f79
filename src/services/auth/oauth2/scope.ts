import { SCOPES } from '@/policy/scopes'

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** Splits a scope text into its words, without duplicates, in their order. */
export const splitScope = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((word) => word !== '')),
]

/** Keeps the scopes that this server knows; '' if there are none. */
export const filterKnownScopes = (text: string): string =>
  splitScope(text)
    .filter((word) => KNOWN.has(word))
    .join(' ')

/** Reduces a requested scope to what an app is allowed, in the order of the request; '' if nothing remains. */
export function limitScope(requested: string, allowed: string): string {
  const mayGet = new Set(splitScope(allowed))
  return splitScope(requested)
    .filter((word) => mayGet.has(word))
    .join(' ')
}

/** Whether `granted` includes every scope in `asked`. Always false for an empty `granted`. */
export const includesScope = (granted: string, requested: string): boolean => {
  const held = splitScope(granted)
  return held.length > 0 && splitScope(requested).every((word) => held.includes(word))
}
