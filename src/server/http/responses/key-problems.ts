import type { KeyProblem } from '@/lib/errors'

/** Maximum problems that an error response lists. */
const MAX_PROBLEMS = 20

/** An error of a schema: a JSON pointer, and what was expected. Elysia's types allow for other validators. */
interface SchemaError {
  path?: unknown
  message?: unknown
}

/** Lists the values that a schema rejects, each once. Errors about the whole body have no key, and are left out. */
export function listKeyProblems(errors: Iterable<unknown>): KeyProblem[] {
  const found = new Map<string, string>()
  for (const error of errors) {
    const { path, message } = error as SchemaError
    const key = typeof path === 'string' ? keyOf(path) : ''
    if (key !== '' && !found.has(key)) found.set(key, String(message ?? 'invalid'))
    if (found.size === MAX_PROBLEMS) break
  }
  return Array.from(found, ([key, problem]) => ({ key, problem }))
}

/** The keys of a JSON pointer, joined by dots. */
const keyOf = (pointer: string) => pointer.split('/').slice(1).map(unescapePointer).join('.')

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
