import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { planOf, timingsOf } from '@/build/checks/run-tests'
import { inProject } from '@/build/project'

describe('planOf', () => {
  test('builds for a run of all tests and omits only the thorough ones', () => {
    const { build, command, env } = planOf([], '7')
    expect({ build, env }).toEqual({ build: true, env: {} })
    expect(command).toContain('--timeout=30000')
  })

  test('builds for some tests only if they need it', () => {
    expect(planOf(['test/unit'], '7').build).toBeFalse()
    expect(planOf(['test/binary/smoke.test.ts'], '7').build).toBeTrue()
  })

  test('does not build for a fast run and omits tests that need a build', () => {
    const { build, command } = planOf(['--fast', '-t', 'names'], '7')
    expect(build).toBeFalse()
    expect(command).toContain('--path-ignore-patterns=test/binary/**')
    expect(command.slice(-2)).toEqual(['-t', 'names'])
  })

  test('omits thorough tests unless the run is thorough or long, or they are named', () => {
    const path = 'test/browser/languages.test.ts'
    const omitted = `--path-ignore-patterns=${path}`
    expect(planOf([], '7').command).toContain(omitted)
    expect(planOf(['--fast'], '7').command).toContain(omitted)
    for (const args of [['--thorough'], ['--long'], [path]])
      expect(planOf(args, '7').command).not.toContain(omitted)
    const { build, command } = planOf(['--thorough'], '7')
    expect(build).toBeTrue()
    expect(command).toContain(path)
    for (const named of command.filter((arg) => arg.startsWith('test/')))
      expect(existsSync(inProject(named))).toBeTrue()
  })

  test('sets a seed and longer timeouts for a long run', () => {
    const { command, env } = planOf(['--long', 'test/unit'], '7')
    expect(env).toEqual({ TEST_SEED: '7', TEST_TIMEOUT_FACTOR: '10' })
    expect(command).toContain('--timeout=300000')
    expect(command).not.toContain('--long')
  })

  test('orders files by descending duration', () => {
    const paths = [
      'test/unit/a.test.ts',
      'test/browser/a.test.ts',
      'test/browser/every-screen.test.ts',
    ]
    const { files } = timingsOf(paths)
    expect(paths.toSorted((a, b) => (files[b] ?? 0) - (files[a] ?? 0))).toEqual(paths.toReversed())
  })
})
