import { type Facts, readFacts, type SourceFile, targetOf } from './source'

/**
 * The floors of the server, from the top: what each part may import besides its own files, by the longest pattern
 * that fits; a `*` stands for one folder. It holds for types as for values. The plan in words is in CONTRIBUTING.
 */
const FLOORS: Record<string, readonly string[]> = {
  main: ['cli'],
  cli: [
    'auth/as-caller',
    'auth/session-tokens',
    'backup',
    'elevation',
    'mail',
    'postgres',
    ...[
      'create-context',
      'server',
      'jobs',
      'use-cases/*',
      'context',
      'reference',
      'storage',
      'policy',
      'db',
    ],
    ...['tracks/formats', 'config', 'caller', 'errors', 'lib', 'version'],
  ],
  server: [
    ...['api/*/routes', 'dav', 'http', 'use-cases/instance', 'context', 'auth/identify', 'policy'],
    ...['db/dialect', 'errors', 'lib', 'version'],
  ],
  jobs: [
    ...[
      'present',
      'use-cases/*',
      'views',
      'context',
      'notify',
      'mail',
      'storage',
      'policy',
      'auth',
      'db',
    ],
    ...['tracks/formats', 'lib'],
  ],
  'create-context': [
    'backup',
    ...[
      'context',
      'mail',
      'storage',
      'auth',
      'workers',
      'weather',
      'geocode',
      'db',
      'config',
      'lib',
    ],
    'version',
  ],
  'api/*/routes': [
    'http',
    'feeds',
    'present',
    'use-cases/*',
    'context',
    'caller',
    'errors',
    'reference',
    'lib',
  ],
  'api/*/schema': ['http', 'present', 'use-cases/*', 'db/columns'],
  'api/*/receive': ['http', 'use-cases/imports', 'context', 'storage', 'db', 'errors'],
  dav: ['http', 'context', 'storage', 'db', 'caller', 'errors', 'lib'],
  http: ['present', 'context', 'auth', 'storage', 'policy', 'caller', 'errors', 'lib'],
  feeds: ['use-cases/workouts', 'reference', 'lib'],
  present: [
    'backup',
    ...[
      'policy',
      'db',
      'tracks/geometry',
      'tracks/track',
      'analysis',
      'stats',
      'records',
      'config',
      'caller',
      'lib',
    ],
    'version',
  ],
  'use-cases/*': [
    ...[
      'views',
      'context',
      'notify',
      'mail',
      'storage',
      'maps',
      'auth',
      'workers',
      'elevation',
      'weather',
      'postgres',
    ],
    ...['policy', 'db', 'tracks/*', 'analysis', 'stats', 'records', 'reference', 'caller'],
    ...['errors', 'lib', 'version'],
  ],
  views: ['context', 'policy', 'db', 'records', 'caller', 'lib'],
  context: [
    ...[
      'backup',
      'mail',
      'storage',
      'auth',
      'workers',
      'weather',
      'geocode',
      'db',
      'config',
      'lib',
    ],
  ],
  notify: ['policy', 'db', 'caller', 'lib'],
  mail: ['db', 'config', 'reference', 'lib'],
  maps: ['storage', 'lib', 'version'],
  storage: ['db', 'config', 'lib'],
  backup: ['storage', 'db', 'tracks/formats', 'config', 'lib', 'version'],
  auth: ['policy', 'db', 'config', 'caller', 'errors', 'lib'],
  workers: [
    ...['maps', 'elevation', 'analysis', 'policy', 'db', 'config', 'lib'],
    ...[
      'tracks/formats',
      'tracks/read',
      'tracks/track',
      'tracks/track-error',
      'tracks/metrics',
      'tracks/geometry',
      'tracks/streams',
    ],
  ],
  elevation: [
    'policy',
    'db',
    'tracks/formats/zip',
    'tracks/metrics',
    'tracks/geometry',
    'tracks/streams',
    'tracks/track',
    'lib',
  ],
  weather: ['db', 'config', 'lib'],
  geocode: ['lib'],
  postgres: [],
  policy: ['db', 'records', 'caller', 'errors', 'reference'],
  db: ['analysis', 'stats', 'records', 'reference', 'lib'],
  'tracks/read': [
    'tracks/formats',
    'tracks/findings',
    'tracks/spread-times',
    'tracks/track',
    'tracks/track-error',
  ],
  'tracks/write-gpx': ['tracks/track', 'lib'],
  'tracks/formats': [
    'tracks/findings',
    'tracks/spread-times',
    'tracks/track',
    'tracks/track-error',
    'reference',
  ],
  'tracks/findings': ['tracks/track'],
  'tracks/spread-times': ['tracks/metrics', 'tracks/track'],
  'tracks/geometry': ['tracks/metrics', 'tracks/track', 'lib'],
  'tracks/streams': ['tracks/metrics', 'tracks/track'],
  'tracks/metrics': ['tracks/track', 'tracks/track-error', 'lib'],
  'tracks/track': [],
  'tracks/track-error': [],
  analysis: ['tracks/metrics', 'tracks/geometry', 'tracks/track'],
  stats: ['lib'],
  records: [],
  reference: [],
  config: ['lib'],
  caller: [],
  errors: [],
  version: [],
  lib: [],
  build: ['cli', 'db', 'config'],
}

