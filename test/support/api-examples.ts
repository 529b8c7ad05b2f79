import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Examples } from '@/server/api-document/examples'
import EXAMPLES from '@/server/api-document/examples.json'

const FILE = new URL('../../src/server/api-document/examples.json', import.meta.url).pathname
const MAX_TEXT = 200
/** Keys whose values would let somebody in. */
const SECRET = /token|secret|password|cookie|challenge|signature|totp|recovery|^code$|^key$/

/** An operation that was called successfully. */
interface Call {
  operationId: string
  status: number
  response: unknown
}

/** Collects examples of each operation: for every status the longest response, because it shows the most keys. */
export function collectExamples() {
  const examples = new Map<string, Examples>()
  const longest = new Map<string, number>()
  return {
    add({ operationId, status, response }: Call) {
      if (typeof response !== 'object' || response === null) return
      const { length } = JSON.stringify(response)
      const key = `${operationId} ${status}`
      if (length < (longest.get(key) ?? 0)) return
      longest.set(key, length)
      examples.set(operationId, { ...examples.get(operationId), [status]: shorten(response) })
    },
    /** The operations with JSON that have no recorded example, and the recorded ones that do not exist. */
    differing: () =>
      [...new Set(Object.keys(EXAMPLES)).symmetricDifference(new Set(examples.keys()))].sort(),
    /** Records the examples, one operation per line. */
    write: () => {
      const lines = [...examples]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`)
      writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
    },
  }
}

/** The first elements of lists, short texts, and no secrets or addresses of the machine that recorded them. */
function shorten(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const kept = value.every((one) => typeof one === 'number') ? 4 : 2
    return value.slice(0, kept).map((one) => shorten(one, key))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, shorten(one, name)]),
    )
  if (typeof value !== 'string') return value
  if (SECRET.test(key) && value.length > 12) return `example-${key.replaceAll('_', '-')}`
  const text = value
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://milepost.example.org')
    .replaceAll(`${tmpdir()}/`, '/var/lib/milepost/')
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
