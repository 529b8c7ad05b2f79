import { accessSync, constants, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { connectionsOf } from './dialect'
import type { Db } from './open'

/** Small tables without which nothing works. */
const ESSENTIAL = ['users', 'app_config', 'sports']

/** Looks whether a database still works. @throws Error when it does not, with the reason. */
export type DatabaseProbe = () => void

/**
 * A probe of a database that is open. It reads essential tables anew from the disk, since what is in memory stays good
 * when the disk fails, and looks whether the file is still there and may be written; it writes nothing itself. A
 * database in memory is always good.
 */
export function databaseProbe(db: Db): DatabaseProbe {
  const { file } = connectionsOf(db)
  if (file === undefined) return () => undefined
  const { ino } = statSync(file)
  return () => {
    if (statSync(file).ino !== ino) throw new Error(`${file} was replaced while it was in use`)
    accessSync(file, constants.W_OK)
    readAnew(file)
  }
}

function readAnew(file: string): void {
  const sqlite = new Database(file, { readonly: true })
  try {
    for (const table of ESSENTIAL) {
      const result = sqlite.pragma(`quick_check('${table}')`, { simple: true })
      if (result !== 'ok') throw new Error(`${file} is damaged: ${result}`)
    }
  } finally {
    sqlite.close()
  }
}
