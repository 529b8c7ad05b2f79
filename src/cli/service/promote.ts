import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, withDataDir } from '@/cli/options'
import { printDone } from '@/cli/output'
import { Failure } from '@/lib/failure'
import { listHolders } from '@/lib/files/file-holders'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { followerMark } from '@/store/db/replica/replica-mark'
import { advancePosition } from '@/store/db/replica/replication-position'
import { checkDatabase } from '@/store/db/schema/check'

export function addPromote(program: Command, io: Io): void {
  withDataDir(program.command('promote'))
    .description('turn the replica of a read-only server into a primary database')
    .action((options) => promote(loadCommandConfig(options, io).databaseFile, io))
}

/** Milliseconds without a change after which replication into the copy counts as complete. */
const REST = 2000
/** Milliseconds to wait for the copy to stop changing, and for Litestream to exit. */
const TIMEOUT = 15_000
const STEP = 100
/** Replication positions that the lost server may have handed out without replicating them. */
const LOST_POSITIONS = 1000

/** Stops Litestream, checks the copy, and removes the mark that keeps `serve` from writing to it. */
async function promote(path: string, io: Io): Promise<void> {
  const mark = followerMark(path)
  if (!existsSync(path) || !existsSync(mark))
    throw new Failure(
      'denied',
      `${path} is not a replica that Litestream updates: there is nothing to do.`,
    )
  const file = realpathSync(path)
  await awaitRest(file)
  // Removed first: without the mark, Litestream does not resume replication if a supervisor restarts it.
  const progress = readFileSync(mark)
  rmSync(mark)
  try {
    await endFollowers(file)
    await promoteReplica(file)
  } catch (error) {
    writeFileSync(mark, progress)
    throw error
  }
  rmSync(mark, { force: true })
  printDone(io, { promoted: path }, [
    `${path} is now a primary database: start it with milepost serve, without --read-only.`,
  ])
}

/** Turns a copy that no other process writes to into a primary database. @throws Error when the copy is damaged */
async function promoteReplica(file: string): Promise<void> {
  const database = openDatabase(file)
  try {
    const unsound = (await checkDatabase(database)).filter(({ problem }) => problem !== undefined)
    const problems = unsound.map(({ what, problem }) => `${what}: ${problem}`).join(', ')
    if (unsound.length > 0)
      throw new Error(
        `The replica has errors (${problems}): let Litestream create it again (litestream restore -f).`,
      )
    await writeTo(database.db, (tx) => advancePosition(tx, LOST_POSITIONS))
  } finally {
    await database.db.destroy()
  }
}

/** Waits until the copy stops changing. @throws Error when it still changes after the timeout */
async function awaitRest(file: string): Promise<void> {
  const until = Date.now() + TIMEOUT
  while (Date.now() - statSync(file).mtimeMs < REST) {
    if (Date.now() > until)
      throw new Failure('locked', 'The replica still changes: stop the primary first.')
    await Bun.sleep(STEP)
  }
}

/** Stops the Litestream processes that write to the copy. @throws Error when one does not exit in time */
async function endFollowers(file: string): Promise<void> {
  const followers = () => listHolders(file).filter(({ name }) => name.startsWith('litestream'))
  for (const { pid } of followers()) process.kill(pid, 'SIGINT')
  const until = Date.now() + TIMEOUT
  for (;;) {
    const [first] = followers()
    if (!first) return
    if (Date.now() > until)
      throw new Failure(
        'locked',
        `Litestream (process ${first.pid}) still writes to the copy: stop it first.`,
      )
    await Bun.sleep(STEP)
  }
}
