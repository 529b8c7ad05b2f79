import { SegmentCollector } from '@/domain/tracks/formats/segment-collector'
import { readXml, type XmlFormat } from '@/domain/tracks/formats/xml/xml'
import {
  children,
  onlyFirst,
  onlyIf,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import type { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { AnyKmlReader } from './kml-anywhere'
import { kmlTrack } from './kml-track'

/**
 * Reads the first `Placemark` directly in the `Document` of a KML file: every `Track` of its `MultiTrack` is a
 * segment. Names count as written, without prefix or with `gx`.
 * @throws TrackError kmlUnreadable, kmlUnsupported, kmlNoTracks or tooManyPoints
 */
export const readKml = (bytes: Uint8Array): Track => readXml(bytes, KML)

export const KML: XmlFormat = {
  namespaces: false,
  begin: (report, isForgiving) => (isForgiving ? new AnyKmlReader(report) : new KmlReader(report)),
  unreadable: 'kmlUnreadable',
}

class KmlReader {
  readonly document: XmlElement
  readonly #collector = new SegmentCollector()
  #placemarks = 0
  #tracks = 0
  #name: string | null = null
  #description: string | null = null

  readonly #report: ReadingWarnings

  constructor(report: ReadingWarnings) {
    this.#report = report
    const document = { child: children({ Placemark: this.#placemarkElement() }) }
    this.document = { child: children({ kml: { child: children({ Document: document }) } }) }
  }

  finish(): Track {
    if (this.#placemarks === 0) throw new TrackError('kmlUnsupported')
    if (this.#tracks === 0) throw new TrackError('kmlNoTracks')
    return {
      name: this.#name,
      description: this.#description,
      source: null,
      calories: null,
      segments: this.#collector.segments,
    }
  }

  #placemarkElement(): XmlElement {
    const sink = {
      start: () => {
        this.#tracks += 1
      },
      add: this.#collector.add.bind(this.#collector),
      end: () => this.#collector.endSegment(),
    }
    const name = (text: XmlText) => {
      this.#name = text.toString().trim() || null
    }
    const description = (text: XmlText) => {
      this.#description = text.toString().trim() || null
    }
    const first = onlyFirst()
    const isFirst = () => this.#placemarks === 1
    const reading = { report: this.#report, isForgiving: false, isIgnored: () => !isFirst() }
    return {
      open: () => {
        this.#placemarks += 1
      },
      child: children({
        name: onlyIf(isFirst, first.of({ text: name })),
        description: onlyIf(isFirst, first.of({ text: description })),
        MultiTrack: { child: children({ Track: kmlTrack('', sink, reading) }) },
        'gx:MultiTrack': { child: children({ 'gx:Track': kmlTrack('gx:', sink, reading) }) },
      }),
    }
  }
}
