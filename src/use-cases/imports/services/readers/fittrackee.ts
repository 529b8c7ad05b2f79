import { EFFORT_KINDS } from '@/domain/analysis/efforts'
import { EXPORT_FILES, EXPORT_FOLDERS } from '@/domain/reference/export-files'
import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'
import { parseEdits } from '@/domain/tracks/edits/parse-edits'
import { isObject, type Json } from '@/lib/text/json-fields'
import { decodeShortId } from '@/lib/text/short-id'
import {
  type Json as JsonText,
  toJson,
  VISIBILITIES,
  type Visibility,
  type Weather,
} from '@/store/db/schema/columns'
import { readAccount } from '@/use-cases/imports/account/read-account'
import { type ImportedPhoto, NO_WORKOUT_OF_PHOTO } from '@/use-cases/imports/services/import-photos'
import {
  type ExportContent,
  type ImportedComment,
  type ImportedEquipment,
  type ImportedTrainingData,
  type ImportedWorkout,
  importedEntry,
  MISSING_FILE,
  type Service,
  type SkippedItem,
} from '@/use-cases/imports/services/imported-workout'
import { type Archive, ExportError, listIn } from '@/use-cases/imports/services/read-service-export'

const WORKOUTS = EXPORT_FILES.workouts
const COMMENTS = EXPORT_FILES.comments
const EQUIPMENTS = EXPORT_FILES.equipments
/** Only in exports of Milepost. */
const WEIGHTS = EXPORT_FILES.weights
const THRESHOLDS = EXPORT_FILES.thresholds
const ZONE_RULES = EXPORT_FILES.zoneRules
const PHOTOS = EXPORT_FILES.photos
const ADDITIONAL_FILES = EXPORT_FILES.additionalFiles

/**
 * Reads data exports of FitTrackee and Milepost accounts: workouts with their short ids, texts, visibility, equipment,
 * creation dates and originals, and the user's comments on them.
 */
export const fittrackee: Service = {
  label: 'FitTrackee or Milepost',
  isExport: async ({ has }) => has(WORKOUTS),
  read: readFittrackee,
}

async function readFittrackee(archive: Archive): Promise<ExportContent> {
  if (!archive.has(WORKOUTS))
    throw new ExportError(`There is no ${WORKOUTS}: this is not a FitTrackee data export.`)
  const [workouts, comments, equipments] = await Promise.all(
    [WORKOUTS, COMMENTS, EQUIPMENTS].map((name) => objectsIn(archive, name)),
  )
  const [weights = [], thresholds = [], rules = [], photos = [], additional = []] =
    await Promise.all(
      [WEIGHTS, THRESHOLDS, ZONE_RULES, PHOTOS, ADDITIONAL_FILES].map((name) =>
        objectsIn(archive, name),
      ),
    )
  const photosOf = Map.groupBy(photos, ({ workout_id }) => workout_id)
  const present = new Set((workouts ?? []).map(({ id }) => id))
  return {
    workouts: (workouts ?? []).map((one) => {
      const found = photosIn(photosOf.get(one.id) ?? [], archive)
      return importedEntry({
        ...workoutOf(one, archive),
        ...(found.length > 0 && { photos: found }),
      })
    }),
    leftOut: [
      ...photos.flatMap((photo) => leftOutOf(photo, { archive, present })),
      ...additional.map(({ file }) => ({
        name: textOf(file) ?? ADDITIONAL_FILES,
        reason: 'the workout has another recording',
      })),
    ],
    comments: (comments ?? []).flatMap(commentOf),
    liked: (workouts ?? []).flatMap(({ id, liked }) => (liked === true ? (textOf(id) ?? []) : [])),
    equipments: (equipments ?? []).map(equipmentOf),
    measures: {
      weights: weights.flatMap(weightOf),
      thresholds: thresholds.flatMap(thresholdOf),
      zoneRules: rules.map(zoneRulesOf)[0],
    },
    account: await readAccount(archive, workouts ?? []),
  }
}

