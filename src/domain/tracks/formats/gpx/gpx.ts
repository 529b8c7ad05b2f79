import { CurrentPoint } from '@/domain/tracks/formats/current-point'
import { PendingValues } from '@/domain/tracks/formats/extra-columns'
import { knownStream } from '@/domain/tracks/formats/fit/fit-streams'
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
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { pointExtensions, streamElement, trackExtensions } from './gpx-extensions'
import { GpxLaps } from './gpx-laps'

/** Only in this version do `extensions` have a meaning. */
const VERSION_WITH_EXTENSIONS = '1.1'

/**
 * Reads the first `trk` of a GPX file, whatever the name of its root element. The text is read as UTF-8, whatever its
 * declaration says.
 * @throws TrackError gpxUnreadable, gpxNoTracks, processing (a sensor value that is not a number) or tooManyPoints
 */
export const readGpx = (bytes: Uint8Array): Track => readXml(bytes, GPX)

export const GPX: XmlFormat = {
  namespaces: true,
  encoding: 'utf-8',
  begin: (findings) => new GpxReader(findings),
  unreadable: 'gpxUnreadable',
}

class GpxReader {
  readonly document: XmlElement
  readonly #findings: ReadingWarnings | undefined
  readonly #pending = new PendingValues()
  readonly #collector = new SegmentCollector(this.#pending)
  readonly #laps = new GpxLaps()
  /** Points of routes, used only if the file has no track. */
  readonly #routes: SegmentCollector | undefined
  readonly #point = new CurrentPoint()
  #tracks = 0
  #sensorFailed = false
  #hasExtensions = false
  #name: string | null = null
  #description: string | null = null
  #source: string | null = null
  #sport: string | null = null
  #calories: number | null = null

  constructor(findings?: ReadingWarnings) {
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
    this.#collector.endSegment()
    this.#routes?.endSegment()
    const found = this.#tracks > 0 ? this.#collector : this.#routes
    if (found === undefined || (this.#tracks === 0 && found.total === 0))
      throw new TrackError('gpxNoTracks')
    if (this.#sensorFailed) throw new TrackError('processing')
    return {
      name: this.#name,
      description: this.#description,
      source: this.#source,
      calories: this.#calories,
      segments: found.segments,
      sport: this.#sport,
      laps: this.#laps.finish(),
    }
  }

  /** Reads every track, so that all numbers are checked, but stores only the first one. */
  #trackElement(): XmlElement {
    const first = onlyFirst()
    const isFirstTrack = () => this.#tracks === 1
    const name = (text: XmlText) => {
      this.#name = text.toString() || null
    }
    const description = (text: XmlText) => {
      this.#description = text.toString() || null
    }
    const sport = (text: XmlText) => {
      this.#sport = text.toString().trim() || null
    }
    const extensions = trackExtensions((calories) => {
      this.#calories = calories
    })
    return {
      open: () => {
        this.#tracks += 1
      },
      child: children({
        name: onlyIf(isFirstTrack, first.of({ text: name })),
        desc: onlyIf(isFirstTrack, first.of({ text: description })),
        type: onlyIf(isFirstTrack, first.of({ text: sport })),
        extensions: onlyIf(() => isFirstTrack() && this.#hasExtensions, first.of(extensions)),
        trkseg: {
          child: children({ trkpt: this.#pointElement() }),
          close: () => this.#collector.endSegment(),
        },
      }),
    }
  }

  #pointElement(): XmlElement {
    const point = this.#point
    const pending = this.#pending
    const first = onlyFirst()
    const time = (text: XmlText) => {
      point.time = text.time()
    }
    const fail = () => {
      this.#sensorFailed ||= this.#tracks === 1
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
        if (this.#tracks === 1) this.#keep(this.#collector)
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
    const { lat, lon } = this.#point
    if (this.#findings && !isPlace(lat, lon)) this.#findings.pointsLeftOut += 1
    else collector.add(this.#point)
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

const tolerated = (value: number | undefined) => value ?? Number.NaN

function coordinate(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) throw new TrackError('gpxUnreadable')
  return value
}
