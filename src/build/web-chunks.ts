/**
 * Which files the scripts of the web UI, with their styles, end up in: few, none of them tiny, none needing another in
 * a circle, and none with much that its readers do not need.
 */
import { inProject } from './project'

/** What the bundler knows of a module. */
interface ModuleInfo {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
}

/** The modules and what has been found out about them. */
interface Graph {
  lookup: (id: string) => ModuleInfo | null
  areas: Map<string, ReadonlySet<string>>
  depths: Map<string, number>
  layers: Map<string, number>
}

/** Names the file of a module; null leaves it to the bundler. */
type NameChunk = (
  id: string,
  context: { getModuleInfo: (id: string) => ModuleInfo | null },
) => string | null

const WEB = inProject('src', 'web')

/** Screens that are opened often and hold much have a file of their own. */
const ALONE = ['dashboard', 'workout', 'workouts', 'efforts', 'compare']
/** The other screens share one with those of the same routes, and with one that they need anyway where they are small. */
const AREAS: Readonly<Record<string, string>> = {
  door: 'fields',
  workouts: 'log',
  people: 'people',
  account: 'people',
  admin: 'admin',
}

/** What a screen loads once its top is drawn; what both need is in the script of the screen. */
const PARTS: Readonly<Record<string, string>> = { WorkoutTrack: 'workout' }

/** What is opened on a screen, or stands far down on it, and shares a file with the fields that it is made of. */
const FORMS = ['AppealForm', 'Comments', 'KeysHelp', 'ReportForm', 'StreamChoices']

/** What goes on beside every screen, loaded once the browser is idle, and what it opens. */
const TOOLS = 'tools'

/** Recognises modules of components of Mantine, but for helpers that others use as well, and their styles. */
const mantine = (names: string) =>
  new RegExp(`/@mantine/core/.*/(?:${names.replaceAll(' ', '|')})(?:/(?!utils/)|\\.layer\\.css$)`)

/** The charts, but for what keeps their place and what tables share with them. */
const CHARTS =
  /\/src\/web\/charts\/(?!ChartSkeleton|chart-sizes|cursor|index-at|track|use-observed)/

/** What only some screens need and weighs much. A layer needs those before it, never one that comes after it. */
const LAYERS: readonly { name: string; parts: readonly RegExp[] }[] = [
  { name: 'common', parts: [] },
  {
    name: 'fields',
    parts: [
      /\/@mantine\/form\//,
      mantine('Input InlineInput Textarea TextInput PasswordInput Checkbox Switch'),
    ],
  },
  {
    name: 'choices',
    parts: [
      /\/@floating-ui\//,
      mantine('Combobox Popover ScrollArea Pill PillsInput Select MultiSelect'),
    ],
  },
  { name: 'map', parts: [/\/node_modules\/leaflet\//, /\/src\/web\/map\//] },
  { name: 'charts', parts: [/\/node_modules\/uplot\//, CHARTS] },
]

/** Names the files of all modules but those that the page loads first, which are one file anyway. */
export function chunkNames(): NameChunk {
  const known = { areas: new Map(), depths: new Map(), layers: new Map() }
  return (id, context) => {
    if (id.includes('/locales/')) return null
    const graph: Graph = { ...known, lookup: (module) => context.getModuleInfo(module) }
    const areas = findAreas(id, graph)
    if (areas.size > 1) return LAYERS[findLayer(id, graph)]?.name ?? null
    return [...areas][0] ?? null
  }
}

/** The areas with screens that need a module. */
function findAreas(id: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    const info = graph.lookup(module)
    for (const importer of info?.dynamicImporters ?? []) found.add(areaOf(module, importer))
    for (const importer of info?.importers ?? [])
      for (const area of graph.areas.get(importer) ?? visit(importer) ?? []) found.add(area)
  }
  visit(id)
  for (const [part, screen] of Object.entries(PARTS)) if (found.has(screen)) found.delete(part)
  graph.areas.set(id, found)
  return found
}

/** The area of what `importer` loads once it is needed: a screen of its routes, or something that a screen opens. */
function areaOf(id: string, importer: string): string {
  const name = id.replace(/^.*\/([\w-]+)\.\w+$/, '$1')
  if (FORMS.includes(name)) return 'fields'
  const [, routes] = new RegExp(`^${WEB}/routes/(\\w+)\\.ts$`).exec(importer) ?? []
  if (importer.startsWith(`${WEB}/shell/`) || importer.startsWith(`${WEB}/app/`)) return TOOLS
  const [, screen] = new RegExp(`^${WEB}/screens/([\\w-]+)/`).exec(id) ?? []
  if (routes && screen) return ALONE.includes(screen) ? screen : (AREAS[routes] ?? routes)
  return name
}

/**
 * The layer of a module that several areas share: the last one that it leads to; when it leads to none, the first one
 * that needs it.
 */
function findLayer(id: string, graph: Graph): number {
  const done = graph.layers.get(id)
  if (done !== undefined) return done
  const depth = findDepth(id, graph)
  graph.layers.set(id, depth)
  const importers = graph.lookup(id)?.importers ?? []
  const above = importers.map((module) =>
    findAreas(module, graph).size > 1 ? findLayer(module, graph) : 0,
  )
  const layer = above.length > 0 ? Math.max(depth, Math.min(...above)) : depth
  graph.layers.set(id, layer)
  return layer
}

/** The last layer that a module or what it imports is part of. */
function findDepth(id: string, graph: Graph): number {
  const done = graph.depths.get(id)
  if (done !== undefined) return done
  const own = LAYERS.findLastIndex(({ parts }) => parts.some((part) => part.test(id)))
  graph.depths.set(id, Math.max(own, 0))
  const imported = graph.lookup(id)?.importedIds ?? []
  const depth = Math.max(own, 0, ...imported.map((module) => findDepth(module, graph)))
  graph.depths.set(id, depth)
  return depth
}
