import catalogue from '@/reference/sport-names.json'
import sports from '@/reference/sports.json'

const KNOWN: Readonly<Record<string, number>> = {
  ...catalogue.names,
  ...Object.fromEntries(sports.sports.map(({ id, label }) => [plainName(label), id])),
}

/** The id of the sport that a service calls by a name; undefined for one that nobody knows. */
export function sportIdNamed(name: string | undefined): number | undefined {
  const key = plainName(name ?? '')
  return Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined
}

/** Lower case, without accents, spaces and signs. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
