import catalogue from './sport-names.json'
import sports from './sports.json'

const KNOWN: Readonly<Record<string, number>> = {
  ...catalogue.names,
  ...Object.fromEntries(sports.sports.map(({ id, label }) => [plainName(label), id])),
}

const CODES: Readonly<Record<string, number>> = catalogue.codes

/** Sport and sub-sport as FIT has them, such as `2/8`. */
const KIND = /^(\d+)\/\d+$/

/** What somebody means by names of sports, by `sportKey`. */
export type OwnNames = ReadonlyMap<string, number>

/**
 * The id of the sport that a service or a recording calls by a name or code; undefined for one that nobody knows.
 * `own` wins. Server and browser understand names alike by it.
 */
export function sportIdNamed(
  name: string | undefined,
  own: OwnNames = new Map(),
): number | undefined {
  if (!name) return undefined
  // A kind of a sport that is not known is the sport itself.
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

/** What all spellings of a name have in common; empty only for a name that is. */
export function sportKey(name: string): string {
  const trimmed = name.trim()
  if (KIND.test(trimmed)) return trimmed
  const letters = trimmed
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters || trimmed
}

/** Lower case, without accents, spaces and signs. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
