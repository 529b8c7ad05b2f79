import { ExportError } from './read-service-export'

/** Maximum length of an object, in characters. A day's recording with a value per second has 10 million. */
const MAX_LENGTH = 32 * 1024 * 1024
const [QUOTE, BACKSLASH, OPEN, CLOSE] = [34, 92, 123, 125] as const

/**
 * Yields the texts of the objects in a JSON list one at a time, so that the list may be of any size. An object whose
 * end is missing is yielded as it is.
 *
 * @throws ExportError when an object is too long
 */
export async function* objectTextsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const state: State = { depth: 0, isString: false, isEscaped: false }
  // The parts of the current object in earlier chunks. Joining them for each chunk would take quadratic time.
  let parts: string[] = []
  let length = 0
  for await (const chunk of chunks)
    for (const { part, isEnd } of partsIn(decoder.decode(chunk, { stream: true }), state)) {
      parts.push(part)
      length += part.length
      if (length > MAX_LENGTH) throw new ExportError('An object of the export is too long.')
      if (!isEnd) continue
      yield parts.join('')
      parts = []
      length = 0
    }
  if (state.depth > 0) yield parts.join('')
}

interface State {
  /** Number of objects that have begun and not ended. */
  depth: number
  isString: boolean
  isEscaped: boolean
}

/** Yields the parts of a text that belong to outermost objects, and whether they are the ends of these. */
function* partsIn(text: string, state: State): Generator<{ part: string; isEnd: boolean }> {
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const depth = state.depth
    advance(state, text.charCodeAt(at))
    if (depth === 0 && state.depth === 1) start = at
    if (depth === 1 && state.depth === 0) yield { part: text.slice(start, at + 1), isEnd: true }
  }
  if (state.depth > 0) yield { part: text.slice(start), isEnd: false }
}

function advance(state: State, code: number): void {
  if (state.isEscaped) state.isEscaped = false
  else if (code === BACKSLASH) state.isEscaped = state.isString
  else if (code === QUOTE) state.isString = !state.isString
  else if (state.isString) return
  else if (code === OPEN) state.depth += 1
  else if (code === CLOSE) state.depth = Math.max(0, state.depth - 1)
}

/**
 * Returns a function that reads the item of a stream at an index. Reading items in order takes one pass, of which only
 * the current item is in memory; going back starts another one.
 */
export function openIndexed<Item>(
  open: () => AsyncIterable<Item>,
): (index: number) => Promise<Item | undefined> {
  let items: AsyncIterator<Item> | undefined
  let next = 0
  let last: Promise<unknown> = Promise.resolve()
  const read = async (index: number): Promise<Item | undefined> => {
    if (!items || index < next) {
      await items?.return?.()
      items = open()[Symbol.asyncIterator]()
      next = 0
    }
    for (;;) {
      const { value, done } = await items.next()
      if (done) return undefined
      next += 1
      if (next - 1 === index) return value
    }
  }
  return (index) => {
    const item = last.then(() => read(index))
    last = item.catch(() => undefined)
    return item
  }
}
