import catalogue from './sport-names.json'
import sports from './sports.json'

const KNOWN: Readonly<Record<string, number>> = {
  ...catalogue.names,
  ...Object.fromEntries(sports.sports.map(({ id, label }) => [plainName(label), id])),
}

const CODES: Readonly<Record<string, number>> = catalogue.codes

/** Sport and sub-sport as FIT numbers, such as `2/8`. */
const KIND = /^(\d+)\/\d+$/

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
  const key = plainName(name)
  return Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined
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

/** Lower case, without accents, spaces and punctuation. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
