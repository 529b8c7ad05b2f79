import catalogue from '@/reference/sport-names.json'
import sports from '@/reference/sports.json'

const KNOWN: Readonly<Record<string, number>> = {
  ...catalogue.names,
  ...Object.fromEntries(sports.sports.map(({ id, label }) => [plainName(label), id])),
}

const CODES: Readonly<Record<string, number>> = catalogue.codes

/** The id of the sport that a service or a recording calls by a name or code; undefined for one that nobody knows. */
export function sportIdNamed(name: string | undefined): number | undefined {
  const code = codeIn(name ?? '')
  if (code !== undefined) return code
  const key = plainName(name ?? '')
  return Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined
}

function codeIn(name: string): number | undefined {
  // A kind of a sport that is not known is the sport itself.
  const written = [name, name.replace(/^(\d+)\/\d+$/, '$1/0'), `gpx ${name}`]
  const found = written.find((each) => Object.hasOwn(CODES, each))
  return found === undefined ? undefined : CODES[found]
}

/** Lower case, without accents, spaces and signs. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