/** The wings of use cases: which others each may use. */
const WINGS: Record<string, readonly string[]> = {
  accounts: [],
  apps: [],
  comments: [],
  equipment: [],
  exports: [],
  'former-server': ['workouts'],
  imports: ['equipment', 'workouts'],
  instance: ['imports'],
  moderation: ['accounts', 'comments', 'workouts'],
  notifications: [],
  people: ['accounts'],
  records: [],
  sports: ['equipment'],
  statistics: [],
  training: ['workouts'],
  workouts: ['equipment', 'records'],
}

/** The browser shares no code with the server but reference tables; it knows the server's types. */
const WEB = 'web'
const WEB_VALUES = ['reference']

/** Packages with one home: everything else reaches them through it. */
const PACKAGE_HOMES: Record<string, readonly string[]> = {
  '@sinclair/typebox': ['http', 'present', 'server'],
  elysia: [
    'api/*/receive',
    'api/*/routes',
    'api/*/schema',
    'auth/session-tokens',
    'http',
    'server',
  ],
  kysely: ['db', 'policy'],
  'better-sqlite3': ['db'],
  'bun:sqlite': [],
  sharp: ['maps', 'storage', 'workers'],
  geotiff: ['elevation'],
  saxes: ['tracks'],
  yazl: ['lib/zip-writer'],
  yauzl: ['tracks', 'storage', 'jobs', 'workers'],
  react: ['web'],
  commander: ['cli', 'main'],
}

/** True when `name` is `pattern` or below it. */
export const isBelow = (name: string, pattern: string): boolean => {
  const parts = name.split('/')
  return pattern.split('/').every((part, index) => part === '*' || part === parts[index])
}

