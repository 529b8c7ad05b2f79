/**
 * Runs the tests after building what they need, and closes with the line `N passed, N failed`.
 * Arguments go to `bun test`: paths, `-t 'title'`, `--coverage`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { inProject } from './project'

const JUNIT = inProject('dist', 'junit.xml')
const SUMMARY_LENGTH = 400

interface Totals {
  passed: number
  failed: number
  /** Titles of the tests that were not run, with their files. */
  skipped: string[]
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Totals of a JUnit report. */
export function readTotals(xml: string): Totals {
  const all = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const count = (name: string) => Number(attribute(all, name) || 0)
  const skipped = [...xml.matchAll(/(<testcase\b[^>]*[^/]>)\s*<skipped\b/g)].map(([, tag = '']) =>
    unescapeXml(`${attribute(tag, 'file')}: ${attribute(tag, 'name')}`),
  )
  return {
    passed: count('tests') - count('failures') - count('skipped'),
    failed: count('failures'),
    skipped,
  }
}

/** Failures that `bun test` counts in its summary: unlike the report, with files that do not load. */
export function countFailures(output: string): number {
  const summary = stripVTControlCharacters(output).slice(-SUMMARY_LENGTH)
  return Number(/^ *(\d+) fail$/m.exec(summary)?.[1] ?? 0)
}

/** Runs bun in the project; its error output, where `bun test` reports, is shown and returned. */
async function run(...command: string[]): Promise<{ code: number; output: string }> {
  const { exited, stderr } = Bun.spawn([process.execPath, ...command], {
    cwd: inProject(),
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}) },
  })
  const decoder = new TextDecoder()
  let output = ''
  for await (const chunk of stderr) {
    await Bun.write(Bun.stderr, chunk)
    output += decoder.decode(chunk, { stream: true })
  }
  return { code: await exited, output }
}

const needsBinary = (paths: string[]) =>
  paths.length === 0 || paths.some((path) => /^(\.\/)?test(\/(binary|browser)|\/?$)/.test(path))

async function main(args: string[]): Promise<number> {
  const paths = args.filter((arg) => arg.includes('/'))
  if (needsBinary(paths) && (await run(inProject('src/build/build.ts'), '--if-stale')).code !== 0) {
    console.log('The build failed: no test was run.')
    console.log('0 passed, 1 failed')
    return 1
  }
  rmSync(JUNIT, { force: true })
  mkdirSync(inProject('dist'), { recursive: true })
  const test = ['test', '--reporter=junit', `--reporter-outfile=${JUNIT}`]
  const { code, output } = await run(...test, ...args)
  const report = existsSync(JUNIT) ? readFileSync(JUNIT, 'utf8') : ''
  const { passed, skipped, ...counted } = readTotals(report)
  const failed = Math.max(counted.failed, countFailures(output), code === 0 ? 0 : 1)
  for (const title of skipped) console.log(`SKIPPED, NOT TESTED: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
