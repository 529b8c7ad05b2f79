/** What makes a text no JSON document. */
export interface JsonProblem {
  /** Number of the line, from 1. */
  readonly line: number
  readonly reason: string
}

const BLANKS = /[ \t\r\n]*/y
const TOKEN =
  /[{}[\],:]|(?<string>"(?:[^"\\\r\n\t]|\\.)*")|(?<value>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

const [FIRST_VALUE, FIRST_KEY] = ['a value or ]', 'a key or }'] as const

/** What a token leads to: an opened object or list, the end of a value, or what must come next. */
const VALUE = { '{': 'object', '[': 'list', string: 'ended', value: 'ended' }
const AFTER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a value': VALUE,
  [FIRST_VALUE]: { ...VALUE, ']': 'closed' },
  'a key': { string: 'a colon' },
  [FIRST_KEY]: { string: 'a colon', '}': 'closed' },
  'a colon': { ':': 'a value' },
  'a comma or }': { ',': 'a key', '}': 'closed' },
  'a comma or ]': { ',': 'a value', ']': 'closed' },
}
/** What follows an opening bracket, and the bracket that closes it. */
const OPENED: Readonly<Record<string, readonly [expected: string, closing: string]>> = {
  object: [FIRST_KEY, '}'],
  list: [FIRST_VALUE, ']'],
}
const END = 'the end of the document'

/** Finds the first place where a text is no JSON document; JSON.parse does not say where it stopped. */
export function findJsonProblem(text: string): JsonProblem {
  const closing: string[] = []
  const [blanks, token] = [new RegExp(BLANKS), new RegExp(TOKEN)]
  let expected = 'a value'
  for (;;) {
    blanks.test(text)
    token.lastIndex = blanks.lastIndex
    const match = token.exec(text)
    const step = match ? AFTER[expected]?.[kindOf(match)] : undefined
    if (step === undefined) return problemAt(text, blanks.lastIndex, expected)
    blanks.lastIndex = token.lastIndex
    const opened = OPENED[step]
    if (opened) closing.push(opened[1])
    if (step === 'closed') closing.pop()
    const isEnded = step === 'ended' || step === 'closed'
    expected = opened?.[0] ?? (isEnded ? afterValue(closing) : step)
  }
}

const kindOf = ({ 0: token, groups }: RegExpExecArray): string =>
  groups?.string === undefined ? (groups?.value === undefined ? token : 'value') : 'string'

const afterValue = (closing: readonly string[]): string =>
  closing.length > 0 ? `a comma or ${closing.at(-1)}` : END

function problemAt(text: string, at: number, expected: string): JsonProblem {
  const line = text.slice(0, at).split('\n').length
  if (at < text.length)
    return {
      line,
      reason: `expected ${expected}, found ${JSON.stringify(text.slice(at, at + 10))}`,
    }
  return {
    line,
    reason: expected === END ? 'a text has a control character' : 'the document ends too early',
  }
}
