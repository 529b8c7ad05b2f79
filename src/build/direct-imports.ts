/**
 * Imports from the one large index of a package, taken from the modules themselves. Otherwise everything that uses one
 * component would seem to need all of them when the scripts are divided, and thousands of icons would be read in vain.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { inProject } from './project'

/** The index of each package, in its folder. */
const INDEXES = {
  '@mantine/core': 'esm/index.mjs',
  '@mantine/form': 'esm/index.mjs',
  '@mantine/hooks': 'esm/index.mjs',
  '@tabler/icons-react': 'dist/esm/tabler-icons-react.mjs',
}
const PACKAGES = Object.keys(INDEXES)
const IMPORT = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'](${PACKAGES.join('|')})["']`, 'g')
/** A line of an index: `import { a, b } from './m'` or `export { default as a } from './m'`. */
const INDEX_LINE = /^(import|export) \{ ([^}]*) \} from ["'](\.[^"']+)["']/gm

/** Where a name of a package really comes from. */
interface Origin {
  path: string
  name: string
}

const specifiers = (list: string) =>
  list.split(',').flatMap((item) => {
    const [name, alias] = item.trim().split(/\s+as\s+/)
    return name ? [{ name, alias: alias ?? name }] : []
  })

function readIndex([packageName, path]: [string, string]): [string, Map<string, Origin>] {
  const index = inProject('node_modules', packageName, path)
  const origins = new Map<string, Origin>()
  for (const [, , list = '', path = ''] of readFileSync(index, 'utf8').matchAll(INDEX_LINE))
    for (const { name, alias } of specifiers(list))
      origins.set(alias, { name, path: join(dirname(index), path) })
  return [packageName, origins]
}

/** Rewrites imports of values from the packages; names that their index does not tell are left as they are. */
export function directImports(): Plugin {
  const indexes = new Map(Object.entries(INDEXES).map(readIndex))
  const rewrite = (statement: string, list: string, packageName: string) => {
    const found = specifiers(list)
      .filter(({ name }) => !name.startsWith('type '))
      .map(({ name, alias }) => ({ alias, origin: indexes.get(packageName)?.get(name) }))
    if (found.some(({ origin }) => origin === undefined)) return statement
    return found
      .map(
        ({ alias, origin }) =>
          `import { ${origin?.name} as ${alias} } from ${JSON.stringify(origin?.path)}`,
      )
      .join(';')
  }
  return {
    name: 'direct-imports',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(?:tsx?|mjs|js)$/, code: new RegExp(`["'](?:${PACKAGES.join('|')})["']`) },
      handler: (code) => code.replace(IMPORT, rewrite),
    },
  }
}
