import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import compile from 'icu-minify/compile'
import { readSources } from '@/build/checks/source'

const LOCALES = resolve(import.meta.dir, '../../../src/domain/reference/locales')

const pathOf = (language: string) => join(LOCALES, language, 'web.json')
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(pathOf(language), 'utf8'))

const ENGLISH = textsOf('en')
const LANGUAGES = readdirSync(LOCALES).filter((language) => existsSync(pathOf(language)))

const PLURAL = 2

/** The parameters of a message: its arguments and tags, and the cases of each plural. */
interface Needs {
  names: Set<string>
  plurals: string[][]
}

/** Reads a compiled node: `[name]`, `[name, kind, cases]` or `[tag, …children]`. */
function readNode(node: unknown, needs: Needs): void {
  if (!Array.isArray(node)) return
  const [name, kind, cases] = node
  needs.names.add(name)
  if (kind === PLURAL) needs.plurals.push(Object.keys(cases))
  const inner = typeof kind === 'number' ? Object.values(cases ?? {}) : [node.slice(1)]
  for (const nodes of inner) readNodes(nodes, needs)
}

function readNodes(nodes: unknown, needs: Needs): void {
  if (Array.isArray(nodes)) for (const node of nodes) readNode(node, needs)
}

function needsOf(text: string): { names: string[]; plurals: string[][] } {
  const needs: Needs = { names: new Set(), plurals: [] }
  readNodes(compile(text), needs)
  return { names: [...needs.names].sort(), plurals: needs.plurals }
}

describe('the texts of the web UI', () => {
  test('are all used somewhere', async () => {
    const sources = (await readSources()).filter(({ name }) =>
      /^(web|domain\/reference)\//.test(name),
    )
    const code = sources.map(({ text }) => text).join('\n')
    const families = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, stem = '']) => stem)
    const used = (key: string) =>
      code.includes(`'${key}'`) || families.some((stem) => key.startsWith(stem))
    expect(Object.keys(ENGLISH).filter((key) => !used(key))).toEqual([])
  })

  describe.each(LANGUAGES)('in %s', (language) => {
    const texts = textsOf(language)

    test('are sorted, so that merges do not conflict', () => {
      const keys = Object.keys(texts)
      expect(keys).toEqual(keys.toSorted())
    })

    test('are complete, without unused keys', () => {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(ENGLISH).toSorted())
    })

    test('have the same parameters as in English', () => {
      const named = (all: Record<string, string>) =>
        Object.entries(all).map(([key, text]) => [key, needsOf(text).names])
      expect(Object.fromEntries(named(texts))).toEqual(Object.fromEntries(named(ENGLISH)))
    })

    test('have all plural forms of the language', () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      const lacking = Object.entries(texts).filter(([, text]) =>
        needsOf(text).plurals.some((cases) => pluralCategories.some((one) => !cases.includes(one))),
      )
      expect(lacking).toEqual([])
    })
  })
})

describe.each(['mail', 'feed'])('the texts of the %s', (kind) => {
  const textsIn = (language: string): Record<string, string | object> =>
    JSON.parse(readFileSync(join(LOCALES, language, `${kind}.json`), 'utf8'))
  const english = textsIn('en')

  test.each(LANGUAGES)('are complete in %s, without unused keys', (language) => {
    const texts = textsIn(language)
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted())
    expect(Object.keys(texts.sports ?? {})).toEqual(Object.keys(english.sports ?? {}))
  })

  test.each(LANGUAGES)('have the same parameters in %s as in English', (language) => {
    const valuesOf = (text: unknown) => [...String(text).matchAll(/\{\w+\}/g)].flat().toSorted()
    const all = (texts: object) => Object.entries(texts).map(([key, text]) => [key, valuesOf(text)])
    expect(Object.fromEntries(all(textsIn(language)))).toEqual(Object.fromEntries(all(english)))
  })
})
