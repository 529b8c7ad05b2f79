import { describe, expect, test } from 'bun:test'
import { readImports, readSources, readStrings, type SourceFile } from './support/source'

/** What files below a path of `src` may import from other parts of it, by the longest path that fits. */
interface Layer {
  values: string[]
  /** May be imported as types besides. */
  types?: string[]
}

const SERVER = [
  ...['api', 'auth', 'caller', 'cli', 'config', 'context', 'db', 'errors', 'feeds', 'http', 'jobs'],
  ...['lib', 'mail', 'notify', 'policy', 'present', 'records', 'reference', 'stats', 'storage'],
  ...['elevation', 'geocode', 'tracks', 'version', 'weather', 'workers'],
]
const USE_CASES = [
  ...['auth', 'db', 'elevation', 'geocode', 'mail', 'notify', 'policy', 'records', 'stats'],
  ...['storage', 'tracks', 'weather'],
]
const BASICS = ['caller', 'errors', 'lib', 'reference', 'version']
const AROUND_A_CALL = ['caller', 'config', 'context', 'db', 'workers']

const LAYERS: Record<string, Layer> = {
  lib: { values: [] },
  version: { values: [] },
  errors: { values: ['lib'] },
  caller: { values: ['lib'] },
  config: { values: ['lib', 'errors'] },
  tracks: { values: ['lib', 'reference'] },
  records: { values: ['lib', 'tracks'] },
  stats: { values: ['lib', 'tracks', 'records'] },
  elevation: { values: ['lib', 'policy', 'tracks'], types: ['db'] },
  weather: { values: ['lib'], types: ['config'] },
  geocode: { values: ['lib'], types: ['config'] },
  db: { values: ['lib', 'errors', 'reference'], types: ['records', 'tracks'] },
  policy: {
    values: ['caller', 'db/columns', 'errors', 'lib', 'records', 'reference'],
    types: ['db'],
  },
  present: {
    values: ['db/columns', 'lib', 'policy', 'records', 'reference', 'version'],
    types: ['caller', 'config', 'db', 'stats', 'tracks'],
  },
  auth: { values: ['db', 'policy', ...BASICS], types: AROUND_A_CALL },
  mail: { values: ['db', 'policy', 'tracks', ...BASICS], types: AROUND_A_CALL },
  storage: { values: ['db', 'policy', 'tracks', ...BASICS], types: AROUND_A_CALL },
  notify: { values: ['db', 'mail', 'policy', 'tracks', ...BASICS], types: AROUND_A_CALL },
  jobs: {
    values: ['api/*', 'db', 'mail', 'notify', 'policy', 'present', 'storage', 'tracks', ...BASICS],
    types: AROUND_A_CALL,
  },
  feeds: { values: ['present', ...BASICS], types: ['db'] },
  workers: {
    values: ['elevation', 'errors', 'lib', 'records', 'storage', 'tracks'],
    types: ['config', 'db'],
  },
  'api/*': { values: ['api/*', ...USE_CASES, ...BASICS], types: ['feeds', ...AROUND_A_CALL] },
  // Reads a body as it arrives, before there is anything to validate.
  'api/*/receive': { values: ['http', ...USE_CASES, ...BASICS], types: AROUND_A_CALL },
  'api/*/schema': { values: ['db/columns', 'http', 'lib', 'policy', 'reference'] },
  'api/*/routes': {
    values: ['caller', 'errors', 'feeds', 'http', 'lib', 'present', 'reference', 'version'],
    types: AROUND_A_CALL,
  },
  http: { values: SERVER.filter((layer) => layer !== 'cli') },
  'http/server': { values: [...SERVER, 'web/manifest.gen'] },
  'http/web-ui': { values: ['http', 'lib', 'web/manifest.gen'], types: ['context'] },
  context: { values: SERVER },
  'create-context': { values: SERVER },
  cli: { values: [...SERVER, 'create-context'] },
  main: { values: ['cli'] },
  build: { values: ['config', 'create-context', 'db', 'http', 'tracks'] },
  web: { values: ['reference'], types: SERVER },
}

