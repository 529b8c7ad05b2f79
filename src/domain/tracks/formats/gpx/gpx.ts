import type { Measurements } from '@/domain/reference/measurements'
import { CurrentPoint } from '@/domain/tracks/formats/current-point'
import { PendingValues } from '@/domain/tracks/formats/extra-columns'
import { knownStream } from '@/domain/tracks/formats/fit/fit-streams'
import {
  areConsecutive,
  joinLegs,
  lapsBetween,
  spanOf,
  withFurther,
} from '@/domain/tracks/formats/legs'
import { MIN_POSITIONS } from '@/domain/tracks/formats/partial-gps'
import { SegmentCollector } from '@/domain/tracks/formats/segment-collector'
import { readXml, type XmlFormat } from '@/domain/tracks/formats/xml/xml'
import {
  children,
  onlyFirst,
  onlyIf,
  type XmlAttributes,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import { isDate, type Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { pointExtensions, streamElement, trackExtensions } from './gpx-extensions'
import { GpxLaps } from './gpx-laps'

/** Only in this version do `extensions` have a meaning. */
const VERSION_WITH_EXTENSIONS = '1.1'

/** Options for converting a GPX file to a track. */
export interface GpxOptions {
  /** With `device`, timed points without a position are kept, with NaN for lat and lon. */
  readonly measurements?: Measurements | undefined
  /** Whether tracks that follow each other in time are read as separate tracks. */
  readonly separatesLegs?: boolean
  /** Whether the first track with points is read, even if it is not the first one of the file. */
  readonly skipsEmpty?: boolean
}

/**
 * Reads the first `trk` of a GPX file, whatever the name of its root element. The text is read as UTF-8, whatever its
 * declaration says. The number of other tracks with points that are not read is a warning.
 * @throws TrackError gpxUnreadable, gpxNoTracks, processing (a sensor value that is not a number) or tooManyPoints
 */
export const readGpx = (bytes: Uint8Array, options: GpxOptions = {}): Track =>
  readXml(bytes, gpxFormat(options))

export const gpxFormat = (options: GpxOptions): XmlFormat => ({
  namespaces: true,
  encoding: 'utf-8',
  begin: (report, isForgiving) => new GpxReader(options, report, isForgiving),
  unreadable: 'gpxUnreadable',
})

/** What the file says about one of its tracks. */
interface GpxTrack {
  name: string | null
  description: string | null
  sport: string | null
  calories: number | null
  /** The number of its first segment, and of the segment after its last one. */
  from: number
  to: number
  /** Number of its points, stored or not. */
  points: number
}

class GpxReader {
  readonly document: XmlElement
  readonly #options: GpxOptions
  readonly #report: ReadingWarnings
  /** The report of a forgiving reader. */
  readonly #findings: ReadingWarnings | undefined
  readonly #pending = new PendingValues()
  readonly #collector = new SegmentCollector(this.#pending)
  readonly #laps = new GpxLaps()
  /** Points of routes, used only if the file has no track. */
  readonly #routes: SegmentCollector | undefined
  readonly #point = new CurrentPoint()
  readonly #tracks: GpxTrack[] = []
  #current = newTrack(0)
  #isStored = false
  #positions = 0
  #sensorFailed = false
  #hasExtensions = false
  #source: string | null = null

  constructor(options: GpxOptions, report: ReadingWarnings, isForgiving: boolean) {
    const findings = isForgiving ? report : undefined
    this.#options = options
    this.#report = report
    this.#findings = findings
    this.#routes = findings && new SegmentCollector()
    const root: XmlElement = {
      open: (attributes) => {
        this.#source = attributes.text('creator') || null
        this.#hasExtensions = attributes.text('version') === VERSION_WITH_EXTENSIONS
      },
      child: children({
        trk: this.#trackElement(),
        extensions: onlyIf(() => this.#hasExtensions, this.#laps.element),
        ...(!findings && { wpt: this.#ignoredPoint() }),
        rte: this.#routes
          ? this.#routeElement(this.#routes)
          : { child: children({ rtept: this.#ignoredPoint() }) },
      }),
    }
    this.document = { child: () => root }
  }

  finish(): Track {
    // A truncated file leaves its last segment open.
    this.#endSegment()
    this.#routes?.endSegment()
    if (this.#sensorFailed) throw new TrackError('processing')
    if (this.#findings && this.#positions < MIN_POSITIONS) throw new TrackError('gpxUnreadable')
    this.#report.lapsLeftOut += this.#laps.leftOut
    const withPoints = this.#tracks.filter(({ points }) => points > 0)
    if (this.#options.separatesLegs && withPoints.length > 1) {
      const { segments } = this.#collector
      const laps = this.#laps.finish()
      const tracks = withPoints.map((track) => this.#toTrack(track, { segments, laps }))
      const joined = areConsecutive(tracks) ? joinLegs(tracks) : undefined
      if (joined) return withOwnLaps(joined)
    }
    const first = this.#skipsEmpty ? (withPoints[0] ?? this.#tracks[0]) : this.#tracks[0]
    const laps = this.#laps.finish()
    if (first) {
      const leftOut = withPoints.filter((track) => track !== first).length
      const track = this.#toTrack(first, { segments: this.#collector.segments, laps })
      return withFurther([track], leftOut) ?? track
    }
    if (this.#routes === undefined || this.#routes.total === 0) throw new TrackError('gpxNoTracks')
    return {
      ...this.#toTrack(newTrack(0), { segments: [], laps }),
      segments: this.#routes.segments,
    }
  }

  get #skipsEmpty(): boolean {
    return this.#options.separatesLegs === true || this.#options.skipsEmpty === true
  }

  #toTrack(
    { name, description, sport, calories, from, to }: GpxTrack,
    { segments, laps }: Pick<Track, 'segments' | 'laps'>,
  ): Track {
    return {
      ...{ name, description, source: this.#source, calories, sport, laps },
      segments: segments.slice(from, to),
    }
  }

  /** Begins a track, whose points are stored only if it is used. */
  #beginTrack(): void {
    this.#isStored =
      this.#options.separatesLegs === true ||
      (this.#skipsEmpty ? this.#collector.total === 0 : this.#tracks.length === 0)
    this.#current = newTrack(this.#collector.count)
    this.#tracks.push(this.#current)
  }

  /** Reads every track, so that all numbers are checked, but stores only those that are used. */
  #trackElement(): XmlElement {
    const first = onlyFirst()
    const name = (text: XmlText) => {
      this.#current.name = text.toString() || null
    }
    const description = (text: XmlText) => {
      this.#current.description = text.toString() || null
    }
    const sport = (text: XmlText) => {
      this.#current.sport = text.toString().trim() || null
    }
    const extensions = trackExtensions((calories) => {
      this.#current.calories = calories
    })
    return {
      open: () => {
        first.reset()
        this.#beginTrack()
      },
      child: children({
        name: first.of({ text: name }),
        desc: first.of({ text: description }),
        type: first.of({ text: sport }),
        extensions: onlyIf(() => this.#isStored && this.#hasExtensions, first.of(extensions)),
        trkseg: {
          child: children({ trkpt: this.#pointElement() }),
          close: () => this.#endSegment(),
        },
      }),
    }
  }

  #endSegment(): void {
    this.#collector.endSegment()
    this.#current.to = this.#collector.count
  }

  #pointElement(): XmlElement {
    const point = this.#point
    const pending = this.#pending
    const first = onlyFirst()
    const time = (text: XmlText) => {
      point.time = text.time()
      if (!isDate(point.time) && !text.isBlank()) this.#report.valuesIgnored += 1
    }
    const fail = () => {
      this.#sensorFailed ||= this.#isStored
    }
    return {
      open: (attributes) => {
        first.reset()
        pending.clear()
        this.#place(attributes)
      },
      child: children({
        ele: first.of(this.#elevationElement()),
        time: first.of({ text: time }),
        ...this.#receiverElements(),
        extensions: onlyIf(
          () => this.#hasExtensions,
          first.of(pointExtensions({ point, fail, findings: this.#findings, pending })),
        ),
      }),
      close: () => {
        if (this.#isStored) this.#keep(this.#collector)
        this.#current.points += 1
      },
    }
  }

  /** Values that the receiver reports about its own accuracy. */
  #receiverElements(): Record<string, XmlElement> {
    const names = { hdop: 'hdop', vdop: 'vdop', pdop: 'pdop', sat: 'satellites' } as const
    return Object.fromEntries(
      Object.entries(names).map(([element, name]) => [
        element,
        streamElement(this.#pending, knownStream(name)),
      ]),
    )
  }

  #keep(collector: SegmentCollector): void {
    const point = this.#point
    if (!this.#findings || isPlace(point.lat, point.lon)) {
      this.#positions += 1
      collector.add(point)
    } else if (this.#options.measurements === 'device' && isDate(point.time)) {
      point.lat = point.lon = Number.NaN
      collector.add(point)
    } else this.#findings.pointsLeftOut += 1
  }

  /** Reads each route as a segment. Times of route points are ignored, because they are not times of the activity. */
  #routeElement(routes: SegmentCollector): XmlElement {
    const point = { ...this.#ignoredPoint(), close: () => this.#keep(routes) }
    return { child: children({ rtept: point }), close: () => routes.endSegment() }
  }

  /** Validates the numbers of a point that is not used. */
  #ignoredPoint(): XmlElement {
    const first = onlyFirst()
    return {
      open: (attributes) => {
        first.reset()
        this.#place(attributes)
      },
      child: children({ ele: first.of(this.#elevationElement()) }),
    }
  }

  #place(attributes: XmlAttributes): void {
    const point = this.#point
    const read = this.#findings ? tolerated : coordinate
    point.clear()
    point.lat = read(attributes.decimal('lat'))
    point.lon = read(attributes.decimal('lon'))
  }

  #elevationElement(): XmlElement {
    const elevation = (text: XmlText) => {
      if (text.isEmpty()) return
      const value = text.decimal()
      if (value === undefined && !this.#findings) throw new TrackError('gpxUnreadable')
      if (value === undefined && this.#findings) this.#findings.valuesIgnored += 1
      this.#point.ele = value ?? Number.NaN
    }
    return { text: elevation }
  }
}

const newTrack = (from: number): GpxTrack => ({
  ...{ name: null, description: null, sport: null, calories: null },
  ...{ from, to: from, points: 0 },
})

/** Gives each leg the laps that started in it. */
function withOwnLaps(joined: Track): Track {
  const { further = [], ...first } = joined
  const legs = [first, ...further]
  const starts = legs.map(({ segments }) => spanOf(segments).start)
  const [own = first, ...others] = legs.map((leg, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const start = index === 0 ? Number.NEGATIVE_INFINITY : (starts[index] ?? end)
    return { ...leg, laps: lapsBetween(leg.laps, { start, end }) }
  })
  return others.length > 0 ? { ...own, further: others } : own
}

const tolerated = (value: number | undefined) => value ?? Number.NaN

function coordinate(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) throw new TrackError('gpxUnreadable')
  return value
}
