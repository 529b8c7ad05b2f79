import catalogue from './sport-names.json'
import sports from './sports.json'

/** Sport and sub-sport as FIT numbers, such as `2/8`. */
const KIND = /^(\d+)\/\d+$/

/** Letters that Unicode does not decompose, and what they are written as without their own key. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ı: 'i', æ: 'ae', œ: 'oe' },
}

const KNOWN: ReadonlyMap<string, number> = new Map([
  ...Object.entries(catalogue.names).map(([name, id]) => [plainName(name), id] as const),
  ...sports.sports.map(({ id, label }) => [plainName(label), id] as const),
])

const CODES: Readonly<Record<string, number>> = catalogue.codes

/** The sports that a user has assigned to names, by `sportKey`. */
export type UserSportNames = ReadonlyMap<string, number>

/**
 * Finds the sport for a name or code from a service or a recording; undefined if the name is unknown. Names in `own`
 * come first. The server and the browser both use it, so that they agree.
 */
export function findSportId(
  name: string | undefined,
  own: UserSportNames = new Map(),
): number | undefined {
  if (!name) return undefined
  // An unknown sub-sport counts as its sport.
  for (const written of new Set([name, name.replace(KIND, '$1/0')])) {
    const id = own.get(sportKey(written)) ?? usualIdOf(written)
    if (id !== undefined) return id
  }
  return undefined
}

function usualIdOf(name: string): number | undefined {
  const code = [name, `gpx ${name}`].find((each) => Object.hasOwn(CODES, each))
  if (code !== undefined) return CODES[code]
  return KNOWN.get(plainName(name))
}

/** Returns a key that all spellings of a name share; empty only for an empty name. */
export function sportKey(name: string): string {
  const trimmed = name.trim()
  if (KIND.test(trimmed)) return trimmed
  const letters = trimmed
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters || trimmed
}

/** Lower case, in any script, without accents, spaces and punctuation. */
function plainName(name: string): string {
  return sportKey(name).replace(/[łøßđðþıæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
