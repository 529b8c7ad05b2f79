/**
 * Builds the executable if tests need it, runs the tests, prints the failures, and ends with `N passed, N failed`.
 * `--fast` skips slow tests and those that need the executable. `--thorough` runs only the slowest tests, which rarely
 * fail and which other runs skip. `--long` runs all tests, with more and different examples for property tests. Other
 * arguments are passed to `bun test`: paths, `-t 'title'`, `--coverage`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import {
  countFailures,
  filesToRepeat,
  formatDurations,
  formatFailures,
  formatSkipped,
  formatUnstable,
  readFailures,
  readStrayErrors,
  readTotals,
  unexplained,
} from './test-report'

const JUNIT = inProject('dist', 'junit.xml')
const TIMINGS = inProject('dist', 'test-timings.json')

/** The file to which each test file appends its duration. */
const DURATIONS_FILE = inProject('dist', 'test-durations.txt')

/** Tests that take half of the total time and rarely fail. CI runs them in a separate step. */
const THOROUGH = [
  'test/binary/backup.test.ts',
  'test/binary/crash.test.ts',
  'test/binary/deleted-account.test.ts',
  'test/binary/failed-disk.test.ts',
  'test/binary/killed-upgrade.test.ts',
  'test/binary/large-archive.test.ts',
  'test/binary/litestream.test.ts',
  'test/binary/memory.test.ts',
  'test/binary/moved-account.test.ts',
  'test/binary/packages.test.ts',
  'test/binary/provoked-errors.test.ts',
  'test/binary/release.test.ts',
  'test/binary/throw-away-demo.test.ts',
  'test/browser/account-after-a-year.test.ts',
  'test/browser/api-document.test.ts',
  'test/browser/base-path.test.ts',
  'test/browser/compare.test.ts',
  'test/browser/development-server.test.ts',
  'test/browser/device-data.test.ts',
  'test/browser/every-screen.test.ts',
  'test/browser/failing-screens.test.ts',
  'test/browser/import-from-service.test.ts',
  'test/browser/installed-app.test.ts',
  'test/browser/languages.test.ts',
  'test/browser/media-preferences.test.ts',
  'test/browser/new-user.test.ts',
  'test/browser/training.test.ts',
  'test/browser/without-network.test.ts',
  'test/cli/inbox.test.ts',
  'test/cli/interrupted.test.ts',
  'test/cli/json-output.test.ts',
  'test/cli/killed-refresh.test.ts',
  'test/cli/provoked-errors.test.ts',
  'test/db/check.test.ts',
  'test/db/every-schema.test.ts',
  'test/db/notification-visibility.test.ts',
  'test/jobs/hostile-exports.test.ts',
  'test/jobs/killed-imports.test.ts',
  'test/jobs/large-imports.test.ts',
  'test/unit/tracks/damaged-files.test.ts',
  'test/unit/tracks/formats/xml-scan.test.ts',
  'test/unit/workers/million-points.test.ts',
]
/** Tests that `--fast` skips: those that need a build or processes, or check many viewers. */
const SLOW = [
  'test/api/oauth2-round-trip.test.ts',
  'test/api/private-content.test.ts',
  'test/binary/**',
  'test/browser/**',
  'test/cli/backup.test.ts',
  'test/cli/demo.test.ts',
  'test/cli/serve.test.ts',
  'test/db/*-in-sql.test.ts',
  'test/db/processes.test.ts',
  'test/mail/crash.test.ts',
]
/** Time limit of a test in milliseconds. */
const TIME_LIMIT = 30_000
/** Factor for the number of examples and the time limit in `--long` runs. */
const LONG_RUN = 10
/** More processes than cores, because tests spend half of their time waiting for browsers, servers and programs. */
const PROCESSES = 2 * availableParallelism()
/**
 * Approximate duration of test files in milliseconds, by path prefix; the first match applies. `bun test` starts long
 * files first, so that none is left to run alone at the end.
 */
const DURATIONS: readonly (readonly [path: string, milliseconds: number])[] = [
  ['test/browser/failing-screens', 150_000],
  ['test/browser/every-screen', 150_000],
  ['test/browser/without-network', 120_000],
  ['test/browser/languages', 60_000],
  ['test/browser/base-path', 20_000],
  ['test/browser/', 10_000],
  ['test/cli/inbox', 10_000],
  ['test/jobs/large-imports', 10_000],
  ['test/cli/interrupted', 20_000],
  ['test/binary/', 8000],
  ['test/cli/', 2000],
  ['test/jobs/', 1000],
  ['test/server/', 1000],
  ['', 200],
]

/** Runs bun in the project. Prints and returns its standard error, to which `bun test` reports. */
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

/** The command line and environment of a test run. */
interface Plan {
  command: string[]
  env: Record<string, string>
  build: boolean
}