/** What describes requests is no business of another family. */
const OWN_FAMILY_ONLY = ['api/*/routes', 'api/*/schema']

/** Packages with one home: everything else reaches them through it. */
const HOMES: Record<string, string[]> = {
  elysia: ['api/*/receive', 'api/*/routes', 'api/*/schema', 'auth/session-tokens', 'http'],
  kysely: ['db', 'policy'],
  'better-sqlite3': ['db'],
  'bun:sqlite': [],
  sharp: ['storage', 'workers'],
  saxes: ['tracks'],
  yauzl: ['tracks', 'storage', 'jobs', 'workers'],
  react: ['web'],
  commander: ['cli', 'main'],
}

const MOST_LINES: [path: string, lines: number][] = [
  ['present', 200],
  ['policy', 200],
  ['api/*/schema', 200],
  ['api/*/routes', 200],
  ['api/*/service', 300],
  ['*', 400],
]
const MEDIAN_LINES = 80
const MOST_TEST_LINES = 600

/** True when `name` is `pattern` or below it; a `*` stands for one folder. */
const isBelow = (name: string, pattern: string) => {
  const parts = name.split('/')
  return pattern.split('/').every((part, index) => part === '*' || part === parts[index])
}

const layerOf = (name: string) =>
  Object.keys(LAYERS)
    .filter((pattern) => isBelow(name, pattern))
    .sort((a, b) => b.split('/').length - a.split('/').length)[0]

/** Files of one folder belong together: the top folder, or in `api` the family. */
const home = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('api/') ? 2 : 1)
    .join('/')

function forbiddenImports({ name, text }: SourceFile): string[] {
  const layer = LAYERS[layerOf(name) ?? '']
  return readImports(text)
    .filter(({ from, typeOnly }) => {
      if (!from.startsWith('@/')) return false
      const target = from.slice(2)
      if (home(target) === home(name)) return false
      if (name.startsWith('api/') && OWN_FAMILY_ONLY.some((role) => isBelow(target, role)))
        return true
      const allowed = [...(layer?.values ?? []), ...(typeOnly ? (layer?.types ?? []) : [])]
      return !allowed.some((pattern) => isBelow(target, pattern))
    })
    .map(({ from, typeOnly }) => `${name} imports ${typeOnly ? 'types of ' : ''}${from}`)
}

function homelessPackages({ name, text }: SourceFile): string[] {
  return readImports(text)
    .filter(({ from, typeOnly }) => !typeOnly && HOMES[from]?.every((path) => !isBelow(name, path)))
    .map(({ from }) => `${name} imports ${from}`)
}

const sources = await readSources()
const server = sources.filter(({ name }) => !isBelow(name, 'web') && !isBelow(name, 'build'))
const isMigration = ({ name }: SourceFile) => /^db\/migrations\/\d/.test(name)

describe('what these tests read', () => {
  test('are imports in all their forms', () => {
    const text = [
      "import type { A } from '@/a'",
      "import {\n  b,\n} from '@/b'",
      "import './c'",
      "export * from '@/d'",
      "const e = await import('@/e')",
      "new Worker(new URL('./f-worker.ts', import.meta.url))",
      "// import { g } from '@/g'",
    ].join('\n')
    expect(readImports(text).map(({ from }) => from)).toEqual([
      '@/a',
      '@/b',
      './c',
      '@/d',
      '@/e',
      './f-worker.ts',
    ])
    expect(readImports(text).filter(({ typeOnly }) => typeOnly)).toHaveLength(1)
  })

  test('are texts, but no comments, patterns and statements', () => {
    const text = [
      "fail('it\\'s one text') // don't read 'this'",
      '/* nor "this" */ say(`two words`, "a third")',
      "text.replace(/['`]/g, 'x')",
      'sql`select one from table`',
    ].join('\n')
    expect(readStrings(text)).toEqual(["it\\'s one text", 'two words', 'a third', 'x'])
  })
})

