import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  countFailures,
  readFailures,
  readStrayErrors,
  readTotals,
  tellFailures,
  unexplained,
} from '@/build/test-report'
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
  test('counts what passed and failed, and names what was skipped', () => {
    expect(readTotals(REPORT)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['a.test.ts: shows "a" & b', 'a.test.ts: comes later'],
    })
  })

  test('that is missing counts as nothing', () => {
    expect(readTotals('')).toEqual({ passed: 0, failed: 0, skipped: [] })
  })
})

describe('the summary of a run', () => {
  test('counts files that do not load as failures', () => {
    expect(countFailures('\n 1 pass\n 2 skip\n \x1b[31m2 fail\x1b[0m\n 1 error\nRan 6 tests')).toBe(
      2,
    )
  })

  test('is not confused by what a test printed long before', () => {
    expect(countFailures(` 7 fail\n${'line of output\n'.repeat(50)} 9 pass\n 0 fail\nRan 9`)).toBe(
      0,
    )
  })
})

/** Runs bun's own test runner, as `bun run test` does, over files with what is written here. */
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

describe('what failed', () => {
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

  test('is named with its file, line and groups, and says the difference and the place', () => {
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

  test('is named where a file does not load, which the report leaves out', () => {
    expect(readStrayErrors(output)).toEqual([
      {
        place: expect.stringMatching(/\/lost\.test\.ts$/),
        title: 'Unhandled error between tests',
        error: expect.stringContaining("Cannot find module './nowhere'"),
      },
    ])
  })

  test('is nothing where nothing failed', () => {
    const { report, output } = runnerOver({ 'good.test.ts': `test('is good', () => {})` })
    expect(readTotals(report)).toEqual({ passed: 1, failed: 0, skipped: [] })
    expect([...readFailures(report), ...readStrayErrors(output)]).toEqual([])
    expect(tellFailures([])).toEqual([])
  })

  test('is the end of the output where the runner itself ended without a word', () => {
    const { error } = unexplained(`${'line\n'.repeat(500)}\x1b[31mpanic: out of memory\x1b[0m\n`)
    expect(error).toEndWith('line\npanic: out of memory')
    expect(error.length).toBeLessThan(1_000)
  })
})

describe('the block that tells what failed', () => {
  const failure = (n: number, error: string) => ({ place: `a.test.ts:${n}`, title: `t${n}`, error })

  test('has every error, and all names at its end', () => {
    expect(tellFailures([failure(1, 'no\n  at a:1\n'), failure(2, 'nor this')])).toEqual([
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

  test('stays short, however much fails and however much that says', () => {
    const long = Array.from({ length: 5_000 }, (_, n) => `line ${n} ${'x'.repeat(2_000)}`).join(
      '\n',
    )
    const lines = tellFailures(Array.from({ length: 1_000 }, (_, n) => failure(n, long)))
    expect(lines.length).toBeLessThan(750)
    expect(lines.join('\n').length).toBeLessThan(220_000)
    // The stack, which comes last, is kept; so is the number of what is not named.
    expect(lines.filter((line) => line.startsWith('  line 4999 '))).toHaveLength(10)
    expect(lines).toContain('  … 4940 more lines …')
    expect(lines.filter((line) => line.startsWith('FAILED: a.test.ts'))).toHaveLength(100)
    expect(lines.at(-1)).toBe('FAILED: 900 more')
  })
})
