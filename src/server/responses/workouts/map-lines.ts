import { VarintReader, VarintWriter } from '@/domain/tracks/geometry/varints'
import type { MapLines, MappedWorkout } from '@/store/db/queries/workouts/map-lines'

const VERSION = 1
const MILLISECONDS_PER_MINUTE = 60_000
/** Distances are in units of 10 metres. */
const UNITS_PER_KILOMETRE = 100

/** Media type of the lines of workouts. */
export const LINES_TYPE = 'application/vnd.milepost.lines'

/** Number of workouts that are missing from an overview until their lines have been made; absent for none. */
export const UNDRAWN_HEADER = 'x-undrawn-workouts'

/** Description of the format for the API document. */
export const LINES_FORMAT = [
  'Integers of variable length (LEB128): seven bits per byte, lowest first, the highest bit of a byte says that another one follows; signed ones zigzag-coded (0, -1, 1, -2, …).',
  'The response begins with: the version, 1; the bits of coordinates; a number that identifies the workouts and their order; 1 for an overview, 0 for a view; the number of lines; in an overview, the number of bytes of the lines that follow.',
  'A line begins, in an overview, with the start of the workout in minutes since 1970 as signed difference from the previous line, its sport id, and its distance in units of 10 m; in a view, with its position in the overview as difference from that of the previous line, the first one from -1.',
  "Then follow x and y of the line's first point, signed, as difference from that of the previous line, and its parts, between which positions are missing. A part is the number of its points times two, plus one if another part follows, and x and y of its points as signed differences from the previous point of the line; the first point of the line is omitted. The world is a Web Mercator square of 2^bits units, x to the east and y to the south.",
  'After its lines, an overview contains the id and the title of each workout as UTF-8, each after the number of its bytes. A line can therefore be drawn before its name has arrived.',
].join(' ')

/** Encodes lines of workouts for a map, as described by `LINES_FORMAT`. */
export function presentMapLines(found: MapLines): Uint8Array<ArrayBuffer> {
  const writer = new VarintWriter()
  const isOverview = 'workouts' in found
  for (const value of [VERSION, found.bits, identify(found.workoutIds), isOverview ? 1 : 0])
    writer.unsigned(value)
  if (isOverview) writeOverview(writer, found.workouts)
  else writeView(writer, found.linesInView)
  return writer.join()
}

/** Workouts that were added or deleted change the positions of lines, which a client notices by this number. */
const identify = (workoutIds: readonly string[]): number => Bun.hash.crc32(workoutIds.join())

function writeOverview(writer: VarintWriter, workouts: readonly MappedWorkout[]): void {
  const lines = new VarintWriter()
  const pen = new LinePen(lines)
  let previous = 0
  for (const { workout_date, sport_id, distance, line } of workouts) {
    const minutes = Math.floor(workout_date / MILLISECONDS_PER_MINUTE)
    lines.signed(minutes - previous)
    lines.unsigned(sport_id)
    lines.unsigned(Math.max(0, Math.round((distance ?? 0) * UNITS_PER_KILOMETRE)))
    pen.write(line)
    previous = minutes
  }
  writer.unsigned(workouts.length)
  writer.unsigned(lines.length)
  writer.bytes(lines.join())
  for (const { short_id, title } of workouts) {
    writer.text(short_id)
    writer.text(title ?? '')
  }
}

function writeView(writer: VarintWriter, linesInView: readonly (Uint8Array | undefined)[]): void {
  const pen = new LinePen(writer)
  writer.unsigned(linesInView.filter((line) => line !== undefined).length)
  let previous = -1
  for (const [position, line] of linesInView.entries()) {
    if (!line) continue
    writer.unsigned(position - previous)
    pen.write(line)
    previous = position
  }
}

/** Writes stored lines, with their first points relative to that of the previous line. */
class LinePen {
  readonly #writer: VarintWriter
  #x = 0
  #y = 0

  constructor(writer: VarintWriter) {
    this.#writer = writer
  }

  write(line: Uint8Array): void {
    const reader = new VarintReader(line)
    const [x, y] = [reader.signed(), reader.signed()]
    this.#writer.signed(x - this.#x)
    this.#writer.signed(y - this.#y)
    this.#writer.bytes(reader.rest())
    this.#x = x
    this.#y = y
  }
}
