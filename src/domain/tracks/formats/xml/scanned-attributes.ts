import { asciiIn, decimalIn } from '@/domain/tracks/formats/text/number-bytes'
import { parseDecimalText } from '@/domain/tracks/formats/text/number-text'
import {
  BLANK,
  COLON_IN_NAME,
  ENTITY,
  NAME_KINDS,
  OTHER,
  PLAIN,
  STARTS_NAME,
  VALUE_KINDS,
  WIDE,
  wideTextIn,
} from './scan-characters'
import { isBlank, replaceEntities } from './text-with-entities'
import { UnusualXml } from './unusual-xml'
import type { XmlAttributes } from './xml-element'

const [SLASH, EQUALS, CLOSE, DOUBLE, SINGLE] = [47, 61, 62, 34, 39] as const
const LIMIT = 64
/** Number of bytes between the end of a name and the beginning of its value. */
const EQUALS_AND_QUOTE = 2
const XMLNS = 'xmlns'

/** The attributes of the current element, as positions in the bytes. */
export class ScannedAttributes implements XmlAttributes {
  readonly #bytes: Uint8Array
  readonly #nameStarts = new Uint32Array(LIMIT)
  readonly #nameEnds = new Uint32Array(LIMIT)
  readonly #valueStarts = new Uint32Array(LIMIT)
  readonly #valueEnds = new Uint32Array(LIMIT)
  /** The kinds of all bytes of each value, combined. */
  readonly #kinds = new Uint8Array(LIMIT)
  #count = 0
  #hasNamespaces = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whether any name has a prefix or declares one. */
  get hasNamespaces(): boolean {
    return this.#hasNamespaces
  }

  /**
   * Reads all attributes from the end of the element's name to the returned `>` or `/`.
   * @throws UnusualXml
   */
  scan(from: number): number {
    this.#count = 0
    this.#hasNamespaces = false
    let at = this.#next(from)
    while (!this.#isEnd(at)) at = this.#next(this.#readValue(this.#readName(at)) + 1)
    return at
  }

  text(name: string): string | undefined {
    const index = this.#indexOf(name)
    return index < 0 ? undefined : this.#valueAt(index)
  }

  decimal(name: string): number | undefined {
    const index = this.#indexOf(name)
    if (index < 0) return undefined
    if (this.#kinds[index] !== PLAIN) return parseDecimalText(this.#valueAt(index))
    return decimalIn(this.#bytes, this.#valueStarts[index] ?? 0, this.#valueEnds[index] ?? 0)
  }

  /** Calls `found` for each attribute. */
  each(found: (name: string, value: string) => void): void {
    for (let index = 0; index < this.#count; index++)
      found(
        asciiIn(this.#bytes, this.#nameStarts[index] ?? 0, this.#nameEnds[index] ?? 0),
        this.#valueAt(index),
      )
  }

  /**
   * Returns where the next attribute begins, or the `>` or `/` after the last one.
   * @throws UnusualXml without a blank before an attribute
   */
  #next(from: number): number {
    let at = from
    while (isBlank(this.#bytes[at] ?? 0)) at += 1
    if (at === from && !this.#isEnd(at)) throw new UnusualXml()
    return at
  }

  /** Whether the tag has no more attributes. */
  #isEnd(at: number): boolean {
    const code = this.#bytes[at]
    return code === CLOSE || code === SLASH
  }

  /**
   * Reads a name and returns the beginning of its value, after the quote.
   * @throws UnusualXml
   */
  #readName(start: number): number {
    const bytes = this.#bytes
    let end = start
    let kinds = 0
    for (let kind = nameKindAt(bytes, end); kind !== 0; kind = nameKindAt(bytes, end)) {
      kinds |= kind
      end += 1
    }
    const quote = bytes[end + 1]
    const isQuoted = bytes[end] === EQUALS && (quote === DOUBLE || quote === SINGLE)
    if (nameKindAt(bytes, start) !== STARTS_NAME || !isQuoted || this.#count === LIMIT)
      throw new UnusualXml()
    this.#nameStarts[this.#count] = start
    this.#nameEnds[this.#count] = end
    if ((kinds & COLON_IN_NAME) !== 0 || this.#isNamed(this.#count, XMLNS))
      this.#hasNamespaces = true
    for (let other = 0; other < this.#count; other++)
      if (this.#haveSameName(this.#count, other)) throw new UnusualXml()
    return end + EQUALS_AND_QUOTE
  }

  /**
   * Reads the value of that name and returns its end, at the quote.
   * @throws UnusualXml
   */
  #readValue(start: number): number {
    const bytes = this.#bytes
    const quote = bytes[start - 1]
    const index = this.#count
    let end = start
    let kinds = 0
    for (;;) {
      const code = bytes[end] ?? 0
      if (code === quote) break
      const kind = VALUE_KINDS[code] ?? 0
      if (kind === OTHER) throw new UnusualXml()
      kinds |= kind
      end += 1
    }
    this.#valueStarts[index] = start
    this.#valueEnds[index] = end
    this.#kinds[index] = kinds
    this.#count = index + 1
    // Unused values must be valid as well.
    if (kinds !== PLAIN) this.#valueAt(index)
    return end
  }

  #valueAt(index: number): string {
    const kinds = this.#kinds[index] ?? PLAIN
    const read = (kinds & WIDE) === 0 ? asciiIn : wideTextIn
    const written = read(this.#bytes, this.#valueStarts[index] ?? 0, this.#valueEnds[index] ?? 0)
    const text = (kinds & BLANK) === 0 ? written : written.replace(/\r\n|[\t\n\r]/g, ' ')
    return (kinds & ENTITY) === 0 ? text : replaceEntities(text)
  }

  #indexOf(name: string): number {
    for (let index = 0; index < this.#count; index++) if (this.#isNamed(index, name)) return index
    return -1
  }

  #isNamed(index: number, name: string): boolean {
    const start = this.#nameStarts[index] ?? 0
    if ((this.#nameEnds[index] ?? 0) - start !== name.length) return false
    for (let i = 0; i < name.length; i++)
      if (this.#bytes[start + i] !== name.charCodeAt(i)) return false
    return true
  }

  #haveSameName(one: number, other: number): boolean {
    const start = this.#nameStarts[one] ?? 0
    const length = (this.#nameEnds[one] ?? 0) - start
    const otherStart = this.#nameStarts[other] ?? 0
    if ((this.#nameEnds[other] ?? 0) - otherStart !== length) return false
    for (let i = 0; i < length; i++)
      if (this.#bytes[start + i] !== this.#bytes[otherStart + i]) return false
    return true
  }
}

const nameKindAt = (bytes: Uint8Array, at: number) => NAME_KINDS[bytes[at] ?? 0] ?? 0
