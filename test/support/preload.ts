/** Loaded before every test file by bunfig.toml: limits, seeds, and a common folder for all temporary files. */
import { afterAll, afterEach, setDefaultTimeout } from 'bun:test'
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { finishTest } from './after-test'
import { runs, SEED, TIME_LIMIT } from './properties'
import { createDurationRecorder } from './test-durations'

// NOTE `bun test` applies this only to its first file; `bun run test` passes it for all of them.
setDefaultTimeout(TIME_LIMIT)
fc.configureGlobal({ seed: SEED, ...runs(100) })

const root = mkdtempSync(join(tmpdir(), 'tests-'))
process.env.TMPDIR = root

// NOTE hooks set in a module below `support` only apply to the file that imports it first.
afterEach(finishTest)

const noteDuration = process.env.TEST_DURATIONS
  ? createDurationRecorder(process.env.TEST_DURATIONS)
  : undefined

/** Folders of a server that a failed test did not stop appear again and again, and would fail all later files. */
const reported = new Set<string>()

afterAll(() => {
  noteDuration?.()
  const found = readdirSync(root)
  const left = found.filter((name) => !reported.has(name))
  for (const name of found) reported.add(name)
  for (const name of found) rmSync(join(root, name), { recursive: true, force: true })
  // NOTE with several processes this is the end of one file, not of all; `bun run test` then deletes the folder.
  if (!process.env.TEST_RUN) rmdirSync(root)
  if (left.length > 0) throw new Error(`The tests left behind: ${left.join(', ')}`)
})
