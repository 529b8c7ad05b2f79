import type { Findings } from '@/tracks/findings'
import { spreadTimes } from '@/tracks/spread-times'
import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { type KmlLine, kmlLine, type Placemark } from './kml-line'
import { kmlTrack } from './kml-track'
import { SegmentCollector } from './segment-collector'
import type { XmlElement, XmlText } from './xml-element'

/** Names that tell nothing by themselves: each may hold the others, at any depth. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads every `Track` of a KML document, wherever it stands, as a segment (one placemark alone, outside of folders and
 * not as it should be, is a refusal that is known); where there is none, every `LineString`,
 * with the times of the `TimeSpan` around it if it has one.
 */
export class AnyKmlReader {
  readonly document: XmlElement
  readonly #tracks = new SegmentCollector()
  readonly #lines: KmlLine[] = []
  readonly #findings: Findings
  readonly #starts = new Set<number>()
  /** Of the placemark that is being read. */
  #placemark = newPlacemark()
  #folders = 0
  /** Whether tracks stand in a folder, or in more than one placemark. */
  #hasOthers = false
  /** Of the first placemark with a track, and of the first with a line. */
  readonly #facts: { track?: Placemark; line?: Placemark } = {}

  constructor(findings: Findings) {
    this.#findings = findings
    const track = this.#trackElement()
    const line = kmlLine((read) => {
      this.#facts.line ??= this.#placemark
      this.#lines.push({ ...read, placemark: this.#placemark })
    })
    const known = new Map<string, XmlElement>([
      ['LineString', line],
      ['Placemark', this.#placemarkElement((name) => inside(name))],
    ])
    // Prefixes stay: what they stand for is not looked up, and a track has one kind of names throughout.
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
    // The reference refuses it, and clients are known to count on that.
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

  /** A track that begins when another one did is that one again, with other elevations. */
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
        if (!isFirst) {
          this.#facts.track ??= this.#placemark
          this.#hasOthers ||= this.#folders > 0 || this.#facts.track !== this.#placemark
        }
        this.#tracks.endSegment()
      },
    }
    return {
      plain: kmlTrack('', sink, this.#findings),
      prefixed: kmlTrack('gx:', sink, this.#findings),
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
