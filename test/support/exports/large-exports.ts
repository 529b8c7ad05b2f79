import { gzipSync } from 'node:zlib'
import { encodeShortId } from '@/lib/text/short-id'
import { fileId, fitFile, record, session } from '../tracks/fit'
import { gpxOf } from '../tracks/gpx'
import type { SamplePoint } from '../tracks/points'
import { tcxOf } from '../tracks/tcx'
import { type ZipMember, zipBytes } from '../tracks/zip'

/** The expected line of the report for an entry. */
export interface ExpectedEntry {
  name: string
  result: 'new' | 'already there' | 'skipped' | 'failed'
  reason: string
}

/** A workout that a large export creates. */
export interface MadeWorkout {
  /** Undefined if the server generates one. */
  title: string | undefined
  sportId: number
  gear: string | undefined
  /** Milliseconds since the Unix epoch. */
  startedAt: number
}

/** An export with many entries, and the expected result. */
export interface LargeExport {
  members: ZipMember[]
  report: ExpectedEntry[]
  made: MadeWorkout[]
}

const SPORTS = [
  ...[{ id: 1, strava: 'Ride', garmin: 'road_biking', label: 'Cycling (Sport)', file: 'cycling' }],
  ...[{ id: 5, strava: 'Run', garmin: 'running', label: 'Running', file: 'running' }],
  ...[{ id: 6, strava: 'Walk', garmin: 'walking', label: 'Walking', file: 'walking' }],
  ...[{ id: 3, strava: 'Hike', garmin: 'hiking', label: 'Hiking', file: 'hiking' }],
] as const
/** Sport and sub-sport of the FIT profile, by our ids. */
const FIT_SPORTS: Readonly<Record<number, number>> = { 1: 2, 5: 1, 6: 11, 3: 17 }
const TCX_SPORTS: Readonly<Record<number, string>> = {
  1: 'Biking',
  5: 'Running',
  6: 'Walking',
  3: 'Hiking',
}

/** A truncated file, and the error for it. */
const BROKEN = '<?xml version="1.0"?><gpx><trk><trkseg><trkpt lat='
const REFUSAL = 'error when parsing gpx file'
const FIT_EPOCH_SECONDS = 631_065_600
const HOURS = 5
const FIRST = Date.UTC(2012, 0, 2, 6)
const POINTS = 5
const FORMATS = ['gpx', 'gpx.gz', 'tcx.gz', 'fit.gz'] as const

type Role = 'recording' | 'numbers' | 'broken' | 'repeated' | 'foreign'

/** Of 25 entries one is broken, one repeats the previous one, one is foreign and one has only numbers. */
const ROLES: Readonly<Record<number, Role>> = {
  5: 'broken',
  10: 'repeated',
  15: 'foreign',
  20: 'numbers',
}

interface Entry {
  index: number
  role: Role
  sport: (typeof SPORTS)[number]
  format: (typeof FORMATS)[number]
  startedAt: number
  title: string
  gear: string | undefined
}

function entryAt(index: number): Entry {
  const role = ROLES[index % 25] ?? 'recording'
  // The file of the previous entry is repeated.
  const of = role === 'repeated' ? index - 1 : index
  const sport = SPORTS[of % SPORTS.length] ?? SPORTS[0]
  return {
    ...{ index, role, sport },
    format: FORMATS[(of >> 2) % FORMATS.length] ?? 'gpx',
    startedAt: FIRST + of * HOURS * 3_600_000,
    title: `Outing ${of} “é”`,
    gear: sport.id === 1 ? `Bike ${of % 3}` : sport.id === 5 ? 'Shoes' : undefined,
  }
}

const pointsOf = ({ startedAt, index, role }: Entry): SamplePoint[] => {
  const of = role === 'repeated' ? index - 1 : index
  return Array.from({ length: POINTS }, (_, at) => ({
    lat: (45 + (of % 97) / 50 + at / 2000).toFixed(6),
    lon: (6 + (of % 89) / 50 + at / 3000).toFixed(6),
    ele: 300 + at,
    time: new Date(startedAt + at * 20_000).toISOString(),
    hr: 110 + (of % 40),
  }))
}

function fitOf(entry: Entry): Uint8Array {
  const start = entry.startedAt / 1000 - FIT_EPOCH_SECONDS
  const { global, fields } = session({ start, end: start + 80, elapsed: 80, timer: 80 })
  const records = pointsOf(entry).map(({ lat, lon, ele, hr }, at) =>
    record({
      ...{ time: start + at * 20, lat: Number(lat), lon: Number(lon) },
      ...{ ele: Number(ele), hr: Number(hr) },
    }),
  )
  const sport = [5, 'enum', FIT_SPORTS[entry.sport.id] ?? 0] as const
  return fitFile([fileId(1, 3121), ...records, { global, fields: [...fields, sport] }])
}

