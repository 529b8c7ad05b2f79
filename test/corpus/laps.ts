import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import type { DeviceLaps, Lap } from '@/domain/tracks/track'

/*
 * Compares laps and totals of the FIT files in a folder with those of Garmin's decoder, file by file: `bun run
 * test:laps FOLDER`, with a Python in $PYTHON that has garmin-fit-sdk. Different laps fail. Differences between values
 * measured from positions and the totals of the device are only reported, because both are correct.
 */

/** The result of the other decoder for a file. */
interface Device {
  error?: string
  laps: (Record<string, number> & { start: number })[]
  lengths: number
  sessions: number
  elapsed: number
  timer: number
  distance: number
}

const COMPARED = [
  ...(['elapsed', 'timer', 'distance', 'calories'] as const),
  ...(['aveHr', 'maxHr', 'avePower', 'maxPower'] as const),
]
/** For times in seconds and distances in metres: both decoders scale the same integers. */
const TOLERANCE = 1e-6
/** The relative difference of totals from which it is reported. */
const NOTABLE = 0.01

const [folder = ''] = process.argv.slice(2)
const names = readdirSync(folder)
  .filter((name) => /\.fit$/i.test(name))
  .sort()
const script = join(import.meta.dir, 'device-laps.py')
const paths = names.map((name) => join(folder, name))
const decoded = Bun.spawnSync([process.env.PYTHON ?? 'python3', script, ...paths])
if (decoded.exitCode !== 0) throw new Error(decoded.stderr.toString())
const devices = decoded.stdout
  .toString()
  .trimEnd()
  .split('\n')
  .map((line): Device => JSON.parse(line))

const counts = { files: 0, laps: 0, lengths: 0, differing: 0, unread: 0 }
for (const [index, name] of names.entries()) {
  const device = devices[index]
  const bytes = readFileSync(join(folder, name))
  const options = { segmentsCreationEvent: 'only_manual', acceptWithoutGps: true } as const
  const track = await readTrack(name, bytes, options).catch((error: Error) => {
    console.log(`${name}: not read (${error.message})`)
    return undefined
  })
  if (!track || !device || device.error !== undefined) {
    counts.unread += 1
    if (track) console.log(`${name}: not read by the other decoder (${device?.error})`)
    continue
  }
  counts.files += 1
  counts.laps += device.laps.length
  counts.lengths += device.lengths
  const differences = compareLaps(track.laps, device)
  if (differences.length > 0) counts.differing += 1
  for (const difference of differences) console.log(`${name}: DIFFERS ${difference}`)
  const rules = { hasElevation: true, stoppedSpeedThreshold: 1, useRawSpeed: false }
  for (const note of totalsOf(device, () => summarise(track, rules).metrics))
    console.log(`${name}: ${note}`)
}
console.log(JSON.stringify(counts))
process.exit(counts.differing > 0 || counts.files === 0 ? 1 : 0)

function compareLaps(ours: DeviceLaps | undefined, device: Device): string[] {
  const laps = ours?.laps ?? []
  const lengths = laps.reduce((sum, lap) => sum + (lap.lengths?.length ?? 0), 0)
  const counted = [
    ...(laps.length === device.laps.length ? [] : [`${laps.length} of ${device.laps.length} laps`]),
    ...(lengths === device.lengths ? [] : [`${lengths} of ${device.lengths} lengths`]),
  ]
  if (laps.length !== device.laps.length) return counted
  return [...counted, ...device.laps.flatMap((lap, index) => compareLap(laps[index], lap, index))]
}

function compareLap(ours: Lap | undefined, lap: Record<string, number>, index: number): string[] {
  return COMPARED.flatMap((key) => {
    const [one, other] = [ours?.[key], lap[key]]
    if (one === undefined && other === undefined) return []
    const isSame = Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) <= TOLERANCE
    return isSame ? [] : [`lap ${index + 1} ${key}: ${one} for ${other}`]
  })
}

/** The differences between the sums of laps, sessions and our measurements. */
function totalsOf(device: Device, measure: () => { duration: number; distance: number }): string[] {
  if (device.sessions === 0) return []
  const sum = (key: 'timer' | 'distance') =>
    device.laps.reduce((total, lap) => total + (lap[key] ?? 0), 0)
  const told = (what: string, one: number, other: number): string[] => {
    const isAlike = other === 0 || Math.abs(one - other) <= Math.max(2, NOTABLE * Math.abs(other))
    return isAlike ? [] : [`${what}: ${one.toFixed(1)} for ${other.toFixed(1)}`]
  }
  const notes = [
    ...told('timer of laps beside session', sum('timer'), device.timer),
    ...told('distance of laps beside session', sum('distance'), device.distance),
  ]
  try {
    const { duration, distance } = measure()
    notes.push(...told('our duration beside elapsed time of session', duration, device.elapsed))
    notes.push(...told('our distance beside session', distance * 1000, device.distance))
  } catch (error) {
    notes.push(`not measured (${(error as Error).message})`)
  }
  return notes
}
