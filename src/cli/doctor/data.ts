import { existsSync, statSync } from 'node:fs'
import { openCommandStorage } from '@/cli/options'
import type { Config } from '@/lib/config/config'
import { formatFileSize } from '@/lib/files/file-size'
import { isDamaged } from '@/lib/system-errors'
import { MINUTE } from '@/lib/time/clock'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { findNewestInstant } from '@/store/db/queries/accounts/users'
import { listStoredFiles } from '@/store/db/queries/tasks/stored-files'
import { countOutdated } from '@/store/db/queries/workouts/remeasurements'
import { openReplica } from '@/store/db/replica/replica-database'
import { followerMark } from '@/store/db/replica/replica-mark'
import { checkDatabase } from '@/store/db/schema/check'
import { migrationStates, requireKnownSchema } from '@/store/db/schema/migrate'
import { findProblems } from '@/store/db/schema/open-copy'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { leftoversBefore, sweepOrphans } from '@/store/files/orphans'
import type { Files } from '@/store/files/stored-files'
import { type Finding, healthy } from './finding'

/** Checks the database and its files. The database stays open for repairs until `close` is called. */
export async function examineData(
  config: Config,
): Promise<{ findings: Finding[]; close: () => Promise<void> }> {
  if (!existsSync(config.databaseFile))
    return { findings: noDatabase(config), close: async () => undefined }
  const isCopy = existsSync(followerMark(config.databaseFile))
  const findings: Finding[] = []
  let close = async () => {}
  try {
    const database = (isCopy ? openReplica : openDatabase)(config.databaseFile)
    close = () => database.db.destroy()
    for await (const found of examine(database, config)) findings.push(...found)
  } catch (error) {
    findings.push(unusable(error))
  }
  return { findings, close }
}

/** Runs the checks in order. Stops after a check of the pages that failed, because later checks read these pages. */
async function* examine(database: OpenDatabase, config: Config): AsyncGenerator<Finding[]> {
  yield [version(database)]
  yield upgradeCopies(config)
  requireKnownSchema(database.sqlite)
  const pending = (await migrationStates(database.db)).filter(({ applied }) => !applied)
  if (pending.length > 0) return yield await examineOld(database, config, pending.length)
  const checked = await checkDatabase(database)
  yield checked.map((finding) => ({
    ...finding,
    advice: finding.repair ? 'Repair it: `milepost doctor --repair`.' : RESTORE,
  }))
  if (checked.some(({ what, problem }) => what === 'pages' && problem !== undefined)) return
  yield [healthy(SCHEMA), ...(await files(database, config)), await clock(database)]
  yield [await measurements(database, config)]
}

const SCHEMA = 'schema of the database'

/** Checks a database with pending migrations, as far as the checks do not depend on the newest schema. */
async function examineOld(
  database: OpenDatabase,
  config: Config,
  pending: number,
): Promise<Finding[]> {
  const [problem] = findProblems(database.sqlite)
  const pages = { what: 'pages and references', problem: problem, advice: RESTORE }
  if (problem !== undefined) return [pages]
  const changes = pending === 1 ? '1 change is' : `${pending} changes are`
  const schema = {
    what: SCHEMA,
    problem: `${changes} pending; totals and other derived values are checked after these`,
    advice:
      'The server applies them when it starts, after copying the database. Preview them: milepost upgrade --check',
    isMild: true,
  }
  // Columns of the older schema may refer to files that look unused here, so unused files are not deleted.
  const [named] = await files(database, config)
  return [pages, schema, ...(named ? [named] : [])]
}

/** Lists the database copies made before upgrades, which can be restored to undo an upgrade. */
function upgradeCopies({ databaseFile }: Config): Finding[] {
  return listUpgradeCopies(databaseFile).map((path) =>
    healthy(`copy made before an upgrade: ${path} (${formatFileSize(statSync(path).size)})`),
  )
}

const RESTORE = 'Restore a backup: `milepost restore`.'

/** Reports a missing database, unless the whole folder is missing, which `examineFolders` reports. */
const noDatabase = ({ dataDir }: Config): Finding[] =>
  existsSync(dataDir)
    ? [
        {
          what: 'database',
          problem: `there is no database in ${dataDir}`,
          advice: 'Pass the right folder with --data-dir, or start the server once.',
        },
      ]
    : []

/** Describes why the database cannot be checked. */
function unusable(error: unknown): Finding {
  const finding = {
    what: 'database',
    problem: error instanceof Error ? error.message : String(error),
  }
  if (isDamaged(error)) return { ...finding, advice: RESTORE }
  // Only errors of SQLite and the operating system need advice; our own messages contain it.
  const isOfSystem = error instanceof Error && 'code' in error
  return isOfSystem
    ? { ...finding, advice: 'Free space on its disk, and run as the user that owns it.' }
    : finding
}

function version({ sqlite }: OpenDatabase): Finding {
  const row = sqlite.prepare<[], { version: string }>('select sqlite_version() as version').get()
  return healthy(`SQLite ${row?.version}`)
}

/** Counts workouts that keep the figures of another setting until they are measured again. */
async function measurements({ db }: OpenDatabase, config: Config): Promise<Finding> {
  const outdated = await countOutdated(db, config.measurements)
  const are = outdated === 1 ? '1 workout is' : `${outdated} workouts are`
  return {
    what: 'measurements',
    problem: outdated > 0 ? `${are} not measured as their owners or MEASUREMENTS say` : undefined,
    advice: 'Measure them again: `milepost workouts remeasure --all --outdated`.',
    isMild: true,
  }
}

/** Finds rows whose file is missing, and offers to delete files without a row. */
async function files({ db }: OpenDatabase, config: Config): Promise<Finding[]> {
  const stored = openCommandStorage(config)
  const found = await listPaths(stored).catch((error: Error) => error)
  if (found instanceof Error) return [unreachable(found, config)]
  const lost = new Set<string>()
  for await (const path of listStoredFiles(db)) if (!found.has(path)) lost.add(path)
  const [first] = lost
  return [
    {
      what: 'stored files',
      problem: lost.size > 0 ? `${lost.size} are missing, such as ${first}` : undefined,
      advice: 'Restore them from a backup of the uploads folder.',
    },
    {
      what: 'unused files',
      problem: undefined,
      repair: async () => {
        await sweepOrphans({ db, files: stored }, leftoversBefore(config, Date.now()))
      },
    },
  ]
}

async function listPaths(files: Files): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const { path } of files.list()) paths.add(path)
  return paths
}

const unreachable = ({ message, cause }: Error, { bucket }: Config): Finding => ({
  ...(bucket
    ? {
        what: 'uploads bucket',
        advice: 'Check the UPLOADS_S3_… settings and the service.',
      }
    : { what: 'uploads folder', advice: 'Check its permissions and the disk.' }),
  problem: cause instanceof Error ? `${message}: ${cause.message}` : message,
})

async function clock({ db }: OpenDatabase): Promise<Finding> {
  const newest = await findNewestInstant(db)
  const isBehind = newest !== undefined && newest > Date.now() + 5 * MINUTE
  return {
    what: 'clock',
    problem: isBehind
      ? `it is ${new Date().toISOString()}, but rows are newer than that`
      : undefined,
    advice: 'Set the clock of this machine: sessions and links depend on it.',
  }
}
