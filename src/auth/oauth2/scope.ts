import { SCOPES } from '@/policy/scopes'

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** The words of a scope text, each once, in the order they came. */
export const scopeWords = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((word) => word !== '')),
]

/** The scopes of a text that this server knows; '' when there are none. */
export const knownScope = (text: string): string =>
  scopeWords(text)
    .filter((word) => KNOWN.has(word))
    .join(' ')

/** The part of a requested scope that an app may get, in the order of the request; '' when nothing remains. */
export function allowedScope(requested: string, allowed: string): string {
  const mayGet = new Set(scopeWords(allowed))
  return scopeWords(requested)
    .filter((word) => mayGet.has(word))
    .join(' ')
}

/** Whether a scope asks for nothing beyond another one; an empty one never includes anything. */
export const includesScope = (granted: string, asked: string): boolean => {
  const held = scopeWords(granted)
  return held.length > 0 && scopeWords(asked).every((word) => held.includes(word))
}