/** A monitoring file: of the right format, but without a workout. */
const monitoring = (index: number): Uint8Array =>
  fitFile([
    {
      global: 0,
      fields: [
        [0, 'enum', 32],
        [1, 'uint16', 1],
        [3, 'uint32', index],
      ],
    },
  ])

/** The bytes of a recording, which states its sport in the way of its format. */
function contentOf(entry: Entry): Uint8Array | string {
  if (entry.role === 'broken') return BROKEN
  switch (entry.format) {
    case 'fit.gz':
      return gzipSync(fitOf(entry))
    case 'tcx.gz':
      return gzipSync(
        tcxOf(pointsOf(entry)).replace(/Sport="[^"]*"/, `Sport="${TCX_SPORTS[entry.sport.id]}"`),
      )
    default: {
      const gpx = gpxOf(pointsOf(entry)).replace('<trk>', `<trk><type>${entry.sport.file}</type>`)
      return entry.format === 'gpx' ? gpx : gzipSync(gpx)
    }
  }
}

const extensionOf = ({ role, format }: Entry) => (role === 'broken' ? 'gpx' : format)

const entriesOf = (count: number) => Array.from({ length: count }, (_, index) => entryAt(index))

const hasFile = ({ role }: Entry) => role !== 'numbers' && role !== 'foreign'

/** The expected outcome for an entry that is not foreign. */
const toldOf = ({ role }: Entry, name: string): ExpectedEntry => {
  if (role === 'broken') return { name, result: 'failed', reason: REFUSAL }
  return { name, result: role === 'repeated' ? 'already there' : 'new', reason: '' }
}

const isMade = ({ role }: Entry) => role === 'recording' || role === 'numbers'

const HEAD = Array.from({ length: 40 }, (_, at) => `Column ${at}`).join(',')

/**
 * The export of a Strava account: activities of all formats, with only numbers, broken and repeated ones, and photos.
 */
export function largeStravaExport(count: number): LargeExport {
  const entries = entriesOf(count)
  const rows = entries.filter(({ role }) => role !== 'foreign')
  const nameOf = (entry: Entry) => `activities/${entry.index}.${extensionOf(entry)}`
  const line = (entry: Entry) => {
    const row = Array.from({ length: 40 }, () => '')
    row[0] = String(entry.index)
    row[1] = new Date(entry.startedAt).toLocaleString('en-US', {
      ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' },
    })
    row[2] = entry.title
    row[3] = entry.sport.strava
    row[11] = entry.gear ?? ''
    row[12] = hasFile(entry) ? nameOf(entry) : ''
    if (entry.role === 'numbers') [row[6], row[16], row[17]] = ['1.5', '1800', '1500']
    return row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')
  }
  const photos = entries
    .filter(({ role }) => role === 'foreign')
    .map(({ index }) => `media/${index}.jpg`)
  return {
    members: [
      { name: 'activities.csv', content: [HEAD, ...rows.map(line)].join('\n') },
      ...rows.filter(hasFile).map((entry) => ({ name: nameOf(entry), content: contentOf(entry) })),
      ...photos.map((name) => ({ name, content: 'photo' })),
    ],
    report: [
      ...rows.map((entry) => toldOf(entry, hasFile(entry) ? nameOf(entry) : String(entry.index))),
      ...photos.map((name) => ({
        ...{ name, result: 'skipped' as const },
        reason: 'no workout has this photo',
      })),
    ],
    made: entries.filter(isMade).map((entry) => ({ ...workoutOf(entry), gear: entry.gear })),
  }
}

const workoutOf = ({ title, sport, startedAt }: Entry): MadeWorkout => ({
  ...{ title, sportId: sport.id, gear: undefined, startedAt },
})

/** Files of one nested archive. */
const NESTED = 1000

