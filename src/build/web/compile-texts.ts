import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import compile from 'icu-minify/compile'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** Reads the names of sports, which are shared with the feed, under the keys `sport.<id>`. */
const sportNames = (folder: string): [key: string, text: string][] =>
  Object.entries<string>(readJson(join(folder, 'feed.json')).sports).map(([id, name]) => [
    `sport.${id}`,
    name,
  ])

/**
 * Compiles the texts of the web UI in one language, so that browsers need no ICU parser.
 *
 * @throws Error with the key of a text that is not a valid ICU message
 */
export function compileCatalogue(path: string): Record<string, unknown> {
  const texts = Object.entries<string>(readJson(path))
  const messages = texts.map(([key, text]) => [key, compileText(key, text)])
  return Object.fromEntries([...messages, ...sportNames(dirname(path))])
}

function compileText(key: string, text: string) {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`The text ${key} is no ICU message: ${text}`, { cause })
  }
}
