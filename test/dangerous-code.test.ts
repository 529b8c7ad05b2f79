import { describe, expect, test } from 'bun:test'
import { readSources } from '@/build/source'

/** What no part of the server or of the web UI does, but for the files that are named. */
const RULES: [what: string, pattern: RegExp, example: string, except?: string[]][] = [
  ['runs a text as code', /\beval\(|\bnew Function\(/, 'eval(text)'],
  [
    'writes HTML into a page',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    'element.innerHTML = text',
  ],
  [
    'starts another program',
    /node:child_process|\bBun\.(?:spawn|spawnSync|\$)(?![A-Za-z])/,
    'Bun.spawn([name])',
  ],
  [
    'makes SQL of a text that is not its own',
    /\bsql\.raw\(/,
    'sql.raw(name)',
    ['db/migrations/index'],
  ],
  [
    'trusts MD5, SHA-1 or an old cipher',
    /['"](?:md5|sha-?1|des|rc4|aes-\d+-ecb)\b/i,
    "createHash('md5')",
  ],
  ['keeps people from pasting', /\bonPaste\b|['"]paste['"]/, '<input onPaste={refuse}>'],
  [
    'shows passwords while they are typed',
    /<(?:TextInput|Textarea|input)\b[^>]*password/i,
    '<TextInput name="password" />',
  ],
  // Maps ask one of several tile servers by chance.
  ['draws lots that can be guessed', /Math\.random\(/, 'Math.random()', ['maps/map-image']],
]

const sources = (await readSources()).filter(({ name }) => !name.startsWith('build/'))

describe.each(RULES)('no source %s', (_, pattern, example, except = []) => {
  test('in the server or the web UI', () => {
    const found = sources.filter(({ text, name }) => pattern.test(text) && !except.includes(name))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  test('unnoticed', () => {
    expect(example).toMatch(pattern)
    for (const name of except)
      expect(sources.find((source) => source.name === name)?.text).toMatch(pattern)
  })
})