/** Files of one room may import each other: a top folder, a family of URLs, a wing, a part of `tracks`. */
const roomOf = (name: string): string =>
  name
    .split('/')
    .slice(0, /^(api|use-cases|tracks)\//.test(name) ? 2 : 1)
    .join('/')

const floorOf = (name: string): string | undefined =>
  Object.keys(FLOORS)
    .filter((pattern) => isBelow(name, pattern))
    .sort((a, b) => b.split('/').length - a.split('/').length)[0]

/** An import between two files of `src`. */
export interface Link {
  from: string
  to: string
  typeOnly: boolean
}

/** A file of `src` and what was read from it. */
export interface ReadFile {
  file: SourceFile
  facts: Facts
}

export const readFile = (file: SourceFile): ReadFile => ({ file, facts: readFacts(file) })

/** Imports of files of `src`, as names without extension. */
export const linksOf = ({ file: { name }, facts }: ReadFile): Link[] =>
  facts.imports.flatMap(({ from, typeOnly }) => {
    const to = from === undefined ? undefined : targetOf(name, from)
    return to === undefined ? [] : [{ from: name, to, typeOnly }]
  })

/** The permission that an import between two rooms makes use of; undefined when it has none. */
function permissionFor({ from, to, typeOnly }: Link): string | undefined {
  if (isBelow(from, WEB)) return typeOnly ? WEB : WEB_VALUES.find((pattern) => isBelow(to, pattern))
  if (isBelow(from, 'use-cases') && isBelow(to, 'use-cases')) {
    const [wing = '', other = ''] = [from.split('/')[1], to.split('/')[1]]
    return WINGS[wing]?.includes(other) ? `use-cases/${wing} → ${other}` : undefined
  }
  const floor = floorOf(from)
  const pattern = FLOORS[floor ?? '']?.find((allowed) => isBelow(to, allowed))
  return pattern === undefined ? undefined : `${floor} → ${pattern}`
}

const crossesRooms = ({ from, to }: Link) => roomOf(from) !== roomOf(to)

/** What is wrong with the imports of a file, as sentences. */
export function wrongImports(read: ReadFile): string[] {
  const { name } = read.file
  const forbidden = linksOf(read)
    .filter((link) => crossesRooms(link) && permissionFor(link) === undefined)
    .map(({ to }) => `${name} may not import ${to}`)
  const spelled = read.facts.imports.flatMap(({ from, typeOnly }) => [
    ...(from === undefined && !isBelow(name, 'build')
      ? [`${name} imports something computed`]
      : []),
    ...(from !== undefined && isMisspelled(name, from) ? [`${name} writes ${from}`] : []),
    ...(from !== undefined && !typeOnly && isAwayFromHome(name, from)
      ? [`${name} may not import the package ${from}`]
      : []),
  ])
  return [...forbidden, ...spelled]
}

/** Imports climb by no path, and `./` stays in the top folder. */
function isMisspelled(name: string, from: string): boolean {
  if (/(^|\/)\.\.(\/|$)/.test(from)) return true
  const target = from.startsWith('./') ? targetOf(name, from) : undefined
  return target?.includes('/') === true && topOf(target) !== topOf(name)
}

const topOf = (name: string) => name.split('/')[0]

function isAwayFromHome(name: string, from: string): boolean {
  if (isBelow(name, 'web') || isBelow(name, 'build')) return false
  const known = Object.keys(PACKAGE_HOMES).find((one) => from === one || from.startsWith(`${one}/`))
  return !(PACKAGE_HOMES[known ?? ''] ?? [name]).some((path) => isBelow(name, path))
}

/** Files that no line of the plan covers. */
export const unplanned = (files: readonly ReadFile[]): string[] =>
  files
    .map(({ file: { name } }) => name)
    .filter(
      (name) =>
        (!floorOf(name) && !isBelow(name, WEB)) ||
        (isBelow(name, 'use-cases') && !WINGS[name.split('/')[1] ?? '']),
    )

/** Permissions of the plan that nothing makes use of. */
export function unusedPermissions(files: readonly ReadFile[]): string[] {
  const used = new Set(files.flatMap(linksOf).filter(crossesRooms).map(permissionFor))
  const floors = Object.entries(FLOORS).flatMap(([floor, patterns]) =>
    patterns.map((pattern) => `${floor} → ${pattern}`),
  )
  const wings = Object.entries(WINGS).flatMap(([wing, others]) =>
    others.map((other) => `use-cases/${wing} → ${other}`),
  )
  return [...floors, ...wings].filter((permission) => !used.has(permission))
}

/** Ways from something back to itself, one for each knot of `links`. */
export function circles(links: readonly Pick<Link, 'from' | 'to'>[]): string[] {
  const next = Map.groupBy(links, ({ from }) => from)
  const done = new Set<string>()
  const way: string[] = []
  const found: string[] = []
  const visit = (node: string) => {
    const at = way.indexOf(node)
    if (at >= 0) found.push([...way.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    way.push(node)
    for (const { to } of next.get(node) ?? []) visit(to)
    way.pop()
    done.add(node)
  }
  for (const node of next.keys()) visit(node)
  return found
}

/** Imports between rooms of the server; the browser knows its types, and the build all of it. */
export const roomLinks = (links: readonly Link[]) =>
  links
    .filter((link) => crossesRooms(link) && !/^(web|build)\//.test(link.from))
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
