import catalogue from '@/reference/sport-names.json'
import sports from '@/reference/sports.json'

const CODES: Readonly<Record<string, number>> = catalogue.codes
const NAMES: Readonly<Record<string, number>> = {
  ...catalogue.names,
  ...Object.fromEntries(sports.sports.map(({ id, label }) => [plainName(label), id])),
}

/** Sport and sub-sport as FIT has them, such as `2/8`. */
const KIND = /^(\d+)\/\d+$/

/** What somebody means by names of sports, by `sportKey`. */
export type OwnNames = ReadonlyMap<string, number>

/** The sport that a recording means by a name, as the server understands it; undefined for one that nobody knows. */
export function sportNamed(name: string, own: OwnNames): number | undefined {
  // A kind of a sport that is not known is the sport itself.
  for (const written of [name, name.replace(KIND, '$1/0')]) {
    const id = own.get(sportKey(written)) ?? usually(written)
    if (id !== undefined) return id
  }
  return undefined
}

function usually(name: string): number | undefined {
  const code = [name, `gpx ${name}`].find((each) => Object.hasOwn(CODES, each))
  if (code !== undefined) return CODES[code]
  const key = plainName(name)
  return Object.hasOwn(NAMES, key) ? NAMES[key] : undefined
}

/** What all spellings of a name have in common. */
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
