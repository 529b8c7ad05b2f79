/**
 * Runs the tests after building what they need, tells what failed, and closes with the line `N passed, N failed`.
 * `--fast` leaves out those that need the executable, or long; `--long` looks at other and many more examples of the
 * properties. All other arguments go to `bun test`: paths, `-t 'title'`, `--coverage`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from './project'
import {
  countFailures,
  readFailures,
  readStrayErrors,
  readTotals,
  tellFailures,
  unexplained,
} from './test-report'

const JUNIT = inProject('dist', 'junit.xml')
const TIMINGS = inProject('dist', 'test-timings.json')

/** What the fast run leaves out: what needs a build or processes of its own, and worlds with many viewers. */
const SLOW = [
  'test/api/oauth2-round-trip.test.ts',
  'test/api/private-content.test.ts',
  'test/binary/**',
  'test/browser/**',
  'test/cli/backup.test.ts',
  'test/cli/demo.test.ts',
  'test/cli/serve.test.ts',
  'test/db/*-twins.test.ts',
  'test/db/notification-visibility.test.ts',
  'test/db/processes.test.ts',
  'test/jobs/great-imports.test.ts',
  'test/jobs/killed-imports.test.ts',
  'test/mail/crash.test.ts',
]
/** Milliseconds a test may take. */
const TIME_LIMIT = 30_000
/** How many times as many examples the long run looks at. */
const LONG_RUN = 10
/** Two in three of them compute; the others wait for browsers, servers and programs. */
const PROCESSES = Math.ceil(1.5 * availableParallelism())
/**
 * Roughly how many milliseconds a file of tests takes, by how its path begins; the first that fits holds. Those that take
 * long come first, so that none is left to run alone at the end.
 */
const DURATIONS: readonly (readonly [path: string, milliseconds: number])[] = [
  ['test/browser/every-screen', 150_000],
  ['test/browser/languages', 60_000],
  ['test/browser/sub-path', 20_000],
  ['test/browser/', 10_000],
  ['test/cli/inbox', 10_000],
  ['test/jobs/great-imports', 10_000],
  ['test/binary/', 8000],
  ['test/cli/', 2000],
  ['test/jobs/', 1000],
  ['test/server/', 1000],
  ['', 200],
]

/** Runs bun in the project; its error output, where `bun test` reports, is shown and returned. */
async function run(
  command: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { exited, stderr } = Bun.spawn([process.execPath, ...command], {
    cwd: inProject(),
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
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

/** What is asked of `bun test`, and the environment of the tests. */
interface Plan {
  command: string[]
  env: Record<string, string>
  build: boolean
}

/** How the tests are run that the arguments of this program ask for. */
export function planOf(args: string[], seed: string): Plan {
  const [fast, long] = [args.includes('--fast'), args.includes('--long')]
  const rest = args.filter((arg) => arg !== '--fast' && arg !== '--long')
  const paths = rest.filter((arg) => arg.includes('/'))
  const patience = long ? LONG_RUN : 1
  return {
    command: [
      ...['test', `--parallel=${PROCESSES}`, '--no-isolate'],
      ...[`--timings=${TIMINGS}`, `--timeout=${TIME_LIMIT * patience}`],
      ...['--reporter=junit', `--reporter-outfile=${JUNIT}`],
      ...(fast ? SLOW.map((pattern) => `--path-ignore-patterns=${pattern}`) : []),
      ...rest,
    ],
    env: long ? { TEST_SEED: seed, TEST_PATIENCE: String(patience) } : {},
    build: !fast && needsBinary(paths),
  }
}

/** What `bun test` is told of how long the files of tests take, in the form of its own notes. */
export function timingsOf(paths: readonly string[]): { version: 1; files: Record<string, number> } {
  const duration = (path: string) => DURATIONS.find(([start]) => path.startsWith(start))?.[1] ?? 0
  return { version: 1, files: Object.fromEntries(paths.map((path) => [path, duration(path)])) }
}

const testFiles = () => [...new Bun.Glob('test/**/*.test.ts').scanSync(inProject())]

/** What is left of temporary files; every process of the tests had a folder of its own, which is to be empty now. */
const filesLeftIn = (temporary: string): string[] =>
  readdirSync(temporary).flatMap((name) =>
    name.startsWith('tests-') ? readdirSync(join(temporary, name)) : [name],
  )

/** Runs the tests with temporary files in a folder of their own; returns how many failed. */
async function runTests({ command, env, build }: Plan, temporary: string): Promise<number> {
  const own = { ...env, TMPDIR: temporary, TEST_RUN: 'yes' }
  if (build && (await run([inProject('src/build/build.ts'), '--if-stale'], own)).code !== 0) {
    console.log('The build failed: no test was run.')
    console.log('0 passed, 1 failed')
    return 1
  }
  rmSync(JUNIT, { force: true })
  mkdirSync(inProject('dist'), { recursive: true })
  await Bun.write(TIMINGS, JSON.stringify(timingsOf(testFiles())))
  const { code, output } = await run(command, own)
  const report = existsSync(JUNIT) ? readFileSync(JUNIT, 'utf8') : ''
  const { passed, skipped, ...counted } = readTotals(report)
  const left = filesLeftIn(temporary)
  const failed =
    Math.max(counted.failed, countFailures(output), code === 0 ? 0 : 1) + (left.length > 0 ? 1 : 0)
  const told = [...readFailures(report), ...readStrayErrors(output)]
  if (code !== 0 && told.length === 0) told.push(unexplained(output))
  if (left.length > 0)
    told.push({ place: temporary, title: 'files are left behind', error: left.join('\n') })
  for (const title of skipped) console.log(`SKIPPED, NOT TESTED: ${title}`)
  if (env.TEST_SEED) console.log(`The seed of this run: TEST_SEED=${env.TEST_SEED}`)
  for (const line of tellFailures(told)) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  return passed === 0 ? 1 : failed
}

async function main(args: string[]): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'milepost-'))
  // The tests are told as well when this is stopped, and end; so does this then.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const seed = process.env.TEST_SEED ?? String(crypto.getRandomValues(new Int32Array(1))[0])
  try {
    return (await runTests(planOf(args, seed), temporary)) > 0 ? 1 : 0
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
