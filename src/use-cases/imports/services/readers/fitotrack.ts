import { METRES_PER_KM } from '@/domain/reference/lengths'
import { pointsUpload } from '@/use-cases/imports/services/declared-track'
import { declaredText } from '@/use-cases/imports/services/declared-values'
import {
  type ExportContent,
  type ImportedEntry,
  listSkipped,
  type ReadingOptions,
  requireWithinLimit,
  type Service,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError } from '@/use-cases/imports/services/read-service-export'
import { type Backup, type Fields, numberOf, readBackup } from './fitotrack-xml'

/** A backup (`.ftb`) is an archive that contains only this document. */
const DOCUMENT = /(?:^|\/)data\.xml$/i
const ROOT = '<fito-track'
const BYTES_OF_ROOT = 1024
const MS_PER_SECOND = 1000
/** Longer comments become descriptions instead of titles, in characters. */
const MAX_TITLE = 100

/** Names of FitoTrack's own sports whose ids are not their names. */
const SPORTS: Readonly<Record<string, string>> = {
  ...{ treadmill: 'treadmill running', 'push-ups': 'strength training' },
  'pull-ups': 'strength training',
}

/**
 * Reads backups of FitoTrack: one XML document with workouts, indoor workouts and the positions of all of them. Source
 * of the format: the classes that FitoTrack writes, and a converter that writes such backups.
 */
export const fitotrack: Service = {
  label: 'FitoTrack',
  isExport: async (archive) => (await findDocument(archive)) !== undefined,
  read: readFitoTrack,
}

async function findDocument(archive: Archive): Promise<string | undefined> {
  const path = archive.paths.find((one) => DOCUMENT.test(one))
  if (path === undefined) return undefined
  const text = new TextDecoder().decode(await archive.head(path, BYTES_OF_ROOT))
  return text.includes(ROOT) ? path : undefined
}

async function readFitoTrack(archive: Archive, options: ReadingOptions): Promise<ExportContent> {
  const path = await findDocument(archive)
  if (path === undefined) throw new ExportError('This is not a FitoTrack backup.')
  const backup = await readBackup(archive.chunks(path), (count) =>
    requireWithinLimit(count, options),
  )
  return {
    workouts: backup.workouts.map((fields, index) => entryOf(backup, fields, index)),
    leftOut: listSkipped(archive, new Set([path])),
  }
}

function entryOf(backup: Backup, fields: Fields, index: number): ImportedEntry {
  const id = fields.get('id')
  const name = `workout ${id ?? index + 1}`
  const type = fields.get('workoutType') ?? ''
  const sport = backup.sports.get(type) || (SPORTS[type] ?? type.replaceAll('_', ' '))
  const startedAt = numberOf(fields, 'start')
  return {
    name,
    packedSize: 0,
    load: async () => ({
      ...{ name, sport, startedAt, isNameless: true, ...textsOf(fields) },
      withoutTrack: { ...numbersOf(fields), sport, startedAt },
      file: id === undefined ? undefined : pointsUpload(`${id}.gpx`, backup.samples.of(id)),
    }),
  }
}

/** FitoTrack shows the comment as the name of the workout. */
function textsOf(fields: Fields) {
  const comment = declaredText(fields.get('comment'))
  const isTitle = comment !== undefined && comment.length <= MAX_TITLE && !comment.includes('\n')
  return isTitle ? { title: comment } : { description: comment }
}

/** Times are in milliseconds, lengths in metres; missing heart rates are -1. */
function numbersOf(fields: Fields) {
  const number = (name: string) => numberOf(fields, name)
  const positive = (name: string) => {
    const value = number(name)
    return value !== undefined && value > 0 ? value : undefined
  }
  const [metres, milliseconds] = [number('length'), number('duration')]
  return {
    distance: metres === undefined ? undefined : metres / METRES_PER_KM,
    duration: milliseconds === undefined ? undefined : milliseconds / MS_PER_SECOND,
    ascent: number('ascent'),
    descent: number('descent'),
    calories: positive('calorie'),
    aveHr: positive('avgHeartRate'),
    maxHr: positive('maxHeartRate'),
  }
}
