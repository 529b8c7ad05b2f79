import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { pointExtensions, trackExtensions } from './gpx-extensions'
import { emptyPoint, SegmentCollector } from './segment-collector'
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
  begin: () => new GpxReader(),
  unreadable: 'gpxUnreadable',
}

class GpxReader {
  readonly document: XmlElement
  readonly #collector = new SegmentCollector()
  readonly #point = emptyPoint()
  #tracks = 0
  #sensorFailed = false
  #hasExtensions = false
  #name: string | null = null
  #description: string | null = null
  #source: string | null = null
  #calories: number | null = null

  constructor() {
    const root: XmlElement = {
      open: (attributes) => {
        this.#source = attributes.text('creator') || null
        this.#hasExtensions = attributes.text('version') === VERSION_WITH_EXTENSIONS
      },
      child: children({
        trk: this.#trackElement(),
        wpt: this.#ignoredPoint(),
        rte: { child: children({ rtept: this.#ignoredPoint() }) },
      }),
    }
    this.document = { child: () => root }
  }

  finish(): Track {
    if (this.#tracks === 0) throw new TrackError('gpxNoTracks')
    if (this.#sensorFailed) throw new TrackError('processing')
    return {
      name: this.#name,
      description: this.#description,
      source: this.#source,
      calories: this.#calories,
      segments: this.#collector.segments,
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
        this.#place(attributes)
      },
      child: children({
        ele: first.of(this.#elevationElement()),
        time: first.of({ text: time }),
        extensions: onlyIf(() => this.#hasExtensions, first.of(pointExtensions({ point, fail }))),
      }),
      close: () => {
        if (this.#tracks === 1) this.#collector.add(point)
      },
    }
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
    point.lat = coordinate(attributes.decimal('lat'))
    point.lon = coordinate(attributes.decimal('lon'))
    point.time = point.ele = point.hr = point.cadence = point.power = Number.NaN
  }

  #elevationElement(): XmlElement {
    const elevation = (text: XmlText) => {
      if (text.isEmpty()) return
      const value = text.decimal()
      if (value === undefined) throw new TrackError('gpxUnreadable')
      this.#point.ele = value
    }
    return { text: elevation }
  }
}

function coordinate(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) throw new TrackError('gpxUnreadable')
  return value
}
