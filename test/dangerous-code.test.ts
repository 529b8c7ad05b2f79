import { describe, expect, test } from 'bun:test'
import { readSources } from '@/build/checks/source'

/** Things that no part of the server or the web UI does, except for the named files. */
const RULES: [what: string, pattern: RegExp, example: string, except?: string[]][] = [
  ['evaluates strings as code', /\beval\(|\bnew Function\(/, 'eval(text)'],
  [
    'writes raw HTML into a page',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    'element.innerHTML = text',
  ],
  [
    'starts another program',
    /node:child_process|\bBun\.(?:spawn|spawnSync|\$)(?![A-Za-z])/,
    'Bun.spawn([name])',
    // Recordings are read by this executable in another process; `service` sets up the unit with systemctl.
    ['services/workers/worker-process', 'cli/service/service'],
  ],
  [
    'builds SQL from strings',
    /\bsql\.raw\(/,
    'sql.raw(name)',
    // Names of tables and columns from the schema or the code.
    [
      'store/db/migrations/index',
      'store/db/migrations/0190-constraints',
      'store/db/schema/derived-values',
    ],
  ],
  [
    'uses MD5, SHA-1 or an old cipher',
    /['"](?:md5|sha-?1|des|rc4|aes-\d+-ecb)\b/i,
    "createHash('md5')",
    // The checksums of WebDAV clients against damage, which are no secrets.
    ['server/dav/checksums'],
  ],
  ['prevents pasting', /\bonPaste\b|['"]paste['"]/, '<input onPaste={refuse}>'],
  [
    'shows passwords during input',
    /<(?:TextInput|Textarea|input)\b[^>]*password/i,
    '<TextInput name="password" />',
  ],
  // Maps use a random tile server.
  [
    'uses predictable random numbers',
    /Math\.random\(/,
    'Math.random()',
    ['services/maps/load-ground'],
  ],
]

const sources = (await readSources()).filter(({ name }) => !name.startsWith('build/'))

describe.each(RULES)('no source %s', (_, pattern, example, except = []) => {
  test('in the server or web UI', () => {
    const found = sources.filter(({ text, name }) => pattern.test(text) && !except.includes(name))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  test('goes unnoticed, as an example shows', () => {
    expect(example).toMatch(pattern)
    for (const name of except)
      expect(sources.find((source) => source.name === name)?.text).toMatch(pattern)
  })
})
