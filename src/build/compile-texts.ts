import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import compile from 'icu-minify/compile'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** The names of the sports, which the feed has too, as `sport.<id>`. */
const sportNames = (folder: string): [key: string, text: string][] =>
  Object.entries<string>(readJson(join(folder, 'feed.json')).sports).map(([id, name]) => [
    `sport.${id}`,
    name,
  ])

/**
 * A catalogue of the web UI as messages that need no parser in the browser, by key.
 *
 * @throws Error naming the text that is no ICU message
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
