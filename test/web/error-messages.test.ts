import { describe, expect, test } from 'bun:test'
import { parseSync } from 'oxc-parser'
import { readSources } from '@/build/checks/source'
import { describeOtherFile } from '@/domain/tracks/formats/fit/fit-file-types'
import { TRACK_ERRORS } from '@/domain/tracks/track-error'
import { ERROR_TEXTS } from '@/lib/error-codes'
import { describeError, translateError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'

/** Functions that reject a request, with the index of the argument that is the message. */
const REFUSING: Readonly<Record<string, number>> = {
  ...{ badRequest: 0, forbidden: 0, notFound: 0, unauthorized: 0, internal: 0, tryAgainLater: 0 },
  ...{
    badRequestAs: 1,
    notFoundWith: 1,
    notFoundInList: 1,
    withFailureText: 0,
    payloadTooLarge: 0,
  },
  withStatus: 2,
}

interface AnyNode {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value

function walk(node: unknown, visit: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  if (!isNode(node)) return
  visit(node)
  for (const child of Object.values(node)) if (typeof child === 'object') walk(child, visit)
}

/** Returns the possible texts of an expression; `…` stands for interpolated values. */
function textsOf(node: unknown, constants: ReadonlyMap<string, string>): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'ConditionalExpression')
    return [...textsOf(node.consequent, constants), ...textsOf(node.alternate, constants)]
  if (node.type === 'Identifier') {
    const name = String(node.name)
    const text = /^[A-Z_]+$/.test(name) ? constants.get(name) : undefined
    return text === undefined ? [] : [text]
  }
  if (node.type !== 'TemplateLiteral') return []
  const quasis = node.quasis as { value: { raw: string } }[]
  const filled = node.expressions as unknown[]
  const parts = quasis.map(({ value: { raw } }, at) => {
    const expression = filled[at]
    return raw + (expression ? (textsOf(expression, constants)[0] ?? '…') : '')
  })
  return [parts.join('')]
}

/** Returns every message with which the server rejects a request. */
async function refusals(): Promise<string[]> {
  const sources = (await readSources()).filter(({ path }) => !/^(web|cli|build)\//.test(path))
  const programs = sources.map(({ path, text }) => parseSync(path, text).program)
  const constants = new Map<string, string>()
  walk(programs, ({ type, id, init }) => {
    const [text] = type === 'VariableDeclarator' ? textsOf(init, constants) : []
    if (isNode(id) && text !== undefined) constants.set(String(id.name), text)
  })
  const texts: string[] = []
  walk(programs, (node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return
    const at = REFUSING[String(node.callee.name)]
    if (at === undefined) return
    const given = textsOf((node.arguments as unknown[])[at], constants)
    texts.push(...given.filter((text) => text !== ''))
  })
  return [...new Set(texts)]
}

describe('error messages of the server', () => {
  // Each code has a translation or is only for programs: the types require it.
  test('each have a specific code', async () => {
    const texts = await refusals()
    expect(texts.length).toBeGreaterThan(100)
    const lacking = texts.filter((text) => !ERROR_TEXTS.some(([, known]) => known.test(text)))
    expect(lacking).toEqual([])
  })

  test('have a translation for every file that cannot be read', () => {
    const texts = Object.values(TRACK_ERRORS)
    expect(texts.filter((text) => translateError(text) === text)).toEqual([])
  })

  test('have a translation for files of a device that are no workouts', () => {
    const text = describeOtherFile(32)?.text ?? ''
    expect(translateError(text)).toBe(t('file.notActivity'))
  })

  test.each([
    ['invalid credentials', 'The email or the password is not right.'],
    ['Error during workout upload, file size (12.0MB) exceeds 10.0MB.', '10.0MB at most.'],
    ['email: this address is already used\npassword: too common\n', 'Choose another one.'],
    ['max size of zip archive must be equal or greater than max size of uploaded files', 'limits'],
    ['Sport id: 99 does not exist', 'Choose another one.'],
    ['user already suspended', 'Reload the page.'],
    ['rate limit exceeded (30 per 5 minutes)', 'Wait a few minutes'],
  ])('%s', (text, part) => {
    expect(describeError(new Error(text))).toContain(part)
    expect(describeError(new Error(text))).not.toContain(text)
  })

  test('are shown unchanged without a translation', () => {
    expect(describeError(new Error('something new\nin two lines'))).toBe(
      'something new\nin two lines',
    )
    expect(describeError(undefined)).toBe('An unexpected error occurred.')
  })
})
