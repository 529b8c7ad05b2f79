/**
 * Measures how fast a file becomes numbers and stored points (`bun run bench:tracks`): a GPX file of
 * 25 MB and a FIT file of 120,000 records, each in a process of its own for the sake of the memory.
 * Fails when a goal is missed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { summarise } from '@/tracks/metrics/summary'
import { readTrack } from '@/tracks/read'
import { encodePoints } from '@/tracks/streams/points-blob'
import { fitFile, gpxFile, syntheticRide } from './bench-recordings'

const GPX_POINTS = 93_000
const FIT_RECORDS = 120_000
const ROUNDS = 7
const CHUNK = 65_536
const MB = 1e6

const GOALS = { gpxSpeed: 40, fitRecords: 300_000, peak: 250, ratio: 2.5 }

interface Result {
  /** Milliseconds of the first round, when nothing is compiled yet, and of the fastest one. */
  first: number
  best: number
  points: number
  /** Bytes of all stored points. */
  stored: number
  /** Peak resident memory of the process in MB, after one file and after all rounds. */
  peak: number
  finalPeak: number
  /** Milliseconds of tokenising the same bytes and nothing more (XML only). */
  tokenise: number | null
}

async function measure(path: string): Promise<Result> {
  const bytes = readFileSync(path)
  let [points, stored, peak] = [0, 0, 0]
  const times = await timed(async () => {
    const track = await readTrack(path, bytes, {
      segmentsCreationEvent: 'only_manual',
      acceptWithoutGps: true,
    })
    const { segments } = summarise(track, {
      stoppedSpeedThreshold: 1,
      useRawSpeed: false,
      hasElevation: true,
    })
    points = segments.reduce((sum, segment) => sum + segment.points.size, 0)
    stored = segments.reduce((sum, segment) => sum + encodePoints(segment.points).length, 0)
    peak ||= peakMemory()
  })
  const finalPeak = peakMemory()
  const tokenise = path.endsWith('.gpx') ? (await timed(async () => tokeniseXml(bytes))).best : null
  return { ...times, points, stored, peak, finalPeak, tokenise }
}

async function timed(work: () => Promise<void>): Promise<Pick<Result, 'first' | 'best'>> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const [first = 0] = times
  // Other programs can only make a round slower, so the fastest says most about the code.
  return { first, best: Math.min(...times) }
}

function peakMemory(): number {
  return (process.resourceUsage().maxRSS * 1024) / MB
}

function tokeniseXml(bytes: Uint8Array): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK), { stream: true }))
  }
  parser.close()
}

async function measureApart(name: string, bytes: Uint8Array): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tracks-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const child = Bun.spawn([process.execPath, import.meta.path, path], { stderr: 'inherit' })
    return JSON.parse(await new Response(child.stdout).text())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(
  label: string,
  value: number,
  unit: string,
  goal?: { meets: boolean; text: string },
) {
  const verdict = goal ? `  (goal ${goal.text}: ${goal.meets ? 'met' : 'MISSED'})` : ''
  process.stdout.write(`  ${label.padEnd(22)} ${value.toFixed(1).padStart(10)} ${unit}${verdict}\n`)
  if (goal && !goal.meets) process.exitCode = 1
}

function reportCommon(result: Result, size: number): void {
  const { peak, finalPeak, stored, points } = result
  report('file', size / MB, 'MB')
  report('points', points, '')
  report('first round', result.first, 'ms')
  report('best round', result.best, 'ms')
  report('stored', stored / points, 'bytes a point')
  report('peak memory', peak, 'MB', { meets: peak <= GOALS.peak, text: `≤ ${GOALS.peak}` })
  report(`after ${ROUNDS} rounds`, finalPeak, 'MB')
}

async function benchGpx(): Promise<void> {
  const bytes = gpxFile(syntheticRide(GPX_POINTS))
  const result = await measureApart('ride.gpx', bytes)
  process.stdout.write('GPX\n')
  reportCommon(result, bytes.length)
  const speed = bytes.length / MB / (result.best / 1000)
  report('speed', speed, 'MB/s', { meets: speed >= GOALS.gpxSpeed, text: `≥ ${GOALS.gpxSpeed}` })
  const ratio = result.best / (result.tokenise ?? Number.NaN)
  report('bare tokenising', result.tokenise ?? 0, 'ms')
  report('ratio to it', ratio, '', { meets: ratio <= GOALS.ratio, text: `≤ ${GOALS.ratio}` })
}

async function benchFit(): Promise<void> {
  const bytes = fitFile(syntheticRide(FIT_RECORDS))
  const result = await measureApart('ride.fit', bytes)
  process.stdout.write('FIT\n')
  reportCommon(result, bytes.length)
  const speed = result.points / (result.best / 1000)
  report('speed', speed, 'records/s', {
    meets: speed >= GOALS.fitRecords,
    text: `≥ ${GOALS.fitRecords}`,
  })
}

const [path] = process.argv.slice(2)
if (path === undefined) {
  await benchGpx()
  await benchFit()
} else {
  process.stdout.write(JSON.stringify(await measure(path)))
}
