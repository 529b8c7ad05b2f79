import { type Facts, readFacts, type SourceFile, targetOf } from './source'

/**
 * The layers of the server, from top to bottom, with the parts that each may import in addition to its own files. The
 * longest matching path applies; `*` matches one or more folders. The rules apply to types and values. CONTRIBUTING explains them.
 */
const LAYERS: Record<string, readonly string[]> = {
  main: ['cli', 'services/workers/track-worker', 'services/workers/worker-process'],
  cli: ['jobs', 'server', 'use-cases', 'services', 'policy', 'store', 'domain', 'lib'],
  jobs: ['server/responses', 'use-cases', 'services', 'policy', 'store', 'domain', 'lib'],
  server: ['server', 'use-cases/instance', 'services', 'policy', 'store/db', 'lib'],
  'server/api/*/routes': [
    ...['server/http', 'server/feeds', 'server/responses', 'use-cases', 'services/context'],
    ...['policy/caller', 'domain/reference', 'lib'],
  ],
  'server/api/*/schema': [
    ...['server/http', 'server/responses', 'use-cases', 'store/db/schema/columns'],
    'domain/reference',
  ],
  'server/api/*/receive': [
    ...['server/http', 'use-cases/imports', 'services/context', 'services/workers/upload'],
    ...['store/db/queries/accounts/app-config', 'store/files/pictures', 'store/files/photos'],
    ...['policy/caller', 'lib'],
  ],
  'server/dav': [
    ...['server/http', 'use-cases/imports/inbox', 'services/context', 'policy/caller', 'lib'],
  ],
  'server/http': ['server/responses', 'services', 'policy', 'store/files', 'lib'],
  'server/feeds': ['use-cases/workouts', 'domain', 'lib'],
  'server/responses': ['services/backup', 'services/maps', 'policy', 'store/db', 'domain', 'lib'],
  'use-cases': ['services', 'policy', 'store', 'domain', 'lib'],
  services: ['policy', 'store', 'domain', 'lib'],
  'services/create-context': ['services', 'store', 'lib'],
  'services/context': ['services', 'store', 'lib'],
  'services/recordings': [
    ...['services/workers', 'services/elevation', 'policy', 'store/db', 'domain/tracks', 'lib'],
    'domain/reference',
  ],
  'services/notifications': [
    ...['services/mail', 'services/webhooks', 'policy', 'store/db', 'domain/reference', 'lib'],
  ],
  'services/webhooks': ['services/auth', 'services/mail', 'store/db', 'lib'],
  'services/workers': [
    ...['services/maps', 'services/elevation', 'policy', 'store', 'domain', 'lib'],
  ],
  policy: ['store/db', 'domain', 'lib'],
  'store/files': ['store/db', 'lib'],
  'store/db': ['domain', 'lib'],
  domain: ['lib'],
  'domain/tracks': ['domain/tracks', 'domain/reference', 'lib'],
  'domain/tracks/formats': [
    ...['domain/tracks/reading-warnings', 'domain/tracks/spread-times', 'domain/tracks/track'],
    ...['domain/tracks/track-error', 'domain/reference'],
  ],
  'domain/tracks/geometry': [
    ...['domain/tracks/metrics', 'domain/tracks/track', 'domain/reference', 'lib'],
  ],
  'domain/tracks/streams': [
    ...['domain/tracks/metrics', 'domain/tracks/track', 'domain/reference/lengths'],
  ],
  'domain/tracks/metrics': [
    ...['domain/tracks/track', 'domain/tracks/track-error', 'domain/reference', 'lib'],
  ],
  'domain/analysis': ['domain/tracks', 'domain/reference/lengths'],
  'domain/courses': ['domain/analysis', 'domain/tracks', 'lib'],
  'domain/explorer': ['domain/tracks'],
  'domain/places': ['domain/tracks', 'domain/reference', 'lib'],
  'domain/privacy': ['domain/tracks', 'domain/reference', 'lib'],
  'domain/regions': ['domain/explorer', 'domain/reference'],
  'domain/segments': [
    ...['domain/analysis', 'domain/privacy', 'domain/tracks', 'domain/reference'],
  ],
  'domain/records': ['domain/analysis', 'domain/tracks', 'domain/reference'],
  lib: [],
  build: ['cli', 'domain/places', 'server/metrics', 'store/db', 'domain/reference', 'lib/config'],
}

