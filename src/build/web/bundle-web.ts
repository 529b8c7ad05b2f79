/** Bundles the web UI with Vite: Bun's own bundler puts the styles of all screens into the first file. */
import { relative } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { directImports } from '@/build/checks/direct-imports'
import { handbookAssets } from '@/build/handbook/handbook-files'
import { inProject } from '@/build/project'
import { compileCatalogue } from './compile-texts'
import { mantineStyles } from './mantine-styles'
import { chunkNames } from './web-chunks'

/** A file of the web UI: its path below the root of the server, and its content. */
export interface WebFile {
  path: string
  content: string | Uint8Array<ArrayBuffer>
  /** For scripts: the modules, as paths in `src`, and the paths of scripts and styles that it imports statically. */
  script?: { modules: readonly string[]; needs: readonly string[] }
}

const compileTexts = {
  name: 'compile-texts',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/locales\/[^/]+\/web\.json$/ },
    handler: (_: string, id: string) => JSON.stringify(compileCatalogue(id)),
  },
}

/** Removes the `_source` notes of reference tables from the bundle; browsers do not need them. */
const withoutSources = {
  name: 'without-sources',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/reference\/[^/]+\.json$/ },
    handler: (text: string) => {
      const { _source, ...table } = JSON.parse(text)
      return JSON.stringify(table)
    },
  },
}

const groups = (): Rolldown.CodeSplittingGroup[] => [
  { name: 'main', tags: ['$initial'], priority: 1 },
  { name: chunkNames(), includeDependenciesRecursively: false },
]

/** Modules that replace a feature that older versions of React lack, and the modules that use React's own. */
const WITHOUT_SHIMS = {
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
}

type Mode = 'development' | 'production'

const settingsFor = (mode: Mode, handbook: string): InlineConfig => ({
  configFile: false,
  envDir: false,
  publicDir: false,
  root: inProject('src', 'web'),
  mode,
  define: {
    'process.env.NODE_ENV': JSON.stringify(mode),
    HANDBOOK_CONTENTS: JSON.stringify(handbook),
  },
  // Hides a warning for every Mantine module about the directive "use client", which has no meaning here.
  logLevel: 'error',
  resolve: { alias: { '@': inProject('src'), ...WITHOUT_SHIMS } },
  plugins: [compileTexts, withoutSources, directImports(), mantineStyles],
  json: { namedExports: false },
  // Absolute paths, to which the server adds its base path.
  experimental: { renderBuiltUrl: (path) => `/${path}` },
  build: {
    write: false,
    target: 'es2022',
    minify: mode === 'production',
    sourcemap: mode === 'development' && 'inline',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: groups() }, hashCharacters: 'base36' } },
  },
})

/**
 * Bundles the web UI in memory, without writing files.
 *
 * @throws Error when it cannot be bundled
 */
export async function bundleWeb(mode: Mode = 'production'): Promise<WebFile[]> {
  const { NODE_ENV } = process.env
  // Vite reads NODE_ENV and lets it override the mode.
  process.env.NODE_ENV = mode
  const handbook = handbookAssets()
  const contents = `/${handbook.at(-1)?.path}`
  try {
    return [...filesOf(await build(settingsFor(mode, contents))), ...handbook]
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/**
 * Chromium compiles the functions of a script with this comment in the background while it downloads. Otherwise it
 * parses each twice and compiles it when it is first called, on the main thread.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_EARLY = '//# allFunctionsCalledOnLoad\n'

function filesOf(result: Awaited<ReturnType<typeof build>>): WebFile[] {
  if (!('output' in result)) throw new Error('The web UI was not bundled once.')
  return result.output.map((file) =>
    file.type === 'chunk'
      ? { path: file.fileName, content: COMPILE_EARLY + file.code, script: scriptOf(file) }
      : { path: file.fileName, content: contentOf(file.source) },
  )
}

const scriptOf = ({ moduleIds, imports, viteMetadata }: Rolldown.OutputChunk) => ({
  modules: moduleIds.map((id) => relative(inProject('src'), id)),
  needs: [...imports, ...(viteMetadata?.importedCss ?? [])],
})

const contentOf = (source: string | Uint8Array) =>
  typeof source === 'string' ? source : new Uint8Array(source)
