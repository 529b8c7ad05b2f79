import { SegmentCollector } from '@/domain/tracks/formats/segment-collector'
import type { XmlElement, XmlText } from '@/domain/tracks/formats/xml/xml-element'
import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import { spreadTimes } from '@/domain/tracks/spread-times'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { type KmlLine, kmlLine, type Placemark } from './kml-line'
import { kmlTrack } from './kml-track'

/** The name of an element without its prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads every `Track` of a KML document, wherever it is, as a segment. If there is no track, reads every `LineString`,
 * with the times of the enclosing `TimeSpan`. A single invalid placemark outside of folders is rejected as FitTrackee
 * does.
 */
export class AnyKmlReader {
  readonly document: XmlElement
  readonly #tracks = new SegmentCollector()
  readonly #lines: KmlLine[] = []
  readonly #findings: ReadingWarnings
  readonly #starts = new Set<number>()
  /** Facts of the current placemark. */
  #placemark = newPlacemark()
  #folders = 0
  /** Whether the tracks are in a folder, or in more than one placemark. */
  #hasOthers = false
  /** Facts of the first placemark with a track, and of the first one with a line. */
  readonly #facts: { track?: Placemark; line?: Placemark } = {}

  constructor(findings: ReadingWarnings) {
    this.#findings = findings
    const track = this.#trackElement()
    const line = kmlLine(this.#findings, (read) => {
      this.#facts.line ??= this.#placemark
      this.#lines.push({ ...read, placemark: this.#placemark })
    })
    const known = new Map<string, XmlElement>([
      ['LineString', line],
      ['Placemark', this.#placemarkElement((name) => inside(name))],
    ])
    // Prefixes are kept: their namespaces are not resolved, but the names within a track all use the same prefix.
    const container: XmlElement = { child: (name) => inside(name) }
    const folder: XmlElement = {
      child: (name) => inside(name),
      open: () => {
        this.#folders += 1
      },
      close: () => {
        this.#folders -= 1
      },
    }
    known.set('Folder', folder)
    const inside = (name: string): XmlElement =>
      localName(name) === 'Track'
        ? track[name.includes(':') ? 'prefixed' : 'plain']
        : (known.get(localName(name)) ?? container)
    this.document = container
  }

  finish(): Track {
    this.#tracks.endSegment()
    const hasTracks = this.#tracks.total > 0
    // The reference rejects this recording, and some clients rely on it.
    this.#findings.isKnownRefusal = hasTracks && !this.#hasOthers
    if (!hasTracks && this.#lines.length === 0) throw new TrackError('kmlNoTracks')
    const { name, description } = this.#facts[hasTracks ? 'track' : 'line'] ?? newPlacemark()
    const segments = hasTracks ? this.#tracks.segments : this.#segmentsOfLines()
    return { name, description, source: null, calories: null, segments }
  }

  #placemarkElement(child: (name: string) => XmlElement): XmlElement {
    const text = (key: 'name' | 'description') => ({
      text: (found: XmlText) => {
        this.#placemark[key] ??= found.toString().trim() || null
      },
    })
    const time = (key: 'begin' | 'end') => ({
      text: (found: XmlText) => {
        this.#placemark[key] = found.time()
      },
    })
    const span: Record<string, XmlElement> = { begin: time('begin'), end: time('end') }
    const own = new Map<string, XmlElement>([
      ['name', text('name')],
      ['description', text('description')],
      ['TimeSpan', { child: (name) => span[localName(name)] }],
    ])
    return {
      open: () => {
        this.#placemark = newPlacemark()
      },
      child: (name) => own.get(localName(name)) ?? child(name),
    }
  }

  /** A track with the same start as another one is the same track with other elevations. */
  #trackElement(): Record<'plain' | 'prefixed', XmlElement> {
    let isFirst = true
    let isRepeated = false
    const sink = {
      start: () => {
        isFirst = true
        isRepeated = false
      },
      add: (point: Parameters<SegmentCollector['add']>[0]) => {
        if (isFirst) isRepeated = this.#starts.has(point.time)
        if (isFirst) this.#starts.add(point.time)
        isFirst = false
        if (!isRepeated) this.#tracks.add(point)
      },
      end: () => {
        if (isRepeated) this.#findings.tracksLeftOut += 1
        if (!isFirst) {
          this.#facts.track ??= this.#placemark
          this.#hasOthers ||= this.#folders > 0 || this.#facts.track !== this.#placemark
        }
        this.#tracks.endSegment()
      },
    }
    const reading = { report: this.#findings, isForgiving: true }
    return {
      plain: kmlTrack('', sink, reading),
      prefixed: kmlTrack('gx:', sink, reading),
    }
  }

  #segmentsOfLines() {
    const collector = new SegmentCollector()
    for (const line of this.#lines) {
      for (const point of line.points) collector.add(point)
      collector.endSegment()
    }
    const { segments } = collector
    for (const [index, segment] of segments.entries()) {
      const { begin, end } = this.#lines[index]?.placemark ?? newPlacemark()
      if (end > begin) spreadTimes([segment], begin, end)
    }
    return segments
  }
}

const newPlacemark = (): Placemark => ({
  name: null,
  description: null,
  begin: Number.NaN,
  end: Number.NaN,
})
