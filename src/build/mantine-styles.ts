/** The style sheets of Mantine, as far as they are used. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const STYLES = join(fileURLToPath(import.meta.resolve('@mantine/core/package.json')), '../styles')

/** Names of the classes of a component, or of a part that several share. */
const CLASS_NAMES = /\/@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/
const VARIABLES = /\/styles\/default-css-variables\.layer\.css$/
/** Colours of Mantine that the theme has no use for: ten shades of each, and whatever is made of them, in both schemes. */
const UNUSED_COLORS =
  /^.*--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[^;]*;\n/gm

/** Brings the styles of a component along with it, and leaves out the colours that are never used. */
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
