import { numberIn } from '@/domain/tracks/formats/json'
import type { ExportedPoint } from '@/use-cases/imports/services/declared-track'
import { ExportError } from '@/use-cases/imports/services/read-service-export'
import { FitoTrackSamples } from './fitotrack-samples'

/** The simple elements of an item, by name. */
export type Fields = ReadonlyMap<string, string>

/** The lists of a backup. Lists and their items have the same name. */
const LISTS = [
  ...(['workouts', 'indoorWorkouts', 'workoutTypes', 'samples'] as const),
  ...(['indoorSamples', 'intervalSets'] as const),
]
type List = (typeof LISTS)[number]

const ITEM_END = new RegExp(`</(${LISTS.join('|')})>`, 'g')
const FIELD = /<([A-Za-z]+)>([^<]*)<\/\1>/g
/** Maximum length of an item, in characters. */
const MAX_LENGTH = 1024 * 1024

/** Contents of a backup: workouts with and without positions, titles of the user's sports by id, and positions. */
export interface Backup {
  workouts: Fields[]
  sports: Map<string, string>
  samples: FitoTrackSamples
}

/**
 * Reads the document of a backup item by item. Calls `counted` with the number of workouts so far, which may throw to
 * stop.
 *
 * @throws ExportError when it is not the document of a backup, or contains too much
 */
export async function readBackup(
  chunks: AsyncIterable<Uint8Array>,
  counted: (workouts: number) => void,
): Promise<Backup> {
  const backup: Backup = { workouts: [], sports: new Map(), samples: new FitoTrackSamples() }
  let isComplete = false
  for await (const { list, item } of textsIn(chunks)) {
    if (list === undefined) isComplete = item.includes('</fito-track>')
    else if (takeItem(backup, list, fieldsIn(item))) counted(backup.workouts.length)
  }
  if (!isComplete) throw new ExportError('The backup is incomplete.')
  return backup
}

/** Adds an item to a backup, unless it has no fields, as at the end of a list. Returns whether it is a workout. */
function takeItem(backup: Backup, list: List, fields: Fields): boolean {
  if (fields.size === 0) return false
  const isWorkout = list === 'workouts' || list === 'indoorWorkouts'
  if (isWorkout) backup.workouts.push(fields)
  else if (list === 'samples') backup.samples.add(fields.get('workoutId') ?? '', pointOf(fields))
  else if (list === 'workoutTypes')
    backup.sports.set(fields.get('id') ?? '', fields.get('title') ?? '')
  return isWorkout
}

/** Yields the texts before the end of each item and list, with the name of the list, and the rest without a name. */
async function* textsIn(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ list?: List; item: string }> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length > MAX_LENGTH) throw new ExportError('An element of the backup is too long.')
    let start = 0
    for (const { 0: end, 1: list, index } of rest.matchAll(ITEM_END)) {
      yield { list: list as List, item: rest.slice(start, index) } // one of the names in the pattern
      start = index + end.length
    }
    rest = rest.slice(start)
  }
  yield { item: rest }
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" },
}

const fieldsIn = (text: string): Fields =>
  new Map(
    Array.from(text.matchAll(FIELD), ([, name = '', value = '']) => [
      name,
      value.includes('&') ? value.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity) : value,
    ]),
  )

/** Returns the number in a field, which may have an exponent, such as `5.0E-4`. */
export function numberOf(fields: Fields, name: string): number | undefined {
  const value = numberIn(fields.get(name))
  return Number.isNaN(value) ? undefined : value
}

/** Old versions have only the height above the ellipsoid. Missing heart rates are -1. */
function pointOf(fields: Fields): ExportedPoint | undefined {
  const number = (name: string) => numberOf(fields, name)
  const [lat, lon, time] = [number('lat'), number('lon'), number('absoluteTime')]
  if (lat === undefined || lon === undefined || time === undefined) return undefined
  const hr = number('heartRate') ?? 0
  const ele = number('elevationMSL') ?? number('elevation')
  return { lat, lon, time, ele, hr: hr > 0 ? hr : undefined }
}
