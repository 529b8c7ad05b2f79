import { PendingValues } from '@/domain/tracks/formats/extra-columns'
import { SegmentCollector } from '@/domain/tracks/formats/segment-collector'
import { readXml, type XmlFormat } from '@/domain/tracks/formats/xml/xml'
import { children, type XmlElement, type XmlText } from '@/domain/tracks/formats/xml/xml-element'
import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { TcxLaps } from './tcx-laps'
import { type TcxPoint, tcxPoint } from './tcx-point'
import { TcxTotals } from './tcx-totals'

/** Options for converting a TCX file to a track. */
export interface TcxOptions {
  /** Whether a recording without positions (trainer, treadmill, pool) is read with the device's totals. */
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
  /** Points without a position, used only if no point has one. */
  readonly #unplaced: SegmentCollector | undefined
  readonly #totals = new TcxTotals()
  readonly #findings: ReadingWarnings | undefined
  #activities = 0
  #laps = 0
  #points = 0
  #creator: string | null = null
  #author: string | null = null
  #sport: string | null = null
  #calories: number | null = null

  constructor(acceptWithoutGps: boolean, findings?: ReadingWarnings) {
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
    // A truncated file leaves its last activity open.
    this.#placed.endSegment()
    this.#unplaced?.endSegment()
    if (this.#activities === 0) throw new TrackError('tcxNoActivities')
    if (this.#points === 0) throw new TrackError('tcxNoTracks')
    const device = this.#totals.ofLaps()
    const facts = {
      name: null,
      description: null,
      source: this.#creator ?? this.#author,
      calories: this.#calories,
      sport: this.#sport,
      laps: this.#lapList.finish(),
      ...(device && { device }),
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

  /** Whether a point has a time, and a valid position or none. */
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

/** The elements of `one`; their texts are also passed to the elements of the same name in `other`. */
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
