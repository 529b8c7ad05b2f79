import {
  children,
  onlyIf,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import { CourseCollector } from './course-collector'
import { type CourseFile, parseWaypointKind } from './course-file'

/** Reads the first `Course` of a TCX file that has points. Its course points become waypoints. */
export class TcxCourseReader {
  readonly document: XmlElement
  #collector = new CourseCollector()
  #name: string | null = null
  #description: string | null = null

  constructor() {
    const course = onlyIf(() => this.#collector.size === 0, {
      open: () => {
        this.#collector = new CourseCollector()
        this.#name = this.#description = null
      },
      child: children({
        Name: textOf((text) => {
          this.#name = text || null
        }),
        Notes: textOf((text) => {
          this.#description = text || null
        }),
        Track: { child: children({ Trackpoint: this.#pointElement() }) },
        CoursePoint: this.#waypointElement(),
      }),
    })
    this.document = {
      child: children({
        TrainingCenterDatabase: {
          child: children({ Courses: { child: children({ Course: course }) } }),
        },
      }),
    }
  }

  /** Returns undefined if the file contains no course. */
  finish(): CourseFile | undefined {
    if (this.#collector.size === 0) return undefined
    return {
      name: this.#name,
      description: this.#description,
      line: this.#collector.line(),
      waypoints: this.#collector.waypoints,
    }
  }

  #pointElement(): XmlElement {
    const { place, position } = positionElement()
    let ele = Number.NaN
    return {
      open: () => {
        place.lat = place.lon = ele = Number.NaN
      },
      child: children({
        Position: position,
        AltitudeMeters: {
          text: (text) => {
            ele = text.decimal() ?? Number.NaN
          },
        },
      }),
      close: () => this.#collector.add(place.lat, place.lon, ele),
    }
  }

  /** The name has at most ten characters. Many programs write the instruction in full to the notes. */
  #waypointElement(): XmlElement {
    const { place, position } = positionElement()
    const texts = { name: '', kind: '', notes: '' }
    const into = (key: keyof typeof texts) =>
      textOf((text) => {
        texts[key] = text
      })
    return {
      open: () => {
        place.lat = place.lon = Number.NaN
        texts.name = texts.kind = texts.notes = ''
      },
      child: children({
        Name: into('name'),
        PointType: into('kind'),
        Notes: into('notes'),
        Position: position,
      }),
      close: () =>
        this.#collector.addWaypoint({
          ...place,
          name: texts.notes || texts.name,
          kind: parseWaypointKind(texts.kind),
        }),
    }
  }
}

const textOf = (use: (text: string) => void): XmlElement => ({
  text: (text: XmlText) => use(text.toString().trim()),
})

function positionElement() {
  const place = { lat: Number.NaN, lon: Number.NaN }
  const into = (key: keyof typeof place) => ({
    text: (text: XmlText) => {
      place[key] = text.decimal() ?? Number.NaN
    },
  })
  const position = {
    child: children({ LatitudeDegrees: into('lat'), LongitudeDegrees: into('lon') }),
  }
  return { place, position }
}
