import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Who may call a route, as documented. */
export interface EndpointAccess {
  /** `public`: anyone, tokens are ignored; `optional`: anonymous callers too; `token`: only with a token. */
  who: 'public' | 'optional' | 'token'
  /** The lowest role that may call. */
  role?: 'moderator' | 'admin'
  /** Whether suspended accounts may call. */
  suspended: boolean
  /** Scopes of which a third-party token must have one; without any, third-party tokens are rejected. */
  scopes: readonly string[]
}

/** An endpoint as recorded in `test/api/endpoints.txt`. */
export interface Endpoint {
  /** Method and path pattern, separated by a space. */
  route: string
  /** `-` for the two that are not in the API document. */
  operationId: string
  access: EndpointAccess
  /** For reads: status, number of statements, and bytes of JSON. */
  cost: string | undefined
}

const FILE = resolve(import.meta.dir, '../api/endpoints.txt')

/** Every endpoint. */
export const ENDPOINTS: readonly Endpoint[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(parseEndpoint)

function parseEndpoint(line: string): Endpoint {
  const [route = '', operationId = '', access = '', cost] = line.split(' | ')
  const [who = '', ...words] = access.split(' ')
  if (who !== 'public' && who !== 'optional' && who !== 'token') throw new Error(line)
  const role = words.find((word) => word === 'moderator' || word === 'admin')
  return {
    route,
    operationId,
    access: {
      who,
      ...(role && { role }),
      suspended: words.includes('suspended'),
      scopes: words.filter((word) => word.includes(':')),
    },
    cost,
  }
}

/** The line of an endpoint in the file, without its cost. */
export function formatEndpoint({ route, operationId, access }: Omit<Endpoint, 'cost'>): string {
  const { who, role, suspended, scopes } = access
  const words = [who, ...(role ? [role] : []), ...(suspended ? ['suspended'] : []), ...scopes]
  return [route, operationId, words.join(' ')].join(' | ')
}
