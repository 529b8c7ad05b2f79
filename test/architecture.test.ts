import { describe, expect, test } from 'bun:test'
import {
  filesWithoutRule,
  findCycles,
  isBelow,
  largeFolders,
  linksOf,
  readFile,
  unitLinks,
  unusedRules,
  VIEWS,
  webLinks,
  wrongImports,
} from '@/build/checks/dependency-rules'
import { readFacts, readSources, type SourceFile, sourceFile } from '@/build/checks/source'

const MAX_LINES: [path: string, lines: number][] = [
  ['server/responses', 200],
  ['policy', 200],
  ['server/api/*/schema', 200],
  ['server/api/*/routes', 200],

  ['*', 400],
]
const MEDIAN_LINES = 60
const MAX_FILES = 25
const MAX_TEST_LINES = 600
const MAX_FUNCTION_LINES = 60

const files = (await readSources()).map(readFile)
const sources = files.map(({ file }) => file)
const server = files.filter(
  ({ file: { name } }) => !isBelow(name, 'web') && !isBelow(name, 'build'),
)
const links = files.flatMap(linksOf)
/** Counts lines without imports, which grow with the length of paths. */
const countLines = ({ lines, text }: SourceFile) =>
  lines - (text.match(/^import [^;]*?'[^']+'$/gm) ?? []).join('\n').split('\n').length

const isMigration = ({ name }: SourceFile) => /^store\/db\/migrations\/\d/.test(name)
const name = (file: SourceFile) => file.name

/** A file that might be added. */
const added = (path: string, text: string) => readFile(sourceFile(path, text))

describe('imports', () => {
  test('every part of src has a rule', () => {
    expect(filesWithoutRule(files)).toEqual([])
  })

  test('follow the rules', () => {
    expect(files.flatMap(wrongImports)).toEqual([])
  })

  test('need every rule', () => {
    expect(unusedRules(files)).toEqual([])
  })

  test('form no cycles, neither between files nor between units', () => {
    expect(findCycles(links)).toEqual([])
    expect(findCycles(unitLinks(links))).toEqual([])
    expect(findCycles(webLinks(links))).toEqual([])
  })

  test('cross areas at most thirty times', () => {
    const acrossAreas = unitLinks(links).filter(
      ({ from, to }) => isBelow(from, 'use-cases') && isBelow(to, 'use-cases') && to !== VIEWS,
    )
    expect(acrossAreas.length).toBeLessThanOrEqual(30)
  })

  test('do not break frozen migrations, which import nothing but kysely', () => {
    const living = files
      .filter(({ file }) => isMigration(file))
      .filter(({ facts }) => facts.imports.some(({ from }) => from !== 'kysely'))
    expect(living.map(({ file }) => file.name)).toEqual([])
  })
})

describe('an import is rejected', () => {
  const REFUSED: [what: string, path: string, text: string][] = [
    [
      "of another family's schema",
      'server/api/comments/routes.ts',
      "import { reportParams } from '@/server/api/reports/schema'",
    ],
    [
      "of another family's routes",
      'server/api/comments/routes.ts',
      "import { reportRoutes } from '@/server/api/reports/routes'",
    ],
    [
      'of an area that the rules do not name',
      'use-cases/accounts/sessions/log-in.ts',
      "import { follow } from '@/use-cases/people/follow'",
    ],
    [
      'of a use case by the toolkit',
      'server/http/access.ts',
      "import { logIn } from '@/use-cases/accounts/sessions/log-in'",
    ],
    [
      'of a format by the streams',
      'domain/tracks/streams/column.ts',
      "import { readGpx } from '@/domain/tracks/formats/gpx/gpx'",
    ],
    [
      'that climbs as a type',
      'store/db/connections/open.ts',
      "import type { AppContext } from '@/services/context'",
    ],
    [
      'that climbs as one type of several',
      'store/db/connections/open.ts',
      "import { type AppContext, type Other } from '@/services/context'",
    ],
    [
      'that climbs inside a type',
      'store/db/connections/open.ts',
      "export type A = import('@/services/context').AppContext",
    ],
    [
      'of a schema by a use case',
      'use-cases/apps/x.ts',
      "import type { A } from '@/server/api/oauth/schema'",
    ],
    [
      'that climbs by path',
      'domain/tracks/streams/column.ts',
      "import { readGpx } from '../formats/gpx'",
    ],
    [
      'that climbs behind a dot',
      'domain/tracks/streams/column.ts',
      "import { logIn } from './../../../use-cases/accounts/log-in'",
    ],
    [
      'that climbs from the alias',
      'lib/text/ids.ts',
      "import { a } from '@/lib/../services/context'",
    ],
    [
      'that goes down by a dot',
      'main.ts',
      "import { createContext } from './services/create-context'",
    ],
    [
      'in double quotes',
      'lib/text/ids.ts',
      'import { openDatabase } from "@/store/db/connections/open"',
    ],
    [
      'that is dynamic',
      'lib/text/ids.ts',
      "export const open = () => import('@/store/db/connections/open')",
    ],
    ['that is computed', 'lib/text/ids.ts', 'export const load = (name: string) => import(name)'],
    [
      'that is required',
      'lib/text/ids.ts',
      "export const open = () => require('@/store/db/connections/open')",
    ],
    [
      'that is re-exported',
      'lib/text/ids.ts',
      "export { openDatabase } from '@/store/db/connections/open'",
    ],
    ['that is re-exported whole', 'lib/text/ids.ts', "export * from '@/store/db/connections/open'"],
    ['for its side effects', 'lib/text/ids.ts', "import '@/store/db/connections/open'"],
    [
      'of a worker',
      'lib/text/ids.ts',
      "new Worker(new URL('../services/workers/track-worker.ts', import.meta.url))",
    ],
    ['of a package away from its home', 'lib/text/ids.ts', "import { sql } from 'kysely'"],
    [
      'of a part of a package away from its home',
      'use-cases/views/user.ts',
      "import { Elysia } from 'elysia/dist/index'",
    ],
    ['of server code by the browser', 'web/main.tsx', "import { AppError } from '@/lib/errors'"],
  ]

  test.each(REFUSED)('%s', (_, path, text) => {
    expect(wrongImports(added(path, text))).not.toEqual([])
  })

  test.each([
    [
      'of types by the browser',
      'web/main.tsx',
      "import type { WorkoutJson } from '@/server/responses/workouts/workout'",
    ],
    [
      'inside a comment',
      'lib/text/ids.ts',
      "// import { openDatabase } from '@/store/db/connections/open'",
    ],
    [
      'inside a string',
      'lib/text/ids.ts',
      `export const a = "import '@/store/db/connections/open'"`,
    ],
    [
      'of an area in the rules',
      'use-cases/moderation/x.ts',
      "import { a } from '@/use-cases/accounts/read-user'",
    ],
    ['of a package of types', 'lib/text/ids.ts', "import type { Kysely } from 'kysely'"],
  ])('not %s', (_, path, text) => {
    expect(wrongImports(added(path, text))).toEqual([])
  })

  test('when a folder has no rule', () => {
    expect(
      filesWithoutRule([added('helpers/x.ts', ''), added('use-cases/new-area/x.ts', '')]),
    ).toEqual(['helpers/x', 'use-cases/new-area/x'])
  })

  test('when it closes a cycle', () => {
    const pair = [
      added('lib/a.ts', "import { b } from './b'"),
      added('lib/b.ts', "import type { A } from './a'"),
    ]
    expect(findCycles(pair.flatMap(linksOf))).toEqual(['lib/a → lib/b → lib/a'])
  })
})

describe('module-level state is rejected', () => {
  const stateOf = (text: string) => readFacts(sourceFile('lib/x.ts', text)).state

  test.each([
    'let count = 0',
    'export let count = 0',
    'var count = 0',
    'const cache = new Map()',
    'const cache = new Map<string, number>()',
    'const seen = new WeakMap<Request, string>()',
    'const seen = new WeakSet()',
    'const seen = new Set<string>()',
    'export const cache = new LruCache(10)',
    'const cache = new Map() as Cache',
    'const names: string[] = []\nexport const add = (name: string) => names.push(name)',
    'const known = new Map([[1, 2]])\nexport const know = () => known.set(3, 4)',
    'const state = { count: 0 }\nexport const next = () => state.count++',
    'const state = { count: 0 }\nexport function reset() { state.count = 0 }',
    'const table: Record<string, number> = {}\nexport const drop = (key: string) => delete table[key]',
    'export class Counter { static count = 0 }',
  ])('%s', (text) => {
    expect(stateOf(text)).not.toEqual([])
  })

  test.each([
    'const LIMIT = 10',
    "const WORDS = new Set(['a', 'b'])",
    'const PATTERN = new RegExp(LIMIT)',
    "const MONTH = new Intl.DateTimeFormat('en')",
    'export function count() { let sum = 0; const seen = new Map(); seen.set(1, 2); sum += 1; return sum }',
    'export class Counter { static readonly LIMIT = 1; #count = 0 }',
  ])('not %s', (text) => {
    expect(stateOf(text)).toEqual([])
  })
})

describe('sizes', () => {
  const measured = sources.filter((file) => !isMigration(file))

  test('no source file exceeds the limit of its kind', () => {
    const long = measured.filter((file) => {
      const [, limit = 0] = MAX_LINES.find(([pattern]) => isBelow(file.name, pattern)) ?? []
      return countLines(file) > limit
    })
    expect(long.map((file) => `${file.name}: ${countLines(file)} lines`)).toEqual([])
  })

  test('no folder has more than twenty-five source files', () => {
    const paths = [...new Bun.Glob('**/*.{ts,tsx,css}').scanSync('src')].filter(
      (path) => !path.startsWith('store/db/migrations/'),
    )
    expect(largeFolders(paths, MAX_FILES)).toEqual([])
  })

  test('half of the source files are short', () => {
    const lines = measured.map(countLines).sort((a, b) => a - b)
    expect(lines[Math.floor((lines.length - 1) / 2)]).toBeLessThanOrEqual(MEDIAN_LINES)
  })

  test('no function is too long', () => {
    const long = files
      .filter(({ file }) => !isMigration(file))
      .flatMap(({ facts }) => facts.functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES))
      .map(({ name, lines }) => `${name}: ${lines}`)
    expect(long).toEqual([])
  })

  test.each([
    ['function read() {\n}', 'read', 2],
    ['const read = async () => {\n  open()\n}', 'read', 3],
    ['const o = { read() {\n} }', 'read', 2],
    ['class A {\n  #read() {\n  }\n}', 'read', 2],
    ['list(() =>\n  1)', 'anonymous', 2],
  ])('functions are measured by the parser: %j', (text, name, lines) => {
    expect(readFacts(sourceFile('lib/x.ts', text)).functions).toContainEqual({ name, lines })
  })

  test('no test file is too long', async () => {
    const long: string[] = []
    for (const path of new Bun.Glob('test/**/*.{ts,tsx}').scanSync('.')) {
      const lines = (await Bun.file(path).text()).split('\n').length - 1
      if (lines > MAX_TEST_LINES) long.push(`${path}: ${lines} lines`)
    }
    expect(long).toEqual([])
  })
})

describe('code', () => {
  test('has named exports only', () => {
    expect(sources.filter(({ text }) => /^export default\b/m.test(text)).map(name)).toEqual([])
  })

  test('has no module-level state', () => {
    const keeping = server.filter(({ facts }) => facts.state.length > 0)
    expect(keeping.map(({ file, facts }) => `${file.name}: ${facts.state.join(', ')}`)).toEqual([])
  })

  test('contains a text of three words or more in one place', () => {
    const places = new Map<string, string[]>()
    for (const { file, facts } of server.filter(({ file }) => !isMigration(file)))
      for (const found of facts.strings.filter(isSentence))
        places.set(found, [...(places.get(found) ?? []), file.name])
    const repeated = [...places].filter(([, names]) => names.length > 1)
    expect(repeated).toEqual([])
  })
})

/** Three words or more, except table aliases in queries. */
const isSentence = (text: string) =>
  /[a-z]+ [a-z]+ [a-z]/i.test(text) && !/^[\w.]+ as \w+$/.test(text)

describe('tracked files', () => {
  // Concatenated, so that this file does not contain the names it searches for.
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

  test('contain no package registry and no folder of one machine', async () => {
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
