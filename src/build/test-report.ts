/** What `bun test` reports: how many tests passed, and what failed, to be told where even a log that was cut has it. */
import { stripVTControlCharacters } from 'node:util'

interface Totals {
  passed: number
  failed: number
  /** Titles of the tests that were not run, with their files. */
  skipped: string[]
}

/** A test that failed, or what else made a run fail. */
interface Failure {
  /** The file of the test and its line, as far as they are known. */
  place: string
  /** The title with those of the groups around it. */
  title: string
  /** Message with differences, and the head of the stack. */
  error: string
}

/** Characters at the end of the output that hold the summary. */
const SUMMARY_LENGTH = 400
/** How many failures are told with their errors; the others only by name. */
const TOLD = 10
/** Lines told of one error. */
const LINES = 60
/** Characters told of one line. */
const WIDTH = 300
/** Failures that are named. */
const NAMED = 100

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

/** Totals of a JUnit report. */
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

/** Failures that `bun test` counts in its summary: unlike the report, with files that do not load. */
export function countFailures(output: string): number {
  const summary = stripVTControlCharacters(output).slice(-SUMMARY_LENGTH)
  return Number(/^ *(\d+) fail$/m.exec(summary)?.[1] ?? 0)
}

/** Groups and tests of a JUnit report, in order, and the text of failures. */
const TAGS =
  /<testsuite\b[^>]*>|<\/testsuite>|<testcase\b[^>]*>|<failure\b[^>]*?(?:\/>|>([^<]*)<\/failure>)/g

/** The tests of a JUnit report that failed. */
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

/** The file of a test, in the text of an error. */
const TEST_FILE = /[^\s'"(]+\.test\.tsx?(?::\d+)?/

/**
 * Errors that `bun test` met outside of any test, as in a file that does not load: its report lacks them. Where several
 * files are run at a time, the file that is named above such an error may be another one.
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

/** The end of what a run wrote that failed and does not say why. */
export const unexplained = (output: string): Failure => ({
  place: 'bun test',
  title: 'ended with an error, and wrote at last:',
  error: stripVTControlCharacters(output).trimEnd().split('\n').slice(-LINES).join('\n'),
})

/** At most `LINES` lines; what is left out is left out in the middle, as the stack comes last. */
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

/** Lines that tell all failures: the first with their errors, then the names of all. */
export function tellFailures(failures: Failure[]): string[] {
  if (failures.length === 0) return []
  const name = ({ place, title }: Failure) => `${place}: ${title}`
  return [
    '=== failed tests',
    ...failures
      .slice(0, TOLD)
      .flatMap((failure) => [
        '',
        `--- ${name(failure)}`,
        ...bounded(failure.error).map((line) => `  ${line}`.trimEnd()),
      ]),
    '',
    ...failures.slice(0, NAMED).map((failure) => `FAILED: ${name(failure)}`),
    ...(failures.length > NAMED ? [`FAILED: ${failures.length - NAMED} more`] : []),
  ]
}
