import { describe, expect, test } from 'bun:test'
import { planOf, timingsOf } from '@/build/run-tests'

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

  test('begins with the files that take longest', () => {
    const paths = [
      'test/unit/a.test.ts',
      'test/browser/a.test.ts',
      'test/browser/every-screen.test.ts',
    ]
    const { files } = timingsOf(paths)
    expect(paths.toSorted((a, b) => (files[b] ?? 0) - (files[a] ?? 0))).toEqual(paths.toReversed())
  })
})
