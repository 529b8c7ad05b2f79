import {
  children,
  onlyIf,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import { CourseCollector } from './course-collector'
import { type CourseFile, parseWaypointKind } from './course-file'

/** A track or route of the file, or the file itself with its waypoints. */
class GpxPart {
  readonly collector = new CourseCollector()
  name: string | null = null
  description: string | null = null
}

/**
 * Reads the first track of a GPX file that has points, with its segments joined, or else the first route. Waypoints of
 * the file, and named points of the route, become waypoints.
 */
export class GpxCourseReader {
  readonly document: XmlElement
  readonly #file = new GpxPart()
  #track = new GpxPart()
  #route = new GpxPart()

  constructor() {
    const track = () => this.#track
    const route = () => this.#route
    const root = {
      child: children({
        metadata: { child: children(namesOf(() => this.#file)) },
        wpt: waypointElement(() => this.#file.collector),
        trk: onlyIf(() => this.#track.collector.size === 0, {
          open: () => {
            this.#track = new GpxPart()
          },
          child: children({
            ...namesOf(track),
            trkseg: { child: children({ trkpt: pointElement(() => this.#track.collector) }) },
          }),
        }),
        rte: onlyIf(() => this.#route.collector.size === 0, {
          open: () => {
            this.#route = new GpxPart()
          },
          child: children({ ...namesOf(route), rtept: routePointElement(route) }),
        }),
      }),
    }
    this.document = { child: () => root }
  }

  finish(): CourseFile {
    const isTrack = this.#track.collector.size > 0
    const used = isTrack ? this.#track : this.#route
    const { waypoints } = this.#file.collector
    return {
      name: used.name ?? this.#file.name,
      description: used.description ?? this.#file.description,
      line: used.collector.line(),
      waypoints: isTrack ? waypoints : [...used.collector.waypoints, ...waypoints],
    }
  }
}

/** Reads the name and description of a part. */
const namesOf = (part: () => GpxPart): Record<string, XmlElement> => ({
  name: {
    text: (text: XmlText) => {
      part().name ??= text.toString().trim() || null
    },
  },
  desc: {
    text: (text: XmlText) => {
      part().description ??= text.toString().trim() || null
    },
  },
})

interface GpxPoint {
  lat: number
  lon: number
  ele: number
  name: string
  kind: string
}

/** Reads elements with a position, and calls `add` at the end of each. */
function placedElement(add: (point: GpxPoint) => void): XmlElement {
  const point: GpxPoint = { lat: 0, lon: 0, ele: Number.NaN, name: '', kind: '' }
  const kind = {
    text: (text: XmlText) => {
      point.kind ||= text.toString()
    },
  }
  return {
    open: (attributes) => {
      point.lat = attributes.decimal('lat') ?? Number.NaN
      point.lon = attributes.decimal('lon') ?? Number.NaN
      point.ele = Number.NaN
      point.name = point.kind = ''
    },
    child: children({
      ele: {
        text: (text) => {
          point.ele = text.decimal() ?? Number.NaN
        },
      },
      name: {
        text: (text) => {
          point.name = text.toString()
        },
      },
      type: kind,
      sym: kind,
    }),
    close: () => add(point),
  }
}

const pointElement = (collector: () => CourseCollector): XmlElement =>
  placedElement(({ lat, lon, ele }) => collector().add(lat, lon, ele))

const waypointElement = (collector: () => CourseCollector): XmlElement =>
  placedElement(({ lat, lon, name, kind }) =>
    collector().addWaypoint({ lat, lon, name, kind: parseWaypointKind(kind) }),
  )

const routePointElement = (route: () => GpxPart): XmlElement =>
  placedElement(({ lat, lon, ele, name, kind }) => {
    const { collector } = route()
    collector.add(lat, lon, ele)
    if (name.trim() !== '') collector.addWaypoint({ lat, lon, name, kind: parseWaypointKind(kind) })
  })
