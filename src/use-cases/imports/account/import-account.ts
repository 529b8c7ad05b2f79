import { rm } from 'node:fs/promises'
import { EXPORT_FILES } from '@/domain/reference/export-files'
import { TrackError } from '@/domain/tracks/track-error'
import { clientMessageOf } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import {
  insertImportEntries,
  listEntryNames,
  type NewImportEntry,
} from '@/store/db/queries/tasks/import-entries'
import { importPicture, importProfile } from '@/use-cases/accounts/import-profile'
import { unpack } from '@/use-cases/imports/receive/unpack'
import { openGear } from '@/use-cases/imports/services/import-equipment'
import { importTrainingData } from '@/use-cases/imports/services/import-weights'
import type { ExportContent } from '@/use-cases/imports/services/imported-workout'
import { ExportError } from '@/use-cases/imports/services/read-service-export'
import { importPrivacy } from '@/use-cases/privacy/import-privacy'
import { importSportSettings } from '@/use-cases/sports/import-sport-settings'
import { importCourse } from '@/use-cases/workouts/courses/import-course'
import { importSegment } from '@/use-cases/workouts/segments/import-segment'
import { importItems } from './import-items'
import { type ImportOwner, skippedEntry } from './import-owner'
import type { ImportedAccount } from './imported-account'

/**
 * Imports what an export contains besides workouts. It must be done before the workouts: what the user hides is
 * imported first, so that others never see it, and figures of workouts depend on settings and thresholds. Everything
 * can be repeated after an interruption. The row of the user may change.
 *
 * @returns the entries that it adds to the report of the task, for skipped items
 * @throws ExportError when privacy zones cannot be imported, before anything else is
 */
export async function importAccount(
  ctx: AppContext,
  owner: ImportOwner,
  source: Pick<ExportContent, 'account' | 'equipments' | 'measures'>,
): Promise<NewImportEntry[]> {
  const { account, equipments = [], measures } = source
  const caller = asCaller(owner.user)
  const skipped: NewImportEntry[] = []
  if (account) {
    const { privacyZones: zones, privacySettings: settings } = account
    await importPrivacy(ctx, caller, { zones, settings }).catch(throwForUser)
    skipped.push(...(await importPerson(ctx, caller, account)))
    const { sportPreferences: preferences, sportNames: names } = account
    const rejected = await importSportSettings(ctx, caller, { preferences, names })
    skipped.push(...rejected.map(({ file, item, reason }) => skippedEntry(file, item, reason)))
  }
  if (equipments.length > 0) await (await openGear(ctx, owner)).prepare(equipments)
  if (measures) await importTrainingData(ctx, owner, measures)
  if (account) {
    const to = { userId: caller.userId, taskId: owner.taskId }
    for (const list of [
      { file: EXPORT_FILES.courses, texts: account.courses, add: importCourse },
      { file: EXPORT_FILES.segments, texts: account.segments, add: importSegment },
    ])
      skipped.push(
        ...(await importItems({
          ...list,
          add: (item, text) => list.add(ctx, to, { item, text }),
        })),
      )
  }
  return reportSkipped(ctx, owner, skipped)
}

/** Imports the profile, and the picture with it. Returns the entry of a picture that is skipped. */
async function importPerson(
  ctx: AppContext,
  caller: Caller,
  { profile, picture }: ImportedAccount,
): Promise<NewImportEntry[]> {
  if (!profile || !(await importProfile(ctx, caller, profile)) || !picture) return []
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  let path: string | undefined
  try {
    const upload = await unpack(ctx, picture, maxBytes)
    path = upload.path
    await importPicture(ctx, caller, upload)
    return []
  } catch (error) {
    const reason = error instanceof TrackError ? error.message : clientMessageOf(error)
    if (reason === undefined) throw error
    return [{ name: picture.name, result: 'skipped', reason }]
  } finally {
    if (path !== undefined) await rm(path, { force: true })
  }
}

function throwForUser(error: unknown): never {
  const message = clientMessageOf(error)
  if (message === undefined) throw error
  throw new ExportError(`Nothing was imported: ${message}.`, { cause: error })
}

/** Adds entries to the report, unless an interrupted run has added them. */
async function reportSkipped(
  ctx: AppContext,
  { taskId }: ImportOwner,
  skipped: readonly NewImportEntry[],
): Promise<NewImportEntry[]> {
  if (skipped.length === 0) return []
  return transact(ctx, async ({ db }) => {
    const known = await listEntryNames(
      db,
      taskId,
      skipped.map(({ name }) => name),
    )
    const added = skipped.filter(({ name }) => !known.has(name))
    await insertImportEntries(db, taskId, added)
    return added
  })
}
