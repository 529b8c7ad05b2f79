import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'
import compile from 'icu-minify/compile'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** The names of the sports, which the feed has too, as `sport.<id>`. */
const sportNames = (folder: string): [key: string, text: string][] =>
  Object.entries<string>(readJson(join(folder, 'feed.json')).sports).map(([id, name]) => [
    `sport.${id}`,
    name,
  ])

/**
 * Turns catalogues of the web UI into messages that need no parser in the browser.
 *
 * @throws Error naming the text that is no ICU message
 */
export const compileTexts: BunPlugin = {
  name: 'compile-texts',
  setup: (build) => {
    build.onLoad({ filter: /\/locales\/[^/]+\/web\.json$/ }, ({ path }) => {
      const texts = Object.entries<string>(readJson(path))
      const messages = texts.map(([key, text]) => [key, compileText(key, text)])
      const catalogue = Object.fromEntries([...messages, ...sportNames(dirname(path))])
      return { contents: `export default ${JSON.stringify(catalogue)}`, loader: 'js' }
    })
  },
}

function compileText(key: string, text: string) {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`The text ${key} is no ICU message: ${text}`, { cause })
  }
}
