/** Loaded before every test file, as bunfig.toml says: limits, seeds, and one folder for all temporary files. */
import { afterAll, afterEach, setDefaultTimeout } from 'bun:test'
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { finishTest } from './after-test'
import { runs, SEED, TIME_LIMIT } from './properties'

// NOTE `bun test` forgets this after its first file; `bun run test` says it for all of them.
setDefaultTimeout(TIME_LIMIT)
fc.configureGlobal({ seed: SEED, ...runs(100) })

const root = mkdtempSync(join(tmpdir(), 'tests-'))
process.env.TMPDIR = root

// NOTE hooks that a module under `support` sets itself hold for the file that imports it first, and no other.
afterEach(finishTest)

afterAll(() => {
  const left = readdirSync(root)
  for (const name of left) rmSync(join(root, name), { recursive: true, force: true })
  // NOTE with several processes this is the end of one file, not of all; `bun run test` removes the folder then.
  if (!process.env.TEST_RUN) rmdirSync(root)
  if (left.length > 0) throw new Error(`The tests left behind: ${left.join(', ')}`)
})