/** The areas of use cases, with the areas that each may import. */
const AREAS: Record<string, readonly string[]> = {
  accounts: [],
  apps: [],
  comments: [],
  equipment: [],
  exports: [],
  imports: ['accounts', 'equipment', 'privacy', 'sports', 'workouts'],
  instance: ['imports'],
  moderation: ['accounts', 'workouts'],
  notifications: [],
  people: [],
  privacy: [],
  records: [],
  'server-migration': ['workouts'],
  sports: [],
  statistics: [],
  training: ['workouts'],
  views: [],
  workouts: ['records'],
}

/** The area that loads the data other areas return, so that every area may import it. */
export const VIEWS = 'use-cases/views'

/** The web UI may import the server's types, but no values except reference tables and the codes of errors. */
const WEB = 'web'
const WEB_VALUES = ['domain/reference', 'lib/error-codes']

/** The folders that may import each package. */
const PACKAGE_HOMES: Record<string, readonly string[]> = {
  '@sinclair/typebox': ['server'],
  elysia: ['server'],
  '@elysiajs/jwt': ['services/auth/session-tokens'],
  'openid-client': ['services/auth/oidc'],
  kysely: ['store/db', 'policy'],
  'better-sqlite3': ['store/db', 'services/maps/map-file'],
  'bun:sqlite': ['build/regions'],
  sharp: ['services/maps', 'services/workers', 'store/files'],
  geotiff: ['services/elevation'],
  saxes: ['domain/tracks'],
  yazl: ['lib/files/zip-writer'],
  yauzl: ['domain/tracks', 'jobs', 'services/workers', 'store/files'],
  react: ['web'],
  commander: ['cli', 'main'],
}

/** Whether a file matches a pattern or is in a folder that matches it. */
export const isBelow = (name: string, pattern: string): boolean =>
  name === pattern || new RegExp(`^${pattern.replaceAll('*', '.+')}(/|$)`).test(name)

/** Folders whose subfolders and files are separate units. */
const DIVIDED = /^(server\/api|domain\/tracks|server|use-cases|services|store|domain)\//

/** Returns the unit of a file: usually its top folder. Files of a unit may import each other. */
const unitOf = (name: string): string => {
  const depth = DIVIDED.exec(name)?.[1]?.split('/').length ?? 0
  return name
    .split('/')
    .slice(0, depth + 1)
    .join('/')
}

const layerOf = (name: string): string | undefined =>
  Object.keys(LAYERS)
    .filter((pattern) => isBelow(name, pattern))
    .sort((a, b) => b.split('/').length - a.split('/').length)[0]

/** An import between two files of `src`. */
export interface Link {
  from: string
  to: string
  typeOnly: boolean
}

/** A file of `src` and the facts parsed from it. */
export interface ReadFile {
  file: SourceFile
  facts: Facts
}

export const readFile = (file: SourceFile): ReadFile => ({ file, facts: readFacts(file) })

/** Lists a file's imports of other files of `src`, as names without extension. */
export const linksOf = ({ file: { name }, facts }: ReadFile): Link[] =>
  facts.imports.flatMap(({ from, typeOnly }) => {
    const to = from === undefined ? undefined : targetOf(name, from)
    return to === undefined ? [] : [{ from: name, to, typeOnly }]
  })

