import { describe, expect, test } from 'bun:test'
import {
  circles,
  isBelow,
  linksOf,
  readFile,
  roomLinks,
  unplanned,
  unusedPermissions,
  wrongImports,
} from '@/build/floor-plan'
import { readFacts, readSources, type SourceFile, sourceFile } from '@/build/source'

const MOST_LINES: [path: string, lines: number][] = [
  ['present', 200],
  ['policy', 200],
  ['api/*/schema', 200],
  ['api/*/routes', 200],

  ['*', 400],
]
const MEDIAN_LINES = 60
const MOST_TEST_LINES = 600

const files = (await readSources()).map(readFile)
const sources = files.map(({ file }) => file)
const server = files.filter(
  ({ file: { name } }) => !isBelow(name, 'web') && !isBelow(name, 'build'),
)
const links = files.flatMap(linksOf)
const isMigration = ({ name }: SourceFile) => /^db\/migrations\/\d/.test(name)
const name = (file: SourceFile) => file.name

/** A file as somebody might add it. */
const added = (path: string, text: string) => readFile(sourceFile(path, text))

describe('imports', () => {
  test('every part of src has its line in the plan', () => {
    expect(unplanned(files)).toEqual([])
  })

  test('follow the plan', () => {
    expect(files.flatMap(wrongImports)).toEqual([])
  })

  test('make use of every permission of the plan', () => {
    expect(unusedPermissions(files)).toEqual([])
  })

  test('go round in no circle, between files or between rooms', () => {
    expect(circles(links)).toEqual([])
    expect(circles(roomLinks(links))).toEqual([])
  })

  test('cross from wing to wing at most thirty-five times', () => {
    const wings = roomLinks(links).filter(
      ({ from, to }) => isBelow(from, 'use-cases') && isBelow(to, 'use-cases'),
    )
    expect(wings.length).toBeLessThanOrEqual(35)
  })

  test('keep migrations frozen: they know nothing but kysely', () => {
    const living = files
      .filter(({ file }) => isMigration(file))
      .filter(({ facts }) => facts.imports.some(({ from }) => from !== 'kysely'))
    expect(living.map(({ file }) => file.name)).toEqual([])
  })
})

describe('an import is refused', () => {
  const REFUSED: [what: string, path: string, text: string][] = [
    [
      "of another family's schema",
      'api/comments/routes.ts',
      "import { reportParams } from '@/api/reports/schema'",
    ],
    [
      "of another family's routes",
      'api/comments/routes.ts',
      "import { reportRoutes } from '@/api/reports/routes'",
    ],
    [
      'of a wing that the plan does not name',
      'use-cases/accounts/log-in.ts',
      "import { follow } from '@/use-cases/people/follow'",
    ],
    [
      'of a use case by the toolkit',
      'http/access.ts',
      "import { logIn } from '@/use-cases/accounts/log-in'",
    ],
    [
      'of a format by the streams',
      'tracks/streams/column.ts',
      "import { readGpx } from '@/tracks/formats/gpx'",
    ],
    ['that climbs as a type', 'db/open.ts', "import type { AppContext } from '@/context'"],
    [
      'that climbs as one type of several',
      'db/open.ts',
      "import { type AppContext, type Other } from '@/context'",
    ],
    ['that climbs inside a type', 'db/open.ts', "export type A = import('@/context').AppContext"],
    [
      'of a schema by a use case',
      'use-cases/apps/x.ts',
      "import type { A } from '@/api/oauth2/schema'",
    ],
    ['that climbs by path', 'tracks/streams/column.ts', "import { readGpx } from '../formats/gpx'"],
    [
      'that climbs behind a dot',
      'tracks/streams/column.ts',
      "import { logIn } from './../../use-cases/accounts/log-in'",
    ],
    ['that climbs from the alias', 'lib/ids.ts', "import { a } from '@/lib/../context'"],
    ['that goes down by a dot', 'main.ts', "import { createContext } from './create-context'"],
    ['in double quotes', 'lib/ids.ts', 'import { openDatabase } from "@/db/open"'],
    ['that is dynamic', 'lib/ids.ts', "export const open = () => import('@/db/open')"],
    ['that is computed', 'lib/ids.ts', 'export const load = (name: string) => import(name)'],
    ['that is required', 'lib/ids.ts', "export const open = () => require('@/db/open')"],
    ['that is re-exported', 'lib/ids.ts', "export { openDatabase } from '@/db/open'"],
    ['that is re-exported whole', 'lib/ids.ts', "export * from '@/db/open'"],
    ['for its side effects', 'lib/ids.ts', "import '@/db/open'"],
    [
      'of a worker',
      'lib/ids.ts',
      "new Worker(new URL('../workers/track-worker.ts', import.meta.url))",
    ],
    ['of a package away from its home', 'lib/ids.ts', "import { sql } from 'kysely'"],
    [
      'of a part of a package away from its home',
      'views/user.ts',
      "import { Elysia } from 'elysia/dist/index'",
    ],
    ['of server code by the browser', 'web/main.tsx', "import { AppError } from '@/errors'"],
  ]

  test.each(REFUSED)('%s', (_, path, text) => {
    expect(wrongImports(added(path, text))).not.toEqual([])
  })

  test.each([
    [
      'of types by the browser',
      'web/main.tsx',
      "import type { WorkoutJson } from '@/present/workout'",
    ],
    ['inside a comment', 'lib/ids.ts', "// import { openDatabase } from '@/db/open'"],
    ['inside a text', 'lib/ids.ts', `export const a = "import '@/db/open'"`],
    [
      'of a wing that the plan names',
      'use-cases/people/x.ts',
      "import { a } from '@/use-cases/accounts/read-user'",
    ],
    ['of a package of types', 'lib/ids.ts', "import type { Kysely } from 'kysely'"],
  ])('not %s', (_, path, text) => {
    expect(wrongImports(added(path, text))).toEqual([])
  })

  test('when a folder has no line in the plan', () => {
    expect(unplanned([added('helpers/x.ts', ''), added('use-cases/new-wing/x.ts', '')])).toEqual([
      'helpers/x',
      'use-cases/new-wing/x',
    ])
  })

  test('when it closes a circle', () => {
    const pair = [
      added('lib/a.ts', "import { b } from './b'"),
      added('lib/b.ts', "import type { A } from './a'"),
    ]
    expect(circles(pair.flatMap(linksOf))).toEqual(['lib/a → lib/b → lib/a'])
  })
})

describe('state of a module is refused', () => {
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
    const keeping = server.filter(({ facts }) => facts.state.length > 0)
    expect(keeping.map(({ file, facts }) => `${file.name}: ${facts.state.join(', ')}`)).toEqual([])
  })

  test('says a text of three words or more in one place', () => {
    const places = new Map<string, string[]>()
    for (const { file, facts } of server.filter(({ file }) => !isMigration(file)))
      for (const found of facts.strings.filter(isSentence))
        places.set(found, [...(places.get(found) ?? []), file.name])
    const repeated = [...places].filter(([, names]) => names.length > 1)
    expect(repeated).toEqual([])
  })
})

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
