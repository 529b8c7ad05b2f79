import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { Connections } from '@/store/db/connections/connections'
import { type OpenDatabase, queriesOn } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { listApplied } from '@/store/db/schema/migrate'
import { followerMark } from './replica-mark'
import { FollowedStatements } from './replica-statements'

/** A replica of the database of another server, which Litestream updates. */
export interface FollowedCopy extends OpenDatabase {
  /** Why the replica cannot be read now; undefined while it has the tables that this release knows. */
  describeProblem: () => string | undefined
}

/** Milliseconds between two checks of the schema, which changes when the other server is upgraded. */
const CHECK_INTERVAL = 1000

/**
 * Opens a replica for reading; writes throw a ReadOnlyError.
 *
 * @throws Error when it does not exist, or has the schema of another release.
 */
export function openReplica(file: string): FollowedCopy {
  if (!existsSync(file))
    throw new Error(
      `${file} does not exist: let Litestream create it first (litestream restore -f).`,
    )
  if (!existsSync(followerMark(file)))
    throw new Error(`${file} is not a replica that Litestream updates (litestream restore -f).`)
  const seen = { lookedAt: performance.now(), describeProblem: undefined as string | undefined }
  const current: { sqlite?: Database.Database } = {}
  const check = (sqlite: Database.Database) => {
    seen.describeProblem = findProblem(sqlite)
    seen.lookedAt = performance.now()
    current.sqlite = sqlite
  }
  const statements = new FollowedStatements(file, check)
  const { sqlite } = current
  if (!sqlite) throw new Error(`${file} was not opened`)
  const db = queriesOn(new Connections({ file: undefined, writer: statements, busyTimeout: 0 }))
  if (seen.describeProblem !== undefined) {
    statements.close()
    throw new Error(seen.describeProblem)
  }
  return {
    db,
    sqlite,
    describeProblem: () => {
      if (current.sqlite && performance.now() - seen.lookedAt > CHECK_INTERVAL)
        check(current.sqlite)
      return seen.describeProblem
    },
  }
}

function findProblem(sqlite: Database.Database): string | undefined {
  const applied = listApplied(sqlite)
  if (applied.length === 0) return 'The replica is not a copy of a Milepost database.'
  const unknown = applied.find((name) => !(name in migrations))
  if (unknown)
    return `The replica is of a newer release (it has '${unknown}'): upgrade this server, too.`
  const missing = Object.keys(migrations).find((name) => !applied.includes(name))
  return missing === undefined
    ? undefined
    : `The replica is of an older release (it lacks '${missing}'): upgrade the primary first.`
}