/** Returns the rule that allows an import between two units; undefined if it is forbidden. */
function ruleFor({ from, to, typeOnly }: Link): string | undefined {
  if (isBelow(from, WEB)) return typeOnly ? WEB : WEB_VALUES.find((pattern) => isBelow(to, pattern))
  if (isBelow(from, 'use-cases') && isBelow(to, 'use-cases')) {
    const [area = '', other = ''] = [from.split('/')[1], to.split('/')[1]]
    const isAllowed = isBelow(to, VIEWS) || AREAS[area]?.includes(other)
    return isAllowed ? `use-cases/${area} → ${other}` : undefined
  }
  const layer = layerOf(from)
  const pattern = LAYERS[layer ?? '']?.find((allowed) => isBelow(to, allowed))
  return pattern === undefined ? undefined : `${layer} → ${pattern}`
}

const crossesUnits = ({ from, to }: Link) => unitOf(from) !== unitOf(to)

/** Describes the imports of a file that break the rules. */
export function wrongImports(read: ReadFile): string[] {
  const { name } = read.file
  const forbidden = linksOf(read)
    .filter((link) => crossesUnits(link) && ruleFor(link) === undefined)
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

/** No import path contains `..`, and `./` stays in the top folder. */
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

/** Lists files without a rule. */
export const filesWithoutRule = (files: readonly ReadFile[]): string[] =>
  files
    .map(({ file: { name } }) => name)
    .filter(
      (name) =>
        (!layerOf(name) && !isBelow(name, WEB)) ||
        (isBelow(name, 'use-cases') && !AREAS[name.split('/')[1] ?? '']),
    )

/** Lists rules that no import uses. */
export function unusedRules(files: readonly ReadFile[]): string[] {
  const used = new Set(files.flatMap(linksOf).filter(crossesUnits).map(ruleFor))
  const layers = Object.entries(LAYERS).flatMap(([layer, patterns]) =>
    patterns.map((pattern) => `${layer} → ${pattern}`),
  )
  const areas = Object.entries(AREAS).flatMap(([area, others]) =>
    others.map((other) => `use-cases/${area} → ${other}`),
  )
  return [...layers, ...areas].filter((permission) => !used.has(permission))
}

/** Returns one cycle for each strongly connected component of `links`, formatted as a path. */
export function findCycles(links: readonly Pick<Link, 'from' | 'to'>[]): string[] {
  const next = Map.groupBy(links, ({ from }) => from)
  const done = new Set<string>()
  const path: string[] = []
  const found: string[] = []
  const visit = (node: string) => {
    const at = path.indexOf(node)
    if (at >= 0) found.push([...path.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    path.push(node)
    for (const { to } of next.get(node) ?? []) visit(to)
    path.pop()
    done.add(node)
  }
  for (const node of next.keys()) visit(node)
  return found
}

/** Lists imports between units of the server. Omits `web` and `build`, to which other rules apply. */
export const unitLinks = (links: readonly Link[]) =>
  links
    .filter((link) => crossesUnits(link) && !/^(web|build)\//.test(link.from))
    .map(({ from, to }) => ({ from: unitOf(from), to: unitOf(to) }))

const folderOf = (name: string) => name.split('/').slice(0, -1).join('/')

/** Returns the part of the web UI that a folder belongs to: a screen, or a folder next to `screens`. */
const webPartOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('web/screens/') ? 3 : 2)
    .join('/')

/** Lists imports between parts of the web UI. */
export const webLinks = (links: readonly Link[]) =>
  links
    .filter(({ from, to }) => isBelow(folderOf(from), WEB) && isBelow(folderOf(to), WEB))
    .map(({ from, to }) => ({ from: webPartOf(folderOf(from)), to: webPartOf(folderOf(to)) }))
    .filter(({ from, to }) => from !== to)

/** Lists folders with more than `limit` source files, with their number of files. */
export function largeFolders(files: readonly string[], limit: number): string[] {
  const byFolder = Map.groupBy(files, folderOf)
  return [...byFolder]
    .filter(([, { length }]) => length > limit)
    .map(([folder, { length }]) => `${folder}: ${length} files`)
}
