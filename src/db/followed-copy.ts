import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { Connections } from './connections'
import { FollowedStatements } from './followed-statements'
import { followerMark } from './follower-mark'
import { listApplied } from './migrate'
import { migrations } from './migrations'
import { type OpenDatabase, queriesOn } from './open'

/** A copy of the database of another server, which Litestream keeps current. */
export interface FollowedCopy extends OpenDatabase {
  /** Why nothing can be read from it now; undefined while it has the tables that this release knows. */
  fault: () => string | undefined
}

/** Milliseconds between two looks at the tables: the other server may be upgraded. */
const LOOK_EVERY = 1000

/**
 * Opens a copy for reading; whatever writes gets a ReadOnlyError.
 *
 * @throws Error when there is none, or it has the tables of another release.
 */
export function openFollowedCopy(file: string): FollowedCopy {
  if (!existsSync(file))
    throw new Error(`${file} is not there: have Litestream make it first (litestream restore -f).`)
  if (!existsSync(followerMark(file)))
    throw new Error(`${file} is no copy that Litestream keeps current (litestream restore -f).`)
  const seen = { lookedAt: performance.now(), fault: undefined as string | undefined }
  const current: { sqlite?: Database.Database } = {}
  const look = (sqlite: Database.Database) => {
    seen.fault = faultOf(sqlite)
    seen.lookedAt = performance.now()
    current.sqlite = sqlite
  }
  const statements = new FollowedStatements(file, look)
  const { sqlite } = current
  if (!sqlite) throw new Error(`${file} was not opened`)
  const db = queriesOn(new Connections({ file: undefined, writer: statements, patience: 0 }))
  if (seen.fault !== undefined) {
    statements.close()
    throw new Error(seen.fault)
  }
  return {
    db,
    sqlite,
    fault: () => {
      if (current.sqlite && performance.now() - seen.lookedAt > LOOK_EVERY) look(current.sqlite)
      return seen.fault
    },
  }
}

function faultOf(sqlite: Database.Database): string | undefined {
  const applied = listApplied(sqlite)
  if (applied.length === 0) return 'The copy is not one of a Milepost database.'
  const unknown = applied.find((name) => !(name in migrations))
  if (unknown)
    return `The copy is of a newer release (it has '${unknown}'): upgrade this server, too.`
  const missing = Object.keys(migrations).find((name) => !applied.includes(name))
  return missing === undefined
    ? undefined
    : `The copy is of an older release (it lacks '${missing}'): upgrade the server that writes first.`
}