/** The export of a Garmin account: nested archives with recordings and monitoring files, and summaries. */
export function largeGarminExport(count: number): LargeExport {
  const entries = entriesOf(count).filter(({ role }) => role !== 'numbers')
  const nameOf = (entry: Entry) =>
    `ann@example.com_${entry.index}.${entry.role === 'foreign' ? 'fit' : extensionOf(entry)}`
  const files = entries.map((entry) => ({
    name: nameOf(entry),
    content: entry.role === 'foreign' ? monitoring(entry.index) : contentOf(entry),
  }))
  const parts = Array.from({ length: Math.ceil(files.length / NESTED) }, (_, part) => ({
    name: `DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part${part + 1}.zip`,
    content: zipBytes([
      ...files.slice(part * NESTED, (part + 1) * NESTED),
      { name: `notes-${part}.txt`, content: 'x' },
    ]),
  }))
  const summaries = entries
    .filter(({ role }) => role !== 'foreign')
    .map(({ index, title, sport }) => ({
      activityId: index,
      name: title,
      activityType: sport.garmin,
    }))
  return {
    members: [
      ...parts,
      {
        name: 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json',
        content: JSON.stringify([{ summarizedActivitiesExport: summaries }]),
      },
    ],
    report: [
      ...entries.map(
        (entry): ExpectedEntry =>
          entry.role === 'foreign'
            ? { name: nameOf(entry), result: 'skipped', reason: 'no recording of a workout' }
            : toldOf(entry, nameOf(entry)),
      ),
      ...parts.map((_, part) => ({
        ...{ name: `notes-${part}.txt`, result: 'skipped' as const, reason: 'no workout' },
      })),
    ],
    made: entries.filter(isMade).map(workoutOf),
  }
}

/** The short id of an entry on its source server. */
const keptIdOf = ({ index }: Entry) =>
  encodeShortId(`00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`)

/** The data export of a FitTrackee or Milepost account, with short ids, equipment and a comment on every workout. */
export function largeFittrackeeExport(count: number): LargeExport {
  const entries = entriesOf(count).filter(({ role }) => role !== 'foreign')
  const nameOf = (entry: Entry) => `${entry.index}.${extensionOf(entry).replace('.gz', '')}`
  const bytesOf = (entry: Entry) => {
    const content = contentOf(entry)
    return typeof content === 'string' ? content : Bun.gunzipSync(new Uint8Array(content))
  }
  const workouts = entries.map((entry) => ({
    id: keptIdOf(entry),
    sport_label: entry.sport.label,
    title: entry.title,
    workout_date: new Date(entry.startedAt).toISOString().slice(0, 19).concat('+00:00'),
    creation_date: '2020-01-01 10:00:00',
    original_file: hasFile(entry) ? nameOf(entry) : null,
    equipments: entry.gear ? [{ label: entry.gear }] : [],
    ...(entry.role === 'numbers' && { distance: 1.5, moving: '0:30:00' }),
  }))
  const comments = entries.filter(isMade).map((entry) => ({
    id: encodeShortId(`00000000-0000-4000-9000-${entry.index.toString(16).padStart(12, '0')}`),
    workout_id: keptIdOf(entry),
    text: `On ${entry.index}`,
    text_visibility: 'private',
    created_at: '2020-01-02 10:00:00',
  }))
  const gear = [...new Set(entries.flatMap((entry) => entry.gear ?? []))].map((label) => ({
    ...{ label, equipment_type: { id: label === 'Shoes' ? 1 : 2 }, is_active: true },
    default_for_sport_ids: label === 'Shoes' ? [5] : [],
  }))
  const json = (name: string, content: unknown) => ({ name, content: JSON.stringify(content) })
  return {
    members: [
      json('user_workouts_data.json', workouts),
      json('user_comments_data.json', comments),
      json('user_equipments_data.json', gear),
      ...entries
        .filter(hasFile)
        .map((entry) => ({ name: `workout_files/${nameOf(entry)}`, content: bytesOf(entry) })),
    ],
    report: entries.map((entry) => toldOf(entry, hasFile(entry) ? nameOf(entry) : keptIdOf(entry))),
    made: entries.filter(isMade).map((entry) => ({ ...workoutOf(entry), gear: entry.gear })),
  }
}

/** The default equipment for rides of the user of large imports. */
export const DEFAULT_GEAR = 'Bike 1'

/** An archive of recordings of no particular service, each with its sport, and other files. */
export function largeArchive(count: number): LargeExport {
  const entries = entriesOf(count)
  const nameOf = (entry: Entry) => `rides/${entry.index}.${extensionOf(entry)}`
  const recordings = entries.filter(hasFile)
  const others = entries.filter((entry) => !hasFile(entry)).map(({ index }) => `notes/${index}.txt`)
  return {
    members: [
      ...recordings.map((entry) => ({ name: nameOf(entry), content: contentOf(entry) })),
      ...others.map((name) => ({ name, content: 'x' })),
    ],
    report: [
      ...recordings.map((entry) => toldOf(entry, nameOf(entry))),
      ...others.map((name) => ({ name, result: 'skipped' as const, reason: 'no recording' })),
    ],
    made: recordings.filter(isMade).map((entry) => ({
      ...workoutOf(entry),
      title: undefined,
      gear: entry.sport.id === 1 ? DEFAULT_GEAR : undefined,
    })),
  }
}
