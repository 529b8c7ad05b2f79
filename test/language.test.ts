import { describe, expect, test } from 'bun:test'
import { readSources, readWords, type SourceFile, sourceFile } from '@/build/checks/source'

const GLOSSARY = '.github/CONTRIBUTING.md'

/** The words in backticks in the last column of the glossary. */
async function readRetiredWords(): Promise<string[]> {
  const text = await Bun.file(GLOSSARY).text()
  const [, section = ''] = text.split('\n## Glossary\n')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => {
    const [, , , last = ''] = row.split('|')
    return [...last.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
  })
}

/** Splits `cachedQueryRows` into `cached query rows`. */
const splitName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** The retired words in a file, each with its comment or name. */
function findRetiredWords(file: SourceFile, retired: RegExp): string[] {
  const { comments, names } = readWords(file)
  const texts = [
    ...comments.map((comment) => comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim()),
    ...names.map(splitName),
  ]
  return texts.flatMap((text) => {
    const [word] = retired.exec(text) ?? []
    return word === undefined ? [] : [`${file.name}: ${word} in "${text.slice(0, 100)}"`]
  })
}

const retiredWords = await readRetiredWords()
const retired = new RegExp(`\\b(?:${retiredWords.join('|')})\\b`, 'i')

describe('the language of the source', () => {
  test('contains no words that the glossary retires', async () => {
    const sources = (await readSources()).filter(({ name }) => !/migrations\/\d/.test(name))
    expect(sources.flatMap((file) => findRetiredWords(file, retired))).toEqual([])
  })

  test('is checked against a glossary that contains words', () => {
    expect(retiredWords.length).toBeGreaterThan(10)
  })

  test.each([
    ['a comment', '/** Reads it anew. */\nexport const read = 1'],
    ['a comment of several lines', '/*\n * Reads it\n * anew.\n */\nexport const read = 1'],
    ['a name', 'export const readAnew = 1'],
    ['the name of a type', 'export interface AnewReader {}'],
    ['a property', 'export const options = { readAnew: true }'],
  ])('is checked in %s', (_, text) => {
    expect(findRetiredWords(sourceFile('lib/x.ts', text), /\banew\b/i)).toHaveLength(1)
  })

  test('is not checked in texts that users read', () => {
    const text = "export const text = 'anew'"
    expect(findRetiredWords(sourceFile('lib/x.ts', text), /\banew\b/i)).toEqual([])
  })
})
