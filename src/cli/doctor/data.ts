import { existsSync } from 'node:fs'
import { storageOf } from '@/cli/options'
import type { Config } from '@/config/config'
import { checkDatabase } from '@/db/check'
import { openFollowedCopy } from '@/db/followed-copy'
import { followerMark } from '@/db/follower-mark'
import { migrationStates, refuseNewerDatabase } from '@/db/migrate'
import { type OpenDatabase, openDatabase } from '@/db/open'
import { storedFilesOf } from '@/db/queries/stored-files'
import { findNewestInstant } from '@/db/queries/users'
import { MINUTE } from '@/lib/clock'
import { isDamaged } from '@/lib/faults'
import type { Files } from '@/storage/files'
import { startOf, sweepOrphans } from '@/storage/orphans'
import { type Finding, sound } from './finding'

/** Looks at the database and at the files it names; `close` ends it. */
export async function examineData(
  config: Config,
): Promise<{ findings: Finding[]; close: () => Promise<void> }> {
  if (!existsSync(config.databaseFile))
    return { findings: noDatabase(config), close: async () => undefined }
  const isCopy = existsSync(followerMark(config.databaseFile))
  const findings: Finding[] = []
  let close = async () => {}
  try {
    const database = (isCopy ? openFollowedCopy : openDatabase)(config.databaseFile)
    close = () => database.db.destroy()
    for await (const found of look(database, config)) findings.push(...found)
  } catch (error) {
    findings.push(unusable(error))
  }
  return { findings, close }
}

/** Looks at one thing after the other; at nothing that takes sound pages when they are not. */
async function* look(database: OpenDatabase, config: Config): AsyncGenerator<Finding[]> {
  yield [version(database)]
  const checked = await checkDatabase(database)
  yield checked.map((finding) => ({
    ...finding,
    advice: finding.repair ? 'Repaired with --repair.' : RESTORE,
  }))
  if (checked.some(({ what, fault }) => what === 'pages' && fault !== undefined)) return
  refuseNewerDatabase(database.sqlite)
  yield [await schema(database)]
  yield await files(database, config)
  yield [await clock(database)]
}

const RESTORE = 'Restore a backup: `milepost restore`.'

/** A folder that is not there is told of already. */
const noDatabase = ({ dataDir }: Config): Finding[] =>
  existsSync(dataDir)
    ? [
        {
          what: 'database',
          fault: `there is none in ${dataDir}`,
          advice: 'Name the right folder with --data-dir, or start the server once.',
        },
      ]
    : []

/** Why the database cannot be looked at. */
function unusable(error: unknown): Finding {
  const finding = {
    what: 'database',
    fault: error instanceof Error ? error.message : String(error),
  }
  if (isDamaged(error)) return { ...finding, advice: RESTORE }
  // What is no error of SQLite or of the system says itself what to do.
  const isOfSystem = error instanceof Error && 'code' in error
  return isOfSystem
    ? { ...finding, advice: 'Make room on its disk, and run as the user to whom it belongs.' }
    : finding
}

function version({ sqlite }: OpenDatabase): Finding {
  const row = sqlite.prepare<[], { version: string }>('select sqlite_version() as version').get()
  return sound(`SQLite ${row?.version}`)
}

async function schema({ db }: OpenDatabase): Promise<Finding> {
  const pending = (await migrationStates(db)).filter(({ applied }) => !applied)
  return {
    what: 'schema of the database',
    fault: pending.length > 0 ? `${pending.length} changes are pending` : undefined,
    advice: 'The server makes them when it starts, after a copy of the database.',
    isMild: true,
  }
}

/** Rows without their file, and files without a row. */
async function files({ db }: OpenDatabase, config: Config): Promise<Finding[]> {
  const stored = storageOf(config)
  const found = await pathsOf(stored).catch((error: Error) => error)
  if (found instanceof Error) return [unreachable(found, config)]
  const lost = new Set<string>()
  for await (const path of storedFilesOf(db)) if (!found.has(path)) lost.add(path)
  const [first] = lost
  return [
    {
      what: 'files that rows name',
      fault: lost.size > 0 ? `${lost.size} are gone, such as ${first}` : undefined,
      advice: 'Restore them from a backup of the uploads folder.',
    },
    {
      what: 'files that no row names',
      fault: undefined,
      repair: async () => {
        await sweepOrphans({ db, files: stored }, startOf(config, Date.now()))
      },
    },
  ]
}

async function pathsOf(files: Files): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const { path } of files.list()) paths.add(path)
  return paths
}

const unreachable = ({ message, cause }: Error, { bucket }: Config): Finding => ({
  ...(bucket
    ? {
        what: 'bucket of the uploads',
        advice: 'Look at the settings UPLOADS_S3_… and at the service.',
      }
    : { what: 'folder of the uploads', advice: 'Look at who may read it, and at the disk.' }),
  fault: cause instanceof Error ? `${message}: ${cause.message}` : message,
})

async function clock({ db }: OpenDatabase): Promise<Finding> {
  const newest = await findNewestInstant(db)
  const isBehind = newest !== undefined && newest > Date.now() + 5 * MINUTE
  return {
    what: 'clock',
    fault: isBehind ? `it is ${new Date().toISOString()}, but rows are newer than that` : undefined,
    advice: 'Set the clock of this machine: sessions and links depend on it.',
  }
}