const objectsIn = async (archive: Archive, name: string): Promise<Json[]> =>
  (await listIn(archive, name)).filter(isObject)

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const levelOf = (value: unknown): Visibility | undefined =>
  VISIBILITIES.find((level) => level === value)
/** Times without a zone are UTC, whatever the time zone of this server. */
const ZONELESS = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/
const instantOf = (value: unknown): number | undefined => {
  const text = String(value).replace(' ', 'T')
  const instant = Date.parse(ZONELESS.test(text) ? `${text}Z` : text)
  return Number.isNaN(instant) ? undefined : instant
}

/** Parses seconds, or `H:MM:SS` with an optional number of days before it. */
function secondsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.round(value)
  const [, days = '0', hours, minutes, seconds] =
    /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)/.exec(String(value)) ?? []
  if (hours === undefined) return undefined
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}

function workoutOf(one: Json, archive: Archive): ImportedWorkout {
  const shortId = textOf(one.id)
  const original = textOf(one.original_file)
  const levels = {
    workout_visibility: levelOf(one.workout_visibility),
    analysis_visibility: levelOf(one.analysis_visibility),
    map_visibility: levelOf(one.map_visibility),
    media_visibility: levelOf(one.media_visibility),
  }
  const gear = Array.isArray(one.equipments) ? one.equipments : []
  const segments = Array.isArray(one.segments) ? one.segments : []
  const multisport = one.multisport as Json | null | undefined
  return {
    name: original ?? shortId ?? '?',
    file:
      original === undefined ? undefined : archive.file(`${EXPORT_FOLDERS.originals}/${original}`),
    sport: textOf(one.sport_label),
    title: textOf(one.title),
    description: textOf(one.description),
    notes: textOf(one.notes),
    startedAt: instantOf(one.workout_date),
    distance: numberOf(one.distance),
    duration: secondsOf(one.duration ?? one.moving),
    moving: secondsOf(one.moving),
    ascent: numberOf(one.ascent),
    descent: numberOf(one.descent),
    calories: numberOf(one.calories),
    aveHr: numberOf(one.ave_hr),
    maxHr: numberOf(one.max_hr),
    avePower: numberOf(one.ave_power),
    maxPower: numberOf(one.max_power),
    gear: gear.flatMap((item: Json) => textOf(item.label) ?? []),
    ...(shortId !== undefined && {
      preserved: {
        shortId,
        createdAt: instantOf(one.creation_date) ?? Date.now(),
        levels: Object.fromEntries(Object.entries(levels).filter(([, level]) => level)),
        columns: {
          modification_date: instantOf(one.modification_date) ?? null,
          calories: numberOf(one.calories) ?? null,
          weather_start: weatherOf(one.weather_start),
          weather_end: weatherOf(one.weather_end),
        },
        ...eventOf(multisport),
        ...editsIn(one),
        segmentIds: segments.flatMap((segment: Json) => textOf(segment.segment_id) ?? []),
      },
    }),
  }
}

/** What the owner edited or excluded; only in exports of Milepost. */
function editsIn({ edits, split_id, excluded_from_records, excluded_efforts: efforts }: Json) {
  const all: Json[] = Array.isArray(efforts) ? efforts : []
  return {
    edits: parseEdits(edits),
    splitId: textOf(split_id),
    isExcluded: excluded_from_records === true,
    excludedEfforts: all.flatMap(({ kind: word, target }) => {
      const kind = EFFORT_KINDS.find((each) => each === word)
      return kind && typeof target === 'number' ? [{ kind, target }] : []
    }),
  }
}

/** Returns the leg and the event of a workout; nothing for values that this server would not have written. */
function eventOf(multisport: Json | null | undefined) {
  const [leg, eventId] = [numberOf(multisport?.leg), textOf(multisport?.event_id)]
  if (eventId === undefined || decodeShortId(eventId) === undefined) return {}
  return { eventId, ...(leg !== undefined && Number.isSafeInteger(leg) && leg > 0 && { leg }) }
}

const NUMBERS = ['temperature', 'humidity', 'wind', 'windBearing'] as const

