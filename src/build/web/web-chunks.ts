/**
 * Assigns the modules of the web UI to chunks. There should be few chunks, none of them tiny, without cyclic imports, and
 * with little code that the screens loading them do not need.
 */
import { inProject } from '@/build/project'

/** The bundler's information about a module. */
interface ModuleInfo {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
}

/** The module graph, with cached results of the functions below. */
interface Graph {
  lookup: (id: string) => ModuleInfo | null
  areas: Map<string, ReadonlySet<string>>
  depths: Map<string, number>
  layers: Map<string, number>
}

/** Returns the chunk name of a module; null lets the bundler choose. */
type NameChunk = (
  id: string,
  context: { getModuleInfo: (id: string) => ModuleInfo | null },
) => string | null

const WEB = inProject('src', 'web')

/** Large screens that are opened often have separate chunks. */
const ALONE = ['dashboard', 'workout', 'workouts', 'efforts', 'compare']
/** Chunks of the other screens, by routes file. Small screens join a chunk that they need anyway. */
const AREAS: Readonly<Record<string, string>> = {
  'signed-out': 'fields',
  workouts: 'log',
  people: 'people',
  account: 'people',
  admin: 'admin',
}

/** Screens of several areas that share most of their code, and those that few people open. */
const SHARED: Readonly<Record<string, string>> = {
  audit: 'admin',
  handbook: 'people',
  'login-callback': 'people',
}

/** Parts that a screen loads after its first paint. Modules that both need belong to the chunk of the screen. */
const PARTS: Readonly<Record<string, string>> = {
  WorkoutTrack: 'workout',
  WorkoutTab: 'workout',
  FilterDialog: 'workouts',
  // They share only plots, which the first screens need not load.
  log: 'efforts',
}

/** Small parts that screens load with a larger one. */
const TOGETHER: Readonly<Record<string, string>> = {
  ModerationForm: 'admin',
  OtherLogins: 'fields',
  PasskeyForm: 'TwoFactorSetup',
  ErrorHelp: 'people',
  LatestChanges: 'people',
  'push-device': 'people',
  DeleteConfirmation: 'WorkoutTrack',
  RecordingEditor: 'WorkoutTrack',
  WorkoutPhotos: 'WorkoutTrack',
  SelectableList: 'FilterDialog',
  PlaceInput: 'FilterDialog',
  ResultMap: 'map',
  StoredRouteMap: 'map',
  LineMap: 'map',
  // The course that it saves is shown next.
  CourseChoice: 'log',
  ZoneMap: 'map',
  DrawnLineMap: 'map',
  RegionMap: 'map',
  NewSegmentForm: 'log',
  WorkoutSegments: 'log',
}

/** Dialogs and components far down on a screen. They share a chunk with the form fields that they use. */
const FORMS = [
  'SharePanel',
  'Comments',
  'DescriptionForm',
  'EquipmentPicker',
  'KeysHelp',
  'PhotoTools',
  'ReportForm',
  'SanctionPanel',
  'StreamChoices',
]

/** Features independent of the screen, such as uploads and commands, which are loaded when the browser is idle. */
const TOOLS = 'tools'
const TOOL_FOLDERS = ['layout', 'uploads', 'commands', 'offline']
/** Small modules that few pages need; alone they would be too small to be requested. */
const SMALL_PARTS = ['SportIconByName', 'authenticator', 'send-photo']

/** Matches the modules and styles of Mantine components, except helpers that other components share. */
const mantine = (names: string) =>
  new RegExp(`/@mantine/core/.*/(?:${names.replaceAll(' ', '|')})(?:/(?!utils/)|\\.layer\\.css$)`)

/** Matches the charts, except placeholders and code that tables share. */
const CHARTS =
  /\/src\/web\/charts\/(?!plots\/|ChartSkeleton|chart-sizes|cursor|nearest-index|track|use-observed)/

/** Large code that only some screens need. A layer may import earlier layers, never later ones. */
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
  {
    name: 'map',
    parts: [
      /\/node_modules\/leaflet\//,
      /\/src\/web\/map\//,
      /\/src\/domain\/reference\/(?:(?:base|vector)-map|regions)\//,
    ],
  },
  { name: 'charts', parts: [/\/node_modules\/uplot\//, CHARTS] },
]

/** Returns a function that names chunks. It is not called for initial modules, which form one chunk anyway. */
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

/** Returns the areas whose screens import a module, directly or not. */
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

/** Returns the area of a module that `importer` loads dynamically: a screen, or a component that a screen opens. */
function areaOf(id: string, importer: string): string {
  const name = id.replace(/^.*\/([\w-]+)\.\w+$/, '$1')
  if (FORMS.includes(name)) return 'fields'
  const together = TOGETHER[name]
  if (together) return together
  const [, routes] = new RegExp(`^${WEB}/routes/([\\w-]+)\\.ts$`).exec(importer) ?? []
  if (SMALL_PARTS.includes(name)) return TOOLS
  if (TOOL_FOLDERS.some((folder) => importer.startsWith(`${WEB}/${folder}/`))) return TOOLS
  const [, screen] = new RegExp(`^${WEB}/screens/([\\w-]+)/`).exec(id) ?? []
  if (routes && screen)
    return ALONE.includes(screen) ? screen : (SHARED[screen] ?? AREAS[routes] ?? routes)
  return name
}

/**
 * Returns the layer of a module that several areas share: the last layer that it imports, or else the first layer that
 * imports it.
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

/** Returns the last layer among a module and its imports. */
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
