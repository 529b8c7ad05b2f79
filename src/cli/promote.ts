import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { checkDatabase } from '@/db/check'
import { followerMark } from '@/db/follower-mark'
import { openDatabase } from '@/db/open'
import { advancePosition } from '@/db/position'
import { writeTo } from '@/db/transact'
import { listHolders } from '@/lib/open-files'
import type { Io } from './io'
import { configOf, withDataDir } from './options'

export function addPromote(program: Command, io: Io): void {
  withDataDir(program.command('promote'))
    .description('make the copy of a server that only reads a database to write to')
    .action((options) => promote(configOf(options, io).databaseFile, io))
}

/** Milliseconds without a change after which all that was replicated is in the copy. */
const REST = 2000
/** Milliseconds after which a copy that still changes must have a primary that lives. */
const PATIENCE = 15_000
const STEP = 100
/** Positions that the lost server may have told and never copied. */
const LOST_POSITIONS = 1000

/** Ends what keeps the copy current, checks it, and lets go of its mark, without which `serve` takes it for its own. */
async function promote(path: string, io: Io): Promise<void> {
  const mark = followerMark(path)
  if (!existsSync(path) || !existsSync(mark))
    throw new Error(`${path} is no copy that Litestream keeps current: there is nothing to do.`)
  const file = realpathSync(path)
  await awaitRest(file)
  // First: without the mark Litestream does not begin again when something restarts it.
  const progress = readFileSync(mark)
  rmSync(mark)
  try {
    await endFollowers(file)
    await takeOver(file)
  } catch (error) {
    writeFileSync(mark, progress)
    throw error
  }
  rmSync(mark, { force: true })
  io.out(
    `${path} is a database to write to now: start it with milepost serve, without --read-only.`,
  )
}

/** Makes a copy that nobody else writes to a database. @throws Error when it is not sound. */
async function takeOver(file: string): Promise<void> {
  const database = openDatabase(file)
  try {
    const unsound = (await checkDatabase(database)).filter(({ fault }) => fault !== undefined)
    const faults = unsound.map(({ what, fault }) => `${what}: ${fault}`).join(', ')
    if (unsound.length > 0)
      throw new Error(`The copy is not sound (${faults}): have Litestream make it anew.`)
    await writeTo(database.db, (tx) => advancePosition(tx, LOST_POSITIONS))
  } finally {
    await database.db.destroy()
  }
}

/** @throws Error when the copy goes on changing. */
async function awaitRest(file: string): Promise<void> {
  const until = Date.now() + PATIENCE
  while (Date.now() - statSync(file).mtimeMs < REST) {
    if (Date.now() > until)
      throw new Error('The copy still changes: the server that writes lives, stop it first.')
    await Bun.sleep(STEP)
  }
}

/** @throws Error when Litestream does not stop. */
async function endFollowers(file: string): Promise<void> {
  const followers = () => listHolders(file).filter(({ name }) => name.startsWith('litestream'))
  for (const { pid } of followers()) process.kill(pid, 'SIGINT')
  const until = Date.now() + PATIENCE
  for (;;) {
    const [first] = followers()
    if (!first) return
    if (Date.now() > until)
      throw new Error(`Litestream (process ${first.pid}) still writes to the copy: stop it first.`)
    await Bun.sleep(STEP)
  }
}
