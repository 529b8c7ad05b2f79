import { EXPORT_FILES } from '@/domain/reference/export-files'
import { isObject, listIn as itemsIn, type Json, textIn } from '@/lib/text/json-fields'
import { type Archive, listIn, parseJson } from '@/use-cases/imports/services/read-service-export'
import { objectTextsIn } from '@/use-cases/imports/services/streamed-json'
import type { ImportedAccount } from './imported-account'

/** The picture of the user is the only image that is not in a folder. */
const PICTURE = /^[^/]+\.(gif|jpe?g|png)$/i

/**
 * Reads what the export of a Milepost account contains besides workouts; `workouts` are those of the export.
 *
 * @throws ExportError when a short list or the profile cannot be read
 */
export async function readAccount(
  archive: Archive,
  workouts: readonly Json[],
): Promise<ImportedAccount> {
  const profile = await readProfile(archive)
  const [zones, settings, names] = [
    await listIn(archive, EXPORT_FILES.privacyZones),
    await listIn(archive, EXPORT_FILES.privacySettings),
    await listIn(archive, EXPORT_FILES.sportNames),
  ]
  return {
    privacyZones: zones,
    privacySettings: settings[0],
    profile,
    picture: archive.file(archive.paths.find((path) => PICTURE.test(path)) ?? ''),
    sportPreferences: itemsIn(profile?.sport_preferences).filter(isObject),
    sportNames: names.filter(isObject),
    courses: () => readTexts(archive, EXPORT_FILES.courses),
    segments: () => readTexts(archive, EXPORT_FILES.segments),
    planned: workouts.flatMap(planIn),
  }
}

async function readProfile(archive: Archive): Promise<Json | undefined> {
  const name = EXPORT_FILES.profile
  if (!archive.has(name)) return undefined
  const content = parseJson(name, await archive.text(name))
  return isObject(content) ? content : undefined
}

async function* readTexts(archive: Archive, name: string): AsyncGenerator<string> {
  if (archive.has(name)) yield* objectTextsIn(archive.chunks(name))
}

function planIn({ id, course_id }: Json): ImportedAccount['planned'][number][] {
  const [workoutShortId, courseShortId] = [textIn(id), textIn(course_id) ?? null]
  const isPlanned = course_id === null || courseShortId !== null
  return workoutShortId !== undefined && isPlanned ? [{ workoutShortId, courseShortId }] : []
}
