/** Prints the number and length of files of the server, the web UI and the tests (`bun run sizes`). */
import { Glob } from 'bun'
import { isBelow } from './dependency-rules'
import { readSources, type SourceFile, sourceFile } from './source'

/** Lengths of the files of a part, in lines. */
interface PartSizes {
  part: string
  files: number
  lines: number
  median: number
  longest: number
}

/** Reads all TypeScript files of `test`. */
const readTests = (): Promise<SourceFile[]> =>
  Promise.all(
    [...new Glob('**/*.{ts,tsx}').scanSync('test')].map(async (path) =>
      sourceFile(path, await Bun.file(`test/${path}`).text()),
    ),
  )

/** Measures the server, the web UI and the tests, without migrations (which never change) and build scripts. */
export function measureParts(
  sources: readonly SourceFile[],
  tests: readonly SourceFile[],
): PartSizes[] {
  const counted = sources.filter(({ name }) => !/(^|\/)migrations\/\d/.test(name))
  return [
    measure(
      'server',
      counted.filter(({ name }) => !isBelow(name, 'web') && !isBelow(name, 'build')),
    ),
    measure(
      'web',
      counted.filter(({ name }) => isBelow(name, 'web')),
    ),
    measure('tests', tests),
  ]
}

function measure(part: string, files: readonly SourceFile[]): PartSizes {
  const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b)
  return {
    part,
    files: files.length,
    lines: lengths.reduce((sum, lines) => sum + lines, 0),
    median: lengths[Math.floor((lengths.length - 1) / 2)] ?? 0,
    longest: lengths.at(-1) ?? 0,
  }
}

if (import.meta.main) console.table(measureParts(await readSources(), await readTests()))
