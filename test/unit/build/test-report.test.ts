import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
} from '@/build/checks/test-report'
import { newFolder } from '../../support/folder'

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="2" failures="1" skipped="2" time="0.03">
  <testsuite name="a.test.ts" file="a.test.ts" tests="5" failures="1" skipped="2">
    <testcase name="passes" classname="a" file="a.test.ts" assertions="1" />
    <testcase name="shows &quot;a&quot; &amp; b" classname="a" file="a.test.ts">
      <skipped />
    </testcase>
    <testcase name="comes later" classname="a" file="a.test.ts">
      <skipped message="TODO" />
    </testcase>
    <testcase name="fails" classname="a" file="a.test.ts"><failure message="no">no</failure></testcase>
    <testcase name="passes too" classname="a" file="a.test.ts" />
  </testsuite>
</testsuites>`

describe('a test report', () => {
  test('counts passed and failed tests and lists skipped ones', () => {
    expect(readTotals(REPORT)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['a.test.ts: shows "a" & b', 'a.test.ts: comes later'],
    })
  })

  test('that is missing counts as no tests', () => {
    expect(readTotals('')).toEqual({ passed: 0, failed: 0, skipped: [] })
  })
})

test('skipped tests are listed with the packages that they may need', () => {
  const lines = formatSkipped(['a.test.ts: shows a map'], ['caddy', 'zsh'])
  expect(lines[0]).toBe('SKIPPED, NOT TESTED: a.test.ts: shows a map')
  expect(lines.join('\n')).toContain('apt-get install caddy zsh')
  expect(formatSkipped([], ['caddy'])).toEqual([])
})

describe('test durations', () => {
  const notes = (count: number) =>
    Array.from({ length: count }, (_, n) => `${n * 1000} ${n * 2000} test/${n}.test.ts\n`).join('')

  test('are listed for the slowest files, with a total', () => {
    const lines = formatDurations(notes(20))
    expect(lines).toHaveLength(17)
    expect(lines[1]).toBe('   19.0    38.0 test/19.test.ts')
    expect(lines.at(-1)).toBe('  190.0 seconds of processor time in 20 files')
  })

  test('are not listed for a few files', () => {
    expect(formatDurations(notes(15))).toEqual([])
    expect(formatDurations('')).toEqual([])
  })
})

describe('the summary of a run', () => {
  test('counts files that do not load as failures', () => {
    expect(countFailures('\n 1 pass\n 2 skip\n \x1b[31m2 fail\x1b[0m\n 1 error\nRan 6 tests')).toBe(
      2,
    )
  })

  test('ignores output that a test printed earlier', () => {
    expect(countFailures(` 7 fail\n${'line of output\n'.repeat(50)} 9 pass\n 0 fail\nRan 9`)).toBe(
      0,
    )
  })
})

/** Runs Bun's own test runner, as `bun run test` does, on files with this content. */
function runnerOver(files: Record<string, string>) {
  const folder = newFolder()
  const report = join(folder, 'junit.xml')
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `import { describe, expect, test } from 'bun:test'\n${text}`)
  const { stderr } = Bun.spawnSync(
    [
      ...[process.execPath, 'test', '--parallel', '--no-isolate'],
      ...['--reporter=junit', `--reporter-outfile=${report}`],
    ],
    { cwd: folder, env: { ...process.env, FORCE_COLOR: '1' } },
  )
  return {
    output: stderr.toString(),
    report: existsSync(report) ? readFileSync(report, 'utf8') : '',
  }
}

describe('a failure report', () => {
  const { output, report } = runnerOver({
    'sums.test.ts': `
      describe('a "sum" > 1', () => {
        test('is right', () => {})
        describe('of <two> & more', () => {
          test('is told', () => { expect({ sum: 4, of: 'all' }).toEqual({ sum: 5, of: 'all' }) })
          test('comes in time', () => Bun.sleep(2_000), 20)
          test.skip('comes later', () => {})
        })
      })
      test('throws', () => { throw new RangeError('too great') })`,
    'lost.test.ts': `import './nowhere'\ntest('is never run', () => {})`,
    'ends.test.ts': `test('ends all', () => process.exit(3))`,
  })

  test('has file, line, groups, difference and position of each failure', () => {
    const told = readFailures(report).sort((a, b) => (a.place < b.place ? -1 : 1))
    expect(told.map(({ place, title }) => `${place}: ${title}`)).toEqual([
      'ends.test.ts: (worker crashed)',
      'sums.test.ts:11: throws',
      'sums.test.ts:6: a "sum" > 1 > of <two> & more > is told',
      'sums.test.ts:7: a "sum" > 1 > of <two> & more > comes in time',
    ])
    const [crash, thrown, different, late] = told.map(({ error }) => error)
    expect(crash).toContain('crashed')
    expect(thrown).toContain('RangeError: too great\n')
    expect(different).toContain('-   "sum": 5,\n+   "sum": 4,\n')
    expect(different).toMatch(/at sums\.test\.ts:6:\d+/)
    expect(late).toBe('test timed out')
  })

  test('includes files that fail to load, which are missing in the JUnit report', () => {
    expect(readStrayErrors(output)).toEqual([
      {
        place: expect.stringMatching(/\/lost\.test\.ts$/),
        title: 'Unhandled error between tests',
        error: expect.stringContaining("Cannot find module './nowhere'"),
      },
    ])
  })

  test('is empty when nothing failed', () => {
    const { report, output } = runnerOver({ 'good.test.ts': `test('is good', () => {})` })
    expect(readTotals(report)).toEqual({ passed: 1, failed: 0, skipped: [] })
    expect([...readFailures(report), ...readStrayErrors(output)]).toEqual([])
    expect(formatFailures([])).toEqual([])
  })

  test('ends with the last output when the runner itself crashed', () => {
    const { error } = unexplained(`${'line\n'.repeat(500)}\x1b[31mpanic: out of memory\x1b[0m\n`)
    expect(error).toEndWith('line\npanic: out of memory')
    expect(error.length).toBeLessThan(1_000)
  })
})

describe('the block that lists failures', () => {
  const failure = (n: number, error: string) => ({ place: `a.test.ts:${n}`, title: `t${n}`, error })

  test('contains every error, and all names at its end', () => {
    expect(formatFailures([failure(1, 'no\n  at a:1\n'), failure(2, 'nor this')])).toEqual([
      '=== failed tests',
      '',
      '--- a.test.ts:1: t1',
      '  no',
      '    at a:1',
      '',
      '--- a.test.ts:2: t2',
      '  nor this',
      '',
      'FAILED: a.test.ts:1: t1',
      'FAILED: a.test.ts:2: t2',
    ])
  })

  test('stays short, however many tests fail with however much output', () => {
    const long = Array.from({ length: 5_000 }, (_, n) => `line ${n} ${'x'.repeat(2_000)}`).join(
      '\n',
    )
    const lines = formatFailures(Array.from({ length: 1_000 }, (_, n) => failure(n, long)))
    expect(lines.length).toBeLessThan(750)
    expect(lines.join('\n').length).toBeLessThan(220_000)
    // The stack at the end is preserved, and so is the number of omitted failures.
    expect(lines.filter((line) => line.startsWith('  line 4999 '))).toHaveLength(10)
    expect(lines).toContain('  … 4940 more lines …')
    expect(lines.filter((line) => line.startsWith('FAILED: a.test.ts'))).toHaveLength(100)
    expect(lines.at(-1)).toBe('FAILED: 900 more')
  })
})

describe('repeated tests', () => {
  const failure = (place: string) => ({ place, title: 'a test', error: 'Expected: 1' })

  test('are those of a few files, each listed once', () => {
    const failures = ['test/a.test.ts:3', 'test/a.test.ts:9', 'test/b.test.ts:1'].map(failure)
    expect(filesToRepeat(failures, 3)).toEqual(['test/a.test.ts', 'test/b.test.ts'])
  })

  test('are empty when many tests failed, or when the report lacks a failure', () => {
    const failures = [1, 2, 3, 4].map((line) => failure(`test/a.test.ts:${line}`))
    expect(filesToRepeat(failures, 4)).toEqual([])
    expect(filesToRepeat(failures.slice(1), 4)).toEqual([])
    expect(filesToRepeat([failure('bun test')], 1)).toEqual([])
    expect(filesToRepeat([], 0)).toEqual([])
  })

  test('are reported with their first error when they pass', () => {
    expect(formatUnstable([])).toEqual([])
    const lines = formatUnstable([failure('test/a.test.ts:3')])
    expect(lines).toContain('  Expected: 1')
    expect(lines.at(-1)).toBe('UNSTABLE: test/a.test.ts:3: a test')
  })
})
