import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { inProject } from '@/build/project'
import type { Target } from '@/build/targets'

/** Libraries to embed: their path when extracted → the file of a package. */
type Sources = Record<string, string>

const only = (folder: string, part: string): string => {
  const found = readdirSync(folder).filter((name) => name.includes(part))
  if (found.length !== 1) throw new Error(`${folder} has ${found.length} files named *${part}*.`)
  return found.join()
}

function sharpFiles({ native, modules }: Target): { sources: Sources; addon: string } {
  const lib = join(modules, '@img', `sharp-libvips-${native}`, 'lib')
  const own = join(modules, '@img', `sharp-${native}`, 'lib')
  const libvips = only(lib, '.so')
  const addon = only(own, '.node')
  // The RPATH of the addon expects libvips in a folder next to its own package, so the layout below must match.
  const addonPath = `sharp-${native}/lib/${addon}`
  return {
    sources: {
      [addonPath]: join(own, addon),
      [`sharp-libvips-${native}/lib/${libvips}`]: join(lib, libvips),
    },
    addon: addonPath,
  }
}

/** Generates source code that defines `load()`, which extracts the libraries and loads the addon. */
function loader(name: string, sources: Sources, addon: string): string {
  const hash = createHash('sha256')
  for (const file of Object.values(sources)) hash.update(readFileSync(file))
  const entries = Object.entries(sources)
  const imports = entries.map(
    ([, file], index) => `import file${index} from ${JSON.stringify(file)} with { type: 'file' }`,
  )
  const files = entries.map(([path], index) => `${JSON.stringify(path)}: file${index}`)
  return [
    ...imports,
    `import { loadNative } from ${JSON.stringify(inProject('src', 'build', 'release', 'load-native.ts'))}`,
    `const libraries = { folder: '${name}-${hash.digest('hex').slice(0, 12)}', addon: ${JSON.stringify(addon)}, files: { ${files.join(', ')} } }`,
    'const load = () => loadNative(libraries)',
  ].join('\n')
}

/** Replaces the driver's entry point. Loads the addon when the first database is opened. */
const DRIVER_ENTRY = [
  "import createDatabase from './database'",
  "import SqliteError from './sqlite-error'",
  'const addon = { get loaded() { return (this.kept ??= load()) } }',
  'const Database = createDatabase(() => addon.loaded, false)',
  'Database.SqliteError = SqliteError',
  'export { SqliteError }',
  'export default Database',
]

/**
 * Embeds the native code of better-sqlite3 and sharp: the packages' own entries look for it in a
 * node_modules folder, which the machine that runs the executable does not have.
 */
export function natives(target: Target): BunPlugin {
  return {
    name: 'natives',
    setup(build) {
      build.onLoad({ filter: /\/better-sqlite3\/lib\/index\.js$/ }, () => {
        const addon = 'better-sqlite3.node'
        const prebuilt = inProject('node_modules/better-sqlite3/prebuilds', `${target.native}.node`)
        const contents = [
          loader('better-sqlite3', { [addon]: prebuilt }, addon),
          ...DRIVER_ENTRY,
        ].join('\n')
        return { loader: 'js', contents }
      })
      build.onLoad({ filter: /\/sharp\/dist\/sharp\.mjs$/ }, () => {
        const { sources, addon } = sharpFiles(target)
        return {
          loader: 'js',
          contents: `${loader('sharp', sources, addon)}\nexport default load()`,
        }
      })
    },
  }
}
