import { type Findings, isPlace } from '@/tracks/findings'
import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { CurrentPoint } from './current-point'
import { PendingValues } from './extra-columns'
import { knownStream } from './fit-streams'
import { pointExtensions, streamElement, trackExtensions } from './gpx-extensions'
import { GpxLaps } from './gpx-laps'
import { SegmentCollector } from './segment-collector'
import { readXml, type XmlFormat } from './xml'
import {
  children,
  onlyFirst,
  onlyIf,
  type XmlAttributes,
  type XmlElement,
  type XmlText,
} from './xml-element'

/** Version whose `extensions` are read; in others they have no meaning. */
const VERSION_WITH_EXTENSIONS = '1.1'

/**
 * Reads the first `trk` of a GPX file, whatever its root element is called. The text is UTF-8; a declaration
 * that says otherwise changes nothing.
 * @throws TrackError gpxUnreadable, gpxNoTracks, processing (a sensor value that is no number) or tooManyPoints
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
  readonly #findings: Findings | undefined
  readonly #pending = new PendingValues()
  readonly #collector = new SegmentCollector(this.#pending)
  readonly #laps = new GpxLaps()
  /** Points of routes, of use only where there is no track. */
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

  constructor(findings?: Findings) {
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
    // A file that ends in the middle leaves its last segment open.
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

  /** Serves every track, so that the numbers of all are checked; only the first one is kept. */
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

  /** What the receiver says of itself. */
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

  /** All routes, each as a segment; when their points were planned is not when anybody was there. */
  #routeElement(routes: SegmentCollector): XmlElement {
    const point = { ...this.#ignoredPoint(), close: () => this.#keep(routes) }
    return { child: children({ rtept: point }), close: () => routes.endSegment() }
  }

  /** A point that is not used, but whose numbers must be numbers. */
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
