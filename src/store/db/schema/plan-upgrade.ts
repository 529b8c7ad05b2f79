import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { getFreeSpace } from '@/lib/files/free-space'
import {
  explained,
  rejectCopy,
  requireOwnTables,
  requireWritable,
} from '@/store/db/connections/open-for-server'
import { migrations } from '@/store/db/migrations'
import { listApplied, requireKnownSchema } from './migrate'
import { copyBytes, upgradeCopyPath } from './upgrade-copies'

/** What an upgrade to the newest schema would do. */
export interface UpgradePlan {
  /** Migrations that would be applied, in order. */
  pending: string[]
  /** Path of the copy that would be created first; undefined when there would be none. */
  copy: string | undefined
  /** Bytes of the database and its write-ahead log. */
  databaseBytes: number
  /** Bytes needed for the copy, and for a write-ahead log in which every page is changed once. */
  neededBytes: number
  /** Bytes free on the disk of the database. */
  freeBytes: number
}

/**
 * Plans opening and migrating a database without writing anything. Returns undefined when the database does not exist
 * yet. Makes the same checks as a real upgrade. `now` is in milliseconds since the Unix epoch.
 *
 * @throws Error when this release cannot migrate the database; DatabaseError when it cannot be read or written.
 */
export function planUpgrade(path: string, now: number): UpgradePlan | undefined {
  rejectCopy(path)
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined
    requireWritable(path)
    const sqlite = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return planUpgradeOn(sqlite, now)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    throw explained(error, path)
  }
}

function planUpgradeOn(sqlite: Database.Database, now: number): UpgradePlan {
  requireOwnTables(sqlite)
  requireKnownSchema(sqlite)
  const applied = listApplied(sqlite)
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name))
  const [first] = pending
  const isCopied = first !== undefined && applied.length > 0
  const databaseBytes = copyBytes(sqlite.name)
  return {
    pending,
    copy: isCopied ? upgradeCopyPath(sqlite.name, first, now) : undefined,
    databaseBytes,
    neededBytes: databaseBytes * (pending.length === 0 ? 0 : isCopied ? 2 : 1),
    freeBytes: getFreeSpace(dirname(sqlite.name)),
  }
}
