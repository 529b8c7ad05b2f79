/**
 * Rewrites imports from the large index of a package to imports of its modules. Otherwise every user of one component
 * would appear to depend on all of them when chunks are formed, and the bundler would read thousands of unused icons.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { inProject } from '@/build/project'

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

/** The module that defines a name exported by a package. */
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

/** Creates the Vite plugin. It leaves an import unchanged if the index does not contain one of its names. */
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
