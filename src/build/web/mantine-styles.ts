/** A Vite plugin that includes only those style sheets of Mantine that are used. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const STYLES = join(fileURLToPath(import.meta.resolve('@mantine/core/package.json')), '../styles')

/** Matches modules with the class names of a component or of a shared part. */
const CLASS_NAMES = /\/@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/
const VARIABLES = /\/styles\/default-css-variables\.layer\.css$/
/** Mantine colours that the theme does not use: ten shades of each, and variables derived from them, in both schemes. */
const UNUSED_COLORS =
  /^.*--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[^;]*;\n/gm

/** Imports the styles of each bundled component, and removes unused colours. */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  transform: {
    filter: { id: [CLASS_NAMES, VARIABLES] },
    handler: (code, id) => {
      if (VARIABLES.test(id)) return code.replace(UNUSED_COLORS, '')
      const path = join(STYLES, `${CLASS_NAMES.exec(id)?.[1]}.layer.css`)
      return existsSync(path)
        ? { code: `import ${JSON.stringify(path)}\n${code}`, moduleSideEffects: true }
        : undefined
    },
  },
  enforce: 'pre',
}
