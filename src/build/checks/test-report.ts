/** Reads the reports of `bun test` and formats a summary for the end of the log, which survives truncation. */
import { stripVTControlCharacters } from 'node:util'

interface Totals {
  passed: number
  failed: number
  /** Titles of the tests that were not run, with their files. */
  skipped: string[]
}

/** A failed test, or another error that made a run fail. */
interface Failure {
  /** The file of the test and its line, as far as they are known. */
  place: string
  /** The title with those of the groups around it. */
  title: string
  /** Message with differences, and the head of the stack. */
  error: string
}

/** Number of characters at the end of the output that contain the summary. */
const SUMMARY_LENGTH = 400
/** Number of failures printed with their errors; the others are only named. */
const MAX_LISTED = 10
/** Maximum number of lines printed per error. */
const LINES = 60
/** Maximum number of characters printed per line. */
const WIDTH = 300
/** Maximum number of failures that are named. */
const MAX_NAMES = 100

const attribute = (tag: string, name: string): string =>
  unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')

/** Reads the totals from a JUnit report. */
export function readTotals(xml: string): Totals {
  const all = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const count = (name: string) => Number(attribute(all, name) || 0)
  const skipped = [...xml.matchAll(/(<testcase\b[^>]*[^/]>)\s*<skipped\b/g)].map(
    ([, tag = '']) => `${attribute(tag, 'file')}: ${attribute(tag, 'name')}`,
  )
  return {
    passed: count('tests') - count('failures') - count('skipped'),
    failed: count('failures'),
    skipped,
  }
}

/** Reads the number of failures from the output. Unlike the report, it includes files that fail to load. */
export function countFailures(output: string): number {
  const summary = stripVTControlCharacters(output).slice(-SUMMARY_LENGTH)
  return Number(/^ *(\d+) fail$/m.exec(summary)?.[1] ?? 0)
}

/** Matches the groups, tests and failures of a JUnit report. */
const TAGS =
  /<testsuite\b[^>]*>|<\/testsuite>|<testcase\b[^>]*>|<failure\b[^>]*?(?:\/>|>([^<]*)<\/failure>)/g

/** Reads the failed tests from a JUnit report. */
export function readFailures(xml: string): Failure[] {
  const failures: Failure[] = []
  const groups: string[] = []
  let test = ''
  for (const [tag, text] of xml.matchAll(TAGS)) {
    if (tag.startsWith('<testsuite')) groups.push(attribute(tag, 'name'))
    else if (tag === '</testsuite>') groups.pop()
    else if (tag.startsWith('<testcase')) test = tag
    else {
      const [file, line] = [attribute(test, 'file'), attribute(test, 'line')]
      failures.push({
        place: line ? `${file}:${line}` : file,
        // The outermost group is the file.
        title: [...groups.slice(1), attribute(test, 'name')].join(' > '),
        error: text ? unescapeXml(text) : attribute(tag, 'message'),
      })
    }
  }
  return failures
}

/** Maximum number of failed tests that are repeated. More of them are hardly an accident of timing. */
const MAX_REPEATED = 3

/**
 * Returns the files to run again, each once. Returns none when too many tests failed or the report does not account for
 * all of the `failed` tests.
 */
export function filesToRepeat(failures: readonly Failure[], failed: number): string[] {
  if (failures.length !== failed || failed > MAX_REPEATED) return []
  const files = failures.map(({ place }) => place.replace(/:\d+$/, ''))
  return files.every((file) => file.startsWith('test/')) ? [...new Set(files)] : []
}

/** Matches the path of a test file in the text of an error. */
const TEST_FILE = /[^\s'"(]+\.test\.tsx?(?::\d+)?/

/**
 * Reads errors outside of tests from the output, for example in a file that fails to load; the report lacks them. When
 * files run in parallel, the file printed above such an error may be a different one.
 */
export function readStrayErrors(output: string): Failure[] {
  const found = stripVTControlCharacters(output).matchAll(
    /^# (Unhandled error.*)\n-{5,}\n([\s\S]*?)\n-{5,}$/gm,
  )
  return [...found].map(([, title = '', error = '']) => ({
    place: TEST_FILE.exec(error)?.[0] ?? 'bun test',
    title,
    error,
  }))
}

/** Describes a run that failed without reporting an error, by the last lines of its output. */
export const unexplained = (output: string): Failure => ({
  place: 'bun test',
  title: 'ended with an error, and wrote at last:',
  error: stripVTControlCharacters(output).trimEnd().split('\n').slice(-LINES).join('\n'),
})

/** Shortens an error to `LINES` lines. Omits lines in the middle, because the stack comes last. */
function bounded(error: string): string[] {
  const lines = error
    .trimEnd()
    .split('\n')
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line))
  const over = lines.length - LINES
  if (over <= 0) return lines
  const head = LINES - 15
  return [...lines.slice(0, head), `… ${over} more lines …`, ...lines.slice(head + over)]
}

const nameFailure = ({ place, title }: Failure) => `${place}: ${title}`

const describeFailures = (failures: readonly Failure[]): string[] =>
  failures
    .slice(0, MAX_LISTED)
    .flatMap((failure) => [
      '',
      `--- ${nameFailure(failure)}`,
      ...bounded(failure.error).map((line) => `  ${line}`.trimEnd()),
    ])

/** Formats the tests that failed at first and passed when they were repeated. */
export const formatUnstable = (failures: readonly Failure[]): string[] =>
  failures.length === 0
    ? []
    : [
        '=== unstable tests: failed next to others, passed alone. Make them independent of timing.',
        ...describeFailures(failures),
        '',
        ...failures.map((failure) => `UNSTABLE: ${nameFailure(failure)}`),
      ]

/** Formats the failures: the first ones with their errors, then the names of all. */
export function formatFailures(failures: Failure[]): string[] {
  if (failures.length === 0) return []
  return [
    '=== failed tests',
    ...describeFailures(failures),
    '',
    ...failures.slice(0, MAX_NAMES).map((failure) => `FAILED: ${nameFailure(failure)}`),
    ...(failures.length > MAX_NAMES ? [`FAILED: ${failures.length - MAX_NAMES} more`] : []),
  ]
}

/** Formats the list of skipped tests, with the Debian packages that they may need. */
export const formatSkipped = (titles: readonly string[], packages: readonly string[]): string[] =>
  titles.length === 0
    ? []
    : [
        ...titles.map((title) => `SKIPPED, NOT TESTED: ${title}`),
        `${titles.length} tests were skipped. What they need: apt-get install ${packages.join(' ')}`,
        'With MILEPOST_TEST_INSTALL=1, tests that run as root may also install packages.',
      ]

/** Number of files listed with their durations. */
const SLOWEST = 15

/**
 * Formats the files that used the most CPU time, including their child processes, and the total. Returns no lines for a
 * run of few files. `notes` has a line per file: milliseconds of CPU time, milliseconds of wall time, path.
 */
export function formatDurations(notes: string): string[] {
  const files = notes
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .map(([cpu, wall, ...path]) => ({ cpu: Number(cpu), wall: Number(wall), path: path.join(' ') }))
  if (files.length <= SLOWEST) return []
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1).padStart(7)
  const slowest = files.toSorted((a, b) => b.cpu - a.cpu).slice(0, SLOWEST)
  const total = files.reduce((sum, { cpu }) => sum + cpu, 0)
  return [
    '=== slowest files: seconds of processor time, seconds from start to end',
    ...slowest.map(({ cpu, wall, path }) => `${seconds(cpu)} ${seconds(wall)} ${path}`),
    `${seconds(total)} seconds of processor time in ${files.length} files`,
  ]
}
