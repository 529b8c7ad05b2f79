import type { Measurements } from '@/domain/reference/measurements'
import { PendingValues } from '@/domain/tracks/formats/extra-columns'
import { joinLegs } from '@/domain/tracks/formats/legs'
import { PartialGps } from '@/domain/tracks/formats/partial-gps'
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
  /** With `device`, points without a position are kept (see `PartialGps`). */
  readonly measurements?: Measurements | undefined
  /** Whether activities, also those of a `MultiSportSession`, are read as separate tracks. */
  readonly separatesLegs?: boolean
}

/**
 * Reads all activities of a TCX file, also those of a `MultiSportSession`, each as one segment (for points without a
 * position, see `PartialGps`). Names count as written; only the extensions for power and run cadence may carry a prefix.
 * @throws TrackError tcxUnreadable, tcxNoActivities, tcxNoTracks, tcxNoCoordinates or tooManyPoints
 */
export const readTcx = (bytes: Uint8Array, options: TcxOptions): Track =>
  readXml(bytes, tcxFormat(options))

export const tcxFormat = (options: TcxOptions): XmlFormat => ({
  namespaces: false,
  begin: (report, isForgiving) => new TcxReader(options, report, isForgiving),
  unreadable: 'tcxUnreadable',
})

/** Name of the change between two sports, which TCX gives no sport. */
const TRANSITION = 'Transition'

/** The activities that become one track: all of them, or a single one. */
interface TcxLeg {
  sport: string | null
  creator: string | null
  calories: number | null
  isTransition: boolean
}

class TcxReader {
  readonly document: XmlElement
  readonly #options: TcxOptions
  readonly #pending = new PendingValues()
  readonly #recorded: PartialGps
  readonly #lapList = new TcxLaps()
  readonly #totals = new TcxTotals()
  readonly #report: ReadingWarnings
  /** The report of a forgiving reader. */
  readonly #findings: ReadingWarnings | undefined
  readonly #legs: Track[] = []
  #leg: TcxLeg | undefined
  #activities = 0
  #laps = 0
  #points = 0
  #author: string | null = null

  constructor(options: TcxOptions, report: ReadingWarnings, isForgiving: boolean) {
    this.#options = options
    this.#report = report
    this.#findings = isForgiving ? report : undefined
    this.#recorded = new PartialGps(options.measurements, this.#pending)
    const author = nameIn((name) => {
      this.#author ??= name
    })
    const activity = this.#activityElement()
    const sports = {
      child: children({ Activity: activity, Transition: this.#transitionElement() }),
    }
    const session = { child: children({ FirstSport: sports, NextSport: sports }) }
    this.document = {
      child: children({
        TrainingCenterDatabase: {
          child: children({
            Activities: { child: children({ Activity: activity, MultiSportSession: session }) },
            Author: author,
          }),
        },
      }),
    }
  }

  finish(): Track {
    // A truncated file leaves its last activity open.
    this.#recorded.endSegment()
    if (this.#activities === 0) throw new TrackError('tcxNoActivities')
    if (this.#points === 0) throw new TrackError('tcxNoTracks')
    if (this.#leg) this.#endLeg(this.#leg)
    this.#report.lapsLeftOut += this.#lapList.leftOut
    const [first] = this.#legs
    if (first && this.#legs.length === 1) return this.#withAuthor(first)
    const joined = joinLegs(this.#legs.map((leg) => this.#withAuthor(leg)))
    if (joined === undefined) throw new TrackError('tcxNoCoordinates')
    return joined
  }

  /** The author of the file is known only at its end. */
  #withAuthor(leg: Track): Track {
    return { ...leg, source: leg.source ?? this.#author }
  }

  #beginLeg({ sport, isTransition }: Pick<TcxLeg, 'sport' | 'isTransition'>): void {
    if (this.#leg && !this.#options.separatesLegs) {
      this.#leg.sport ??= isTransition ? null : sport
      return
    }
    this.#leg = { sport, isTransition, creator: null, calories: null }
  }

  #endActivity(): void {
    this.#lapList.endActivity()
    this.#recorded.endSegment()
    if (this.#leg && this.#options.separatesLegs) this.#endLeg(this.#leg)
  }

  #endLeg({ sport, creator, calories, isTransition }: TcxLeg): void {
    this.#leg = undefined
    const laps = this.#lapList.take()
    const facts = {
      ...{ name: null, description: null, source: creator, calories, sport, laps },
      ...(isTransition && { isTransition }),
    }
    const { hasGps } = this.#recorded
    const { acceptWithoutGps, separatesLegs } = this.#options
    const recorded = this.#recorded.take(this.#report)
    const segments = hasGps || acceptWithoutGps ? recorded : []
    const device = this.#totals.ofLaps()
    const withoutGps = this.#totals.take(segments)
    const track = { ...facts, segments, ...(device && { device }) }
    if (hasGps) this.#legs.push(track)
    else if (acceptWithoutGps) this.#legs.push({ ...track, withoutGps })
    else if (separatesLegs) this.#legs.push(track)
    else throw new TrackError('tcxNoCoordinates')
  }

  #activityElement(): XmlElement {
    const creator = nameIn((name) => {
      if (this.#leg) this.#leg.creator ??= name
    })
    return {
      open: (attributes) => {
        this.#activities += 1
        this.#laps = 0
        this.#beginLeg({ sport: attributes.text('Sport') || null, isTransition: false })
      },
      child: children({ Lap: this.#lapElement(), Creator: creator }),
      close: () => this.#endActivity(),
    }
  }

  /** A transition has the content of a lap. */
  #transitionElement(): XmlElement {
    const lap = this.#lapElement()
    return {
      ...lap,
      open: (attributes) => {
        this.#laps = 0
        this.#beginLeg({ sport: TRANSITION, isTransition: true })
        lap.open?.(attributes)
      },
      close: () => {
        lap.close?.()
        this.#endActivity()
      },
    }
  }

  #lapElement(): XmlElement {
    const calories = (text: XmlText) => {
      if (this.#leg && this.#laps === 1) this.#leg.calories = text.truncated() ?? null
    }
    const trackpoint = tcxPoint((point) => this.#add(point), {
      pending: this.#pending,
      findings: this.#findings,
    })
    return {
      open: (attributes) => {
        this.#laps += 1
        if (this.#leg && this.#laps === 1) this.#leg.calories = null
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
    this.#totals.addPoint(distance)
    if (Number.isFinite(point.lat) && Number.isFinite(point.lon)) this.#recorded.addPlaced(point)
    else {
      point.lat = point.lon = Number.NaN
      this.#recorded.addUnplaced(point)
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