/** Returns the weather of an hour; null unless it is complete. */
function weatherOf(value: unknown): JsonText<Weather> | null {
  const weather = { ...(value as Partial<Weather> | null) }
  const isWhole = NUMBERS.every((name) => typeof weather[name] === 'number')
  return isWhole && typeof weather.icon === 'string' ? toJson(weather as Weather) : null
}

/** Returns the photos of a workout that are in the archive, in order. */
const photosIn = (photos: readonly Json[], archive: Archive): ImportedPhoto[] =>
  photos
    .toSorted((a, b) => (numberOf(a.position) ?? 0) - (numberOf(b.position) ?? 0))
    .flatMap(({ file: path, description, taken_at, latitude, longitude }) => {
      const file = archive.file(textOf(path) ?? '')
      if (!file) return []
      const at = textOf(taken_at) === undefined ? null : (instantOf(taken_at) ?? null)
      const position = positionOf(latitude, longitude)
      const text = textOf(description)?.slice(0, MAX_DESCRIPTION)
      return [{ file, description: text, taken: { at, position } }]
    })

function positionOf(north: unknown, east: unknown) {
  const [latitude, longitude] = [numberOf(north), numberOf(east)]
  if (latitude === undefined || longitude === undefined) return undefined
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isValid ? { latitude, longitude } : undefined
}

/** Returns why a photo of the list cannot be imported; nothing if it can. */
function leftOutOf(
  { file, workout_id }: Json,
  { archive, present }: { archive: Archive; present: ReadonlySet<unknown> },
): SkippedItem[] {
  const name = textOf(file) ?? PHOTOS
  if (!archive.has(name)) return [{ name, reason: MISSING_FILE }]
  return present.has(workout_id) ? [] : [{ name, reason: NO_WORKOUT_OF_PHOTO }]
}

function commentOf(one: Json): ImportedComment[] {
  const [shortId, workoutShortId, text] = [one.id, one.workout_id, one.text].map(textOf)
  if (shortId === undefined || workoutShortId === undefined || text === undefined) return []
  return [
    {
      shortId,
      workoutShortId,
      text,
      visibility: levelOf(one.text_visibility) ?? 'private',
      createdAt: instantOf(one.created_at) ?? Date.now(),
      modifiedAt: instantOf(one.modification_date) ?? null,
    },
  ]
}

function equipmentOf(one: Json): ImportedEquipment {
  const type = one.equipment_type as Json | undefined
  const [shortId, createdAt] = [textOf(one.id), instantOf(one.creation_date)]
  const sports = Array.isArray(one.default_for_sport_ids) ? one.default_for_sport_ids : []
  return {
    label: textOf(one.label) ?? '?',
    typeId: numberOf(type?.id) ?? 10,
    description: textOf(one.description) ?? null,
    isActive: one.is_active !== false,
    defaultSportIds: sports.filter((id): id is number => typeof id === 'number'),
    visibility: levelOf(one.visibility),
    ...(shortId !== undefined && createdAt !== undefined && { created: { shortId, createdAt } }),
  }
}

function weightOf({ day: date, weight }: Json): ImportedTrainingData['weights'] {
  const [day, kilograms] = [textOf(date), numberOf(weight)]
  return day === undefined || kilograms === undefined ? [] : [{ day, kilograms }]
}

function thresholdOf({ kind: word, sport_id, sport_label, day: date, value: told }: Json) {
  const [kind, day, value] = [textOf(word), textOf(date), numberOf(told)]
  const sportId = numberOf(sport_id)
  // Null and a missing id mean all sports; other values are invalid.
  const isOfSport = sportId !== undefined || sport_id === null || sport_id === undefined
  if (kind === undefined || day === undefined || value === undefined || !isOfSport) return []
  return [{ kind, day, value, sportId, sportLabel: textOf(sport_label) }]
}

const zoneRulesOf = ({ heart_rate_model, trimp_weighting, energy_by_heart_rate }: Json) => ({
  heartRateModel: textOf(heart_rate_model) ?? '',
  trimpWeighting: textOf(trimp_weighting) ?? '',
  energyFormula: textOf(energy_by_heart_rate) ?? '',
})
