import { type Findings, isPlace } from '@/tracks/findings'
import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { PendingValues } from './extra-columns'
import { SegmentCollector } from './segment-collector'
import { TcxLaps } from './tcx-laps'
import { type TcxPoint, tcxPoint } from './tcx-point'
import { TcxTotals } from './tcx-totals'
import { readXml, type XmlFormat } from './xml'
import { children, type XmlElement, type XmlText } from './xml-element'

/** How a TCX file is turned into a track. */
export interface TcxOptions {
  /** Whether a recording without any position (trainer, treadmill, pool) is read with the device's totals. */
  readonly acceptWithoutGps: boolean
}

/**
 * Reads all activities of a TCX file, each as one segment without the points that have no position. Names count
 * as written; only the extensions for power and run cadence may carry a prefix.
 * @throws TrackError tcxUnreadable, tcxNoActivities, tcxNoTracks, tcxNoCoordinates or tooManyPoints
 */
export const readTcx = (bytes: Uint8Array, options: TcxOptions): Track =>
  readXml(bytes, tcxFormat(options))

export const tcxFormat = ({ acceptWithoutGps }: TcxOptions): XmlFormat => ({
  namespaces: false,
  begin: (findings) => new TcxReader(acceptWithoutGps, findings),
  unreadable: 'tcxUnreadable',
})

class TcxReader {
  readonly document: XmlElement
  readonly #pending = new PendingValues()
  readonly #placed = new SegmentCollector(this.#pending)
  readonly #lapList = new TcxLaps()
  /** Points without position, of use only as long as there is none with. */
  readonly #unplaced: SegmentCollector | undefined
  readonly #totals = new TcxTotals()
  readonly #findings: Findings | undefined
  #activities = 0
  #laps = 0
  #points = 0
  #creator: string | null = null
  #author: string | null = null
  #sport: string | null = null
  #calories: number | null = null

  constructor(acceptWithoutGps: boolean, findings?: Findings) {
    this.#findings = findings
    this.#unplaced = acceptWithoutGps ? new SegmentCollector(this.#pending) : undefined
    const author = nameIn((name) => {
      this.#author ??= name
    })
    this.document = {
      child: children({
        TrainingCenterDatabase: {
          child: children({
            Activities: { child: children({ Activity: this.#activityElement() }) },
            Author: author,
          }),
        },
      }),
    }
  }

  finish(): Track {
    // A file that ends in the middle leaves its last activity open.
    this.#placed.endSegment()
    this.#unplaced?.endSegment()
    if (this.#activities === 0) throw new TrackError('tcxNoActivities')
    if (this.#points === 0) throw new TrackError('tcxNoTracks')
    const facts = {
      name: null,
      description: null,
      source: this.#creator ?? this.#author,
      calories: this.#calories,
      sport: this.#sport,
      laps: this.#lapList.finish(),
    }
    if (this.#placed.total > 0) return { ...facts, segments: this.#placed.segments }
    if (this.#unplaced === undefined) throw new TrackError('tcxNoCoordinates')
    const { segments } = this.#unplaced
    return { ...facts, segments, withoutGps: this.#totals.finish(segments) }
  }

  #activityElement(): XmlElement {
    const creator = nameIn((name) => {
      this.#creator ??= name
    })
    return {
      open: (attributes) => {
        this.#activities += 1
        this.#laps = 0
        this.#sport ??= attributes.text('Sport') || null
      },
      child: children({ Lap: this.#lapElement(), Creator: creator }),
      close: () => {
        this.#lapList.endActivity()
        this.#placed.endSegment()
        this.#unplaced?.endSegment()
      },
    }
  }

  #lapElement(): XmlElement {
    const calories = (text: XmlText) => {
      if (this.#laps === 1) this.#calories = text.truncated() ?? null
    }
    const trackpoint = tcxPoint((point) => this.#add(point), {
      pending: this.#pending,
      findings: this.#findings,
    })
    return {
      open: (attributes) => {
        this.#laps += 1
        if (this.#laps === 1) this.#calories = null
        this.#lapList.begin(attributes.text('StartTime'))
      },
      child: children({
        ...heardByBoth(this.#lapList.elements, {
          ...this.#totals.lapElements,
          Calories: { text: calories },
        }),
        Track: { child: children({ Trackpoint: trackpoint }) },
      }),
      close: () => this.#lapList.end(),
    }
  }

  /** Whether a point has a time, and a position that is one or none. */
  #isSound({ time, lat, lon }: TcxPoint['point']): boolean {
    return !Number.isNaN(time) && (Number.isNaN(lat + lon) || isPlace(lat, lon))
  }

  #add({ point, distance }: TcxPoint): void {
    this.#points += 1
    this.#lapList.addMoment(point.time)
    const findings = this.#findings
    if (findings && !this.#isSound(point)) {
      findings.pointsLeftOut += 1
      return
    }
    if (Number.isFinite(point.lat) && Number.isFinite(point.lon)) {
      this.#placed.add(point)
    } else if (this.#unplaced !== undefined && this.#placed.total === 0) {
      this.#unplaced.add(point)
      this.#totals.addPoint(distance)
    }
  }
}

/** The elements of `one`, of whose texts those of the same name in `other` are told as well. */
const heardByBoth = (
  one: Record<string, XmlElement>,
  other: Record<string, XmlElement>,
): Record<string, XmlElement> =>
  Object.fromEntries(
    Object.entries(one).map(([name, element]) => {
      const second = other[name]
      if (!second) return [name, element]
      const text = (written: XmlText) => {
        element.text?.(written)
        second.text?.(written)
      }
      return [name, { text }]
    }),
  )

/** Calls `found` with the text of a non-empty `Name` inside. */
function nameIn(found: (name: string) => void): XmlElement {
  const name = (text: XmlText) => {
    const trimmed = text.toString().trim()
    if (trimmed !== '') found(trimmed)
  }
  return { child: children({ Name: { text: name } }) }
}