describe('imports', () => {
  test('every part of src has its line in the table of layers', () => {
    expect(sources.map(({ name }) => name).filter((name) => !layerOf(name))).toEqual([])
  })

  test('follow the table of layers', () => {
    expect(sources.flatMap(forbiddenImports)).toEqual([])
  })

  test('reach a package through its home only', () => {
    expect(server.flatMap(homelessPackages)).toEqual([])
  })

  test('are written with @/ or ./ and never climb', () => {
    const climbing = sources.filter(({ text }) =>
      readImports(text).some(({ from }) => from.startsWith('../')),
    )
    expect(climbing.map(({ name }) => name)).toEqual([])
  })

  test('keep migrations frozen: they know nothing but kysely', () => {
    const living = sources
      .filter(isMigration)
      .filter(({ text }) => readImports(text).some(({ from }) => from !== 'kysely'))
    expect(living.map(({ name }) => name)).toEqual([])
  })
})

describe('sizes', () => {
  const measured = sources.filter((file) => !isMigration(file))

  test('no source file is longer than its kind may be', () => {
    const long = measured.filter(({ name, lines }) => {
      const [, most = 0] = MOST_LINES.find(([pattern]) => isBelow(name, pattern)) ?? []
      return lines > most
    })
    expect(long.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([])
  })

  test('half of the source files are short', () => {
    const lines = measured.map((file) => file.lines).sort((a, b) => a - b)
    expect(lines[Math.floor((lines.length - 1) / 2)]).toBeLessThanOrEqual(MEDIAN_LINES)
  })

  test('no test file is too long to read', async () => {
    const long: string[] = []
    for (const path of new Bun.Glob('test/**/*.{ts,tsx}').scanSync('.')) {
      const lines = (await Bun.file(path).text()).split('\n').length - 1
      if (lines > MOST_TEST_LINES) long.push(`${path}: ${lines} lines`)
    }
    expect(long).toEqual([])
  })
})

describe('code', () => {
  test('exports by name', () => {
    expect(sources.filter(({ text }) => /^export default\b/m.test(text)).map(name)).toEqual([])
  })

  test('keeps no state in modules', () => {
    expect(sources.filter(({ text }) => /^(export )?(let|var)\b/m.test(text)).map(name)).toEqual([])
  })

  test('says a text of three words or more in one place', () => {
    const places = new Map<string, string[]>()
    for (const { name, text } of server.filter((file) => !isMigration(file)))
      for (const found of readStrings(text).filter(isSentence))
        places.set(found, [...(places.get(found) ?? []), name])
    const repeated = [...places].filter(([, names]) => names.length > 1)
    expect(repeated).toEqual([])
  })
})

const name = (file: SourceFile) => file.name
/** Three words or more, and not the alias of a table in a query. */
const isSentence = (text: string) =>
  /[a-z]+ [a-z]+ [a-z]/i.test(text) && !/^[\w.]+ as \w+$/.test(text)

describe('tracked files', () => {
  // Put together from parts, so that this file does not name what it looks for.
  const registries = [
    'npm' + 'js',
    'py' + 'pi',
    'crates',
    'proxy\\.golang',
    'maven',
    'deb\\.debian',
  ]
  const registry = new RegExp(`\\b(${registries.join('|')})(\\.[a-z]+)*\\.(org|io|com)\\b`)
  const machinePath = new RegExp(`(?<![\\w./:-])/(${['work', 'root', 'home/[a-z]+'].join('|')})/`)

  test('name no package registry and no folder of one machine', async () => {
    const { stdout } = Bun.spawnSync(['git', '-c', 'safe.directory=*', 'ls-files', '-z'])
    const paths = stdout.toString().split('\0').filter(Boolean)
    expect(paths).toContain('package.json')
    const wrong: string[] = []
    for (const path of paths) {
      const file = Bun.file(path)
      const text = (await file.exists()) ? await file.text() : ''
      if (!text.includes('\0') && (registry.test(text) || machinePath.test(text))) wrong.push(path)
    }
    expect(wrong).toEqual([])
  })
})