/** Plans a test run from the command line arguments. */
export function planOf(args: string[], seed: string): Plan {
  const [fast, thorough, long] = ['--fast', '--thorough', '--long'].map((it) => args.includes(it))
  const rest = [
    ...args.filter((arg) => !/^--(fast|thorough|long)$/.test(arg)),
    ...(thorough ? THOROUGH : []),
  ]
  const paths = rest.filter((arg) => arg.includes('/'))
  const omitted = [...(fast ? SLOW : []), ...(long || paths.length > 0 ? [] : THOROUGH)]
  const factor = long ? LONG_RUN : 1
  return {
    command: [
      ...['test', `--parallel=${PROCESSES}`, '--no-isolate'],
      ...[`--timings=${TIMINGS}`, `--timeout=${TIME_LIMIT * factor}`],
      ...['--reporter=junit', `--reporter-outfile=${JUNIT}`],
      ...omitted.map((pattern) => `--path-ignore-patterns=${pattern}`),
      ...rest,
    ],
    env: long ? { TEST_SEED: seed, TEST_TIMEOUT_FACTOR: String(factor) } : {},
    build: !fast && needsBinary(paths),
  }
}

/** Formats the expected durations of test files as a timings file of `bun test`. */
export function timingsOf(paths: readonly string[]): { version: 1; files: Record<string, number> } {
  const duration = (path: string) => DURATIONS.find(([start]) => path.startsWith(start))?.[1] ?? 0
  return { version: 1, files: Object.fromEntries(paths.map((path) => [path, duration(path)])) }
}

const testFiles = () => [...new Bun.Glob('test/**/*.test.ts').scanSync(inProject())]

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Lists temporary files that tests left behind. Each test process has its own folder, which must be empty at the end. */
const filesLeftIn = (temporary: string): string[] =>
  readdirSync(temporary).flatMap((name) =>
    name.startsWith('tests-') ? readdirSync(join(temporary, name)) : [name],
  )

/**
 * Reads the outcome of a run from its exit code, its output and its report, which disagree when a file fails to load or
 * the runner crashes.
 */
function readOutcome(code: number, output: string, report: string) {
  const failed = Math.max(readTotals(report).failed, countFailures(output), code === 0 ? 0 : 1)
  const failures = [...readFailures(report), ...readStrayErrors(output)]
  if (failed > 0 && failures.length === 0) failures.push(unexplained(output))
  return { failed, failures }
}

/**
 * Repeats the files of a few failed tests once, one after the other. Returns whether they pass now, when nothing else
 * uses the machine.
 */
async function passAlone(files: readonly string[], env: Record<string, string>): Promise<boolean> {
  console.log(`=== again, alone: ${files.join(' ')}`)
  const { command } = planOf([...files], '')
  const alone = command.map((arg) => (arg.startsWith('--parallel=') ? '--parallel=1' : arg))
  return (await run(alone, env)).code === 0
}

/**
 * Runs the tests with a separate folder for temporary files. Returns the number of failures. Tests that fail next to
 * others and pass alone do not fail the run, but are reported as unstable.
 */
async function runTests({ command, env, build }: Plan, temporary: string): Promise<number> {
  const own = { ...env, TMPDIR: temporary, TEST_RUN: 'yes', TEST_DURATIONS: DURATIONS_FILE }
  if (build && (await run([inProject('src/build/build.ts'), '--if-stale'], own)).code !== 0) {
    console.log('The build failed: no test was run.')
    console.log('0 passed, 1 failed')
    return 1
  }
  for (const file of [JUNIT, DURATIONS_FILE]) rmSync(file, { force: true })
  mkdirSync(inProject('dist'), { recursive: true })
  await Bun.write(TIMINGS, JSON.stringify(timingsOf(testFiles())))
  const { code, output } = await run(command, own)
  const report = readIfThere(JUNIT)
  const { passed, skipped } = readTotals(report)
  const { failed, failures } = readOutcome(code, output, report)
  const repeated = filesToRepeat(failures, failed)
  const unstable = repeated.length > 0 && (await passAlone(repeated, own)) ? failures : []
  const lasting = unstable.length > 0 ? [] : failures
  const left = filesLeftIn(temporary)
  if (left.length > 0)
    lasting.push({ place: temporary, title: 'files are left behind', error: left.join('\n') })
  const failedInTheEnd = failed - unstable.length + (left.length > 0 ? 1 : 0)
  for (const line of formatDurations(readIfThere(DURATIONS_FILE))) console.log(line)
  const packages = readIfThere(inProject('.ci', 'packages')).split('\n').filter(Boolean)
  for (const line of formatSkipped(skipped, packages)) console.log(line)
  if (env.TEST_SEED) console.log(`The seed of this run: TEST_SEED=${env.TEST_SEED}`)
  for (const line of formatUnstable(unstable)) console.log(line)
  for (const line of formatFailures(lasting)) console.log(line)
  console.log(`${passed + unstable.length} passed, ${failedInTheEnd} failed`)
  return passed === 0 ? 1 : failedInTheEnd
}

async function main(args: string[]): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'milepost-'))
  // The tests receive these signals too and exit; this process then exits after them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const seed = process.env.TEST_SEED ?? String(crypto.getRandomValues(new Int32Array(1))[0])
  try {
    return (await runTests(planOf(args, seed), temporary)) > 0 ? 1 : 0
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
