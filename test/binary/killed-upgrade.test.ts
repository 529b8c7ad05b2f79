import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { migrations } from '@/store/db/migrations'
import { listApplied } from '@/store/db/schema/migrate'
import { findProblems } from '@/store/db/schema/open-copy'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { LONG_TIME_LIMIT } from '../support/properties'

const RELEASE = gunzipSync(readFileSync(resolve(import.meta.dir, '../db/releases/0.1.0.db.gz')))
const IS_LONG = process.env.TEST_TIMEOUT_FACTOR !== undefined
const WORKOUTS = IS_LONG ? 100_000 : 5000
const MAX_MEGABYTES = 300

let binary: InstalledBinary
let old: Buffer
beforeAll(() => {
  binary = installBinary()
  old = grow()
}, BUILD_TIMEOUT)
afterAll(() => binary.remove())

const file = () => join(binary.dataDir, 'milepost.db')

/** The database of 0.1.0 with many workouts. */
function grow(): Buffer {
  const sqlite = new Database(RELEASE)
  const columns = sqlite
    .prepare<[], string>("select name from pragma_table_info('workouts') where name <> 'id'")
    .pluck()
    .all()
  const values = columns.map((name) => {
    if (name === 'short_id') return `short_id || '-' || n.i`
    if (name === 'workout_date') return 'workout_date - 3600000 * n.i'
    return name === 'map_id' ? 'null' : name
  })
  sqlite.exec(
    `insert into workouts (${columns}) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${WORKOUTS})
     select ${values} from n join (select * from workouts where id = 1)`,
  )
  const grown = sqlite.serialize()
  sqlite.close()
  return grown
}

function place(): void {
  rmSync(binary.dataDir, { recursive: true, force: true })
  mkdirSync(binary.dataDir)
  writeFileSync(file(), old)
}

/**
 * Starts an upgrade and kills it (SIGKILL) as soon as `isDue` returns true. Returns whether it was killed before its
 * end.
 */
async function upgradeUntil(isDue: (output: string) => boolean): Promise<boolean> {
  const child = Bun.spawn([join(binary.folder, 'milepost'), 'upgrade'], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: binary.dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      output += text
      if (isDue(output)) child.kill('SIGKILL')
    }
  })()
  while (child.exitCode === null && child.signalCode === null && !isDue(output)) await Bun.sleep(1)
  child.kill('SIGKILL')
  await Promise.all([child.exited, reading])
  return child.signalCode === 'SIGKILL'
}

/** The peak resident memory of a process in MB; 0 when it has exited. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The state of the database after a kill. */
function readState() {
  const sqlite = new Database(file())
  try {
    const workouts = sqlite.prepare('select count(*) from workouts').pluck().get()
    return { applied: listApplied(sqlite).length, workouts, problems: findProblems(sqlite) }
  } finally {
    sqlite.close()
  }
}

const all = Object.keys(migrations).length
const before = () => {
  place()
  return readState()
}
const moments: [string, (output: string) => boolean][] = [
  ['while it copies', () => names('.partial').length > 0],
  ...[1, 2, 5, 10, 15, 20, 26].map((number): [string, (output: string) => boolean] => [
    `in migration ${number}`,
    (output) => output.includes(`migrating ${number}/`),
  ]),
  ['at the commit', (output) => output.includes('applied  ')],
]
const names = (part: string) => readdirSync(binary.dataDir).filter((name) => name.includes(part))

test.each(moments)(
  'an upgrade that is killed %s leaves the old or the new database, and the next upgrade works',
  async (_, isDue) => {
    const former = before()
    await upgradeUntil(isDue)
    const { applied, workouts, problems } = readState()
    expect([former.applied, all]).toContain(applied)
    expect([workouts, problems]).toEqual([former.workouts, []])
    expect(binary.run(['upgrade'])).toMatchObject({ code: 0, stderr: '' })
    expect(readState()).toEqual({ ...former, applied: all })
    expect(names('.partial')).toEqual([])
    expect(listUpgradeCopies(file()).length).toBeWithin(1, 3)
  },
  LONG_TIME_LIMIT,
)

test(
  'an upgrade of many workouts uses a limited amount of memory',
  async () => {
    place()
    const started = performance.now()
    const child = Bun.spawn([join(binary.folder, 'milepost'), 'upgrade'], {
      env: { PATH: '/usr/bin:/bin', DATA_DIR: binary.dataDir },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    // Not `resourceUsage`, whose peak starts with the memory of the parent.
    let megabytes = 0
    while (child.exitCode === null) {
      megabytes = Math.max(megabytes, peakOf(child.pid))
      await Bun.sleep(5)
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const size = (old.length / 1e6).toFixed(0)
    console.log(
      `${WORKOUTS} workouts (${size} MB): upgraded in ${seconds} s, at most ${megabytes.toFixed(0)} MB of memory`,
    )
    expect(child.exitCode).toBe(0)
    expect(readState().workouts).toBe(WORKOUTS + 7)
    expect(megabytes).toBeLessThan(MAX_MEGABYTES)
  },
  LONG_TIME_LIMIT,
)
