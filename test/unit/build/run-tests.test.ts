import { describe, expect, test } from 'bun:test'
import { countFailures, planOf, readTotals } from '@/build/run-tests'

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

describe('a run', () => {
  test('of all tests builds what they need, and looks where every run looks', () => {
    const { build, command, env } = planOf([], '7')
    expect({ build, env }).toEqual({ build: true, env: {} })
    expect(command).toContain('--timeout=30000')
  })

  test('of some tests builds only for those that need it', () => {
    expect(planOf(['test/unit'], '7').build).toBeFalse()
    expect(planOf(['test/binary/smoke.test.ts'], '7').build).toBeTrue()
  })

  test('that is to be fast builds nothing and leaves out what would need it', () => {
    const { build, command } = planOf(['--fast', '-t', 'names'], '7')
    expect(build).toBeFalse()
    expect(command).toContain('--path-ignore-patterns=test/binary/**')
    expect(command.slice(-2)).toEqual(['-t', 'names'])
  })

  test('that is to be long looks at more, from a seed of its own, and has more time', () => {
    const { command, env } = planOf(['--long', 'test/unit'], '7')
    expect(env).toEqual({ TEST_SEED: '7', TEST_PATIENCE: '10' })
    expect(command).toContain('--timeout=300000')
    expect(command).not.toContain('--long')
  })
})
