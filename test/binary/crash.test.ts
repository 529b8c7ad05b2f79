import { beforeAll, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { BUILD_TIMEOUT } from '../support/binary'

const PROJECT = resolve(import.meta.dir, '..', '..')
const LIMIT = 180_000
const run = (...args: string[]) => Bun.spawnSync([process.execPath, ...args], { cwd: PROJECT })

beforeAll(() => {
  expect(run('src/build/build.ts', '--if-stale').exitCode).toBe(0)
}, BUILD_TIMEOUT)

test(
  'a server that is killed ten times imports every file once and loses nothing',
  () => {
    const { exitCode, stdout } = run(join('test', 'hard', 'crash.ts'), '--rounds', '10')
    expect(stdout.toString()).toContain('10 kills, 300 files: nothing lost')
    expect(exitCode).toBe(0)
  },
  LIMIT,
)
